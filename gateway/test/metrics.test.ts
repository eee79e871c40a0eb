import { registry } from '@tradepost/platform/metrics.ts';
import { startGateway } from './support/gateway.ts';

/** How many calls to a service were measured so far. */
async function measured(service: string): Promise<number> {
  const text = await registry.getSingleMetricAsString('tradepost_request_seconds');
  return Number(new RegExp(`^tradepost_request_seconds_count{service="${service}"} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
}

describe.each(['in process', 'over HTTP'] as const)('When calls are answered %s', (how) => {
  let running: Awaited<ReturnType<typeof startGateway>>;
  beforeEach(async () => {
    running = await startGateway(how);
    await running.gateway.start();
  });
  afterEach(() => running.stop());

  test('then each is measured once, for the service that answered', async () => {
    const [funds, gateway] = [await measured('funds'), await measured('gateway')];
    const token = running.token('asha', '2');
    for (let call = 0; call < 3; call++) expect((await running.call('GET', '/api/asha/deposits', token)).status).toBe(200);
    expect([await measured('funds'), await measured('gateway')]).toEqual([funds + 3, gateway]);
  });
});
