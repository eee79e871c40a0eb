import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { createLogger } from '@tradepost/platform/log.ts';
import { watchUpstream } from '@tradepost/platform/upstream.ts';
import { forwarder } from '../src/forward.ts';

const log = createLogger({ level: 'silent', format: 'json' });
const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

const listening = (server: Server, host = '127.0.0.1'): Promise<string> =>
  new Promise((resolve) => {
    server.listen(0, host, () => {
      const address = server.address();
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${typeof address === 'object' && address ? address.port : 0}`);
    });
    open.push(() => {
      server.closeAllConnections();
      server.close();
    });
  });

/** A service that cuts its first `cuts` calls, and the way to it. */
async function cutting(cuts: number) {
  const seen: string[] = [];
  const service = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    if (seen.length <= cuts) request.socket.destroy();
    else response.end('there');
  });
  const way = forwarder('funds', { url: await listening(service) }, log);
  open.push(() => way.close());
  const url = await listening(createServer((request, response) => way.forward(request, response)));
  return { seen, url, service };
}

describe('When a service cuts a call', () => {
  test('then a read is tried again and answered', async () => {
    const { seen, url } = await cutting(1);
    const answer = await fetch(`${url}/api/withdrawals`);
    expect([answer.status, await answer.text()]).toEqual([200, 'there']);
    expect(seen).toEqual(['GET /api/withdrawals', 'GET /api/withdrawals']);
  });

  test('then a write is not sent a second time', async () => {
    const { seen, url } = await cutting(1);
    expect((await fetch(`${url}/api/withdrawals`, { method: 'POST', body: 'x'.repeat(200_000) })).status).toBe(503);
    expect(seen).toEqual(['POST /api/withdrawals']);
  });

  test('then reads are tried again for a tenth of the calls alone', async () => {
    const { seen, url } = await cutting(1_000);
    for (let call = 0; call < 19; call += 1) expect((await fetch(url)).status).toBe(503);
    expect(seen.length).toBeGreaterThan(19);
    expect(seen.length).toBeLessThanOrEqual(22);
  });
});

describe('When a service does not answer half of twenty calls', () => {
  test('then the next ones are refused without asking it, and answered again after the probe', async () => {
    const { seen, url } = await cutting(20);
    const post = () => fetch(url, { method: 'POST' });
    for (let call = 0; call < 20; call += 1) await post();
    const refused = await post();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
    expect(seen).toHaveLength(20);
    await new Promise((resolve) => setTimeout(resolve, 5_100));
    expect((await post()).status).toBe(200);
    expect((await post()).status).toBe(200);
  });
});

describe('When a service falls silent amid calls', () => {
  test('then those that wait are answered 503 at once, and later ones without asking it', async () => {
    const seen: string[] = [];
    const service = createServer((request) => void seen.push(request.url ?? ''));
    const upstream = watchUpstream('auth');
    const way = forwarder('auth', { url: await listening(service), upstream }, log);
    open.push(() => way.close());
    const url = await listening(createServer((request, response) => way.forward(request, response)));
    const waiting = ['POST', 'GET'].map((method) => fetch(url, { method }));
    while (seen.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    const beganMs = performance.now();
    upstream.fallSilent();
    const answers = [...(await Promise.all(waiting)), await fetch(url, { method: 'POST' })];
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(performance.now() - beganMs).toBeLessThan(5_000);
    expect(seen).toHaveLength(2);
  });
});

describe('When a caller leaves before the answer', () => {
  test('then it does not count against the service', async () => {
    let leave = (): void => undefined;
    const service = createServer(() => leave());
    const upstream = watchUpstream('funds');
    const way = forwarder('funds', { url: await listening(service), upstream }, log);
    open.push(() => way.close());
    const url = await listening(createServer((request, response) => way.forward(request, response)));
    for (let call = 0; call < 25; call += 1) {
      const left = new AbortController();
      leave = () => left.abort();
      await expect(fetch(url, { signal: left.signal })).rejects.toThrow();
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([upstream.isOpen(), upstream.mayCall()]).toEqual([false, true]);
  });
});

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === '::1'));

(hasIpv6 ? describe : describe.skip)('When a service has an address of IPv6', () => {
  test('then calls reach it with their query', async () => {
    const service = createServer((request, response) => response.end(request.url));
    const way = forwarder('funds', { url: await listening(service, '::1') }, log);
    open.push(() => way.close());
    const url = await listening(createServer((request, response) => way.forward(request, response)));
    expect(await (await fetch(`${url}/api/withdrawals?limit=5`)).text()).toBe('/api/withdrawals?limit=5');
  });
});

describe('When a service is about to stop', () => {
  test('then its end of the connection is not told to the caller, and the gateway comes back on another one', async () => {
    const sockets = new Set<Socket>();
    const service = createServer((request, response) => {
      sockets.add(request.socket);
      response.setHeader('Connection', 'close').end('there');
    });
    const way = forwarder('funds', { url: await listening(service) }, log);
    open.push(() => way.close());
    const url = await listening(createServer((request, response) => way.forward(request, response)));
    const connections: (string | null)[] = [];
    for (let call = 0; call < 3; call += 1) connections.push((await fetch(url)).headers.get('connection'));
    expect(connections).toEqual(['keep-alive', 'keep-alive', 'keep-alive']);
    expect(sockets.size).toBe(3);
  });
});
