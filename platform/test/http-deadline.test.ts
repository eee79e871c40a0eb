import { createServer } from 'node:http';
import { contract } from '@tradepost/proto/api/schema.ts';
import { budgetHeader } from '../src/budget.ts';
import { route } from '../src/call.ts';
import { httpApp } from '../src/http.ts';
import { createLogger } from '../src/log.ts';

describe('When a use case takes longer than a service may', () => {
  let server: ReturnType<typeof createServer>;
  let url = '';
  beforeAll(async () => {
    const never = (): Promise<never> => new Promise(() => undefined);
    const common = { summary: '', access: 'public', status: 200 } as const;
    const routes = [route(contract({ method: 'GET', path: '/slow' } as const, common), never), route(contract({ method: 'POST', path: '/slow' } as const, common), never)];
    const verifier = { verify: () => Promise.reject(new Error('nobody signs in here')), revoke: () => undefined };
    const context = { log: createLogger({ level: 'silent', format: 'json' }), verifier, internalKey: 'key', requestHashKey: Buffer.alloc(32) };
    server = createServer(httpApp(context, {}, routes));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/api/slow`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const ask = async (method: string) => {
    const beganMs = performance.now();
    const answer = await fetch(url, { method, headers: { 'x-internal-key': 'key', [budgetHeader]: '10000' } });
    const problem: unknown = await answer.json();
    return { status: answer.status, problem, tookMs: performance.now() - beganMs };
  };

  test('then a read is unavailable, and of a write it is said that nobody knows', async () => {
    const [read, write] = await Promise.all([ask('GET'), ask('POST')]);
    expect([read, write]).toMatchObject([
      { status: 503, problem: { code: 'unavailable' } },
      { status: 503, problem: { code: 'unknown-outcome' } },
    ]);
    expect(Math.min(read.tookMs, write.tookMs)).toBeGreaterThan(4_900);
  }, 15_000);
});
