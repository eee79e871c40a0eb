import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { pipeline } from 'node:stream';
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

/** The way to a service, as a server. */
async function before(service: Server): Promise<string> {
  const way = await forwarder('funds', { url: await listening(service) }, log);
  open.push(() => way.close());
  return listening(createServer((request, response) => way.forward(request, response)));
}

/** A service that cuts its first `cuts` calls, and the way to it. */
async function cutting(cuts: number) {
  const seen: string[] = [];
  const service = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    if (seen.length <= cuts) request.socket.destroy();
    else response.end('there');
  });
  const way = await forwarder('funds', { url: await listening(service) }, log);
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
    const way = await forwarder('auth', { url: await listening(service), upstream }, log);
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
    const way = await forwarder('funds', { url: await listening(service), upstream }, log);
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

describe('When an answer breaks off', () => {
  test('then the caller is cut off as well, before and after its first bytes, and half an answer never looks whole', async () => {
    const service = createServer((request, response) => {
      response.writeHead(200, { 'content-length': '100000' });
      if (request.url === '/begun') response.write('x'.repeat(1_000), () => setTimeout(() => response.destroy(), 20));
      else {
        response.flushHeaders();
        setTimeout(() => response.destroy(), 20);
      }
    });
    const url = await before(service);
    for (const path of ['/begun', '/unbegun']) await expect(fetch(url + path).then((answer) => answer.text())).rejects.toThrow();
  });
});

describe('When a caller reads slower than a service writes', () => {
  test('then the service is held back, and all of it arrives', async () => {
    const [piece, pieces] = [Buffer.alloc(64 * 1024, 1), 1_600];
    let written = 0;
    const service = createServer(async (_request, response) => {
      for (; written < pieces; written += 1) if (!response.write(piece)) await new Promise((resolve) => response.once('drain', resolve));
      response.end();
    });
    const url = await before(service);
    const answer = await new Promise<IncomingMessage>((resolve) => get(url, resolve));
    await new Promise((resolve) => setTimeout(resolve, 500));
    // The system's buffers between the three hold some megabytes.
    expect(written).toBeLessThan(pieces / 2);
    let arrivedBytes = 0;
    for await (const part of answer) arrivedBytes += part.length;
    expect([arrivedBytes, written]).toEqual([piece.length * pieces, pieces]);
  }, 15_000);
});

describe('When a caller stops reading an answer', () => {
  test('then it is cut off after ten seconds, and its connection to the service is free for others', async () => {
    let closed = 0;
    const endless = function* () {
      for (;;) yield Buffer.alloc(64 * 1024, 1);
    };
    const service = createServer((request, response) => {
      if (request.url === '/small') response.end('there');
      else
        pipeline(endless, response, () => {
          closed += 1;
        });
    });
    const url = await before(service);
    const stalled = await Promise.all(Array.from({ length: 50 }, () => new Promise<IncomingMessage>((resolve) => get(url, resolve))));
    for (const answer of stalled) answer.on('error', () => undefined);
    expect(await (await fetch(`${url}/small`)).text()).toBe('there');
    expect(closed).toBeGreaterThan(0);
    while (closed < 50) await new Promise((resolve) => setTimeout(resolve, 20));
  }, 25_000);
});

describe('When as many calls wait for a service as may', () => {
  test('then further ones are refused at once, although those that wait have lost their callers', async () => {
    const waiting: ServerResponse[] = [];
    const url = await before(createServer((_request, response) => void waiting.push(response)));
    const left = new AbortController();
    const answered = Array.from({ length: 50 }, () => fetch(url));
    while (waiting.length < 50) await new Promise((resolve) => setTimeout(resolve, 5));
    const gone = Array.from({ length: 500 }, () => fetch(url, { signal: left.signal }).catch(() => 'gone'));
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    left.abort();
    await Promise.all(gone);
    const refused = await fetch(url);
    expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'busy' }]);
    for (const response of waiting.splice(0)) response.end('there');
    expect((await Promise.all(answered)).map(({ status }) => status)).toEqual(Array(50).fill(200));
    expect(await fetch(url, { signal: AbortSignal.timeout(200) }).catch(() => 'waits')).toBe('waits');
  }, 15_000);
});

describe('When more reads come than there are sockets', () => {
  test('then they wait for one, and those whose callers leave meanwhile never reach the service', async () => {
    const waiting: ServerResponse[] = [];
    const service = createServer((_request, response) => void waiting.push(response));
    const url = await before(service);
    const left = new AbortController();
    const answered = Array.from({ length: 51 }, () => fetch(url));
    const gone = Array.from({ length: 10 }, () => fetch(url, { signal: left.signal }).catch(() => 'gone'));
    while (waiting.length < 50) await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(waiting).toHaveLength(50);
    left.abort();
    await Promise.all(gone);
    await new Promise((resolve) => setTimeout(resolve, 50));
    for (let sent = 0; sent < 51; ) {
      const next = waiting.shift();
      if (next) sent += 1;
      next?.end('there');
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    expect((await Promise.all(answered)).map(({ status }) => status)).toEqual(Array(51).fill(200));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(waiting).toHaveLength(0);
  }, 15_000);
});

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === '::1'));

(hasIpv6 ? describe : describe.skip)('When a service has an address of IPv6', () => {
  test('then calls reach it with their query', async () => {
    const service = createServer((request, response) => response.end(request.url));
    const way = await forwarder('funds', { url: await listening(service, '::1') }, log);
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
    const way = await forwarder('funds', { url: await listening(service) }, log);
    open.push(() => way.close());
    const url = await listening(createServer((request, response) => way.forward(request, response)));
    const connections: (string | null)[] = [];
    for (let call = 0; call < 3; call += 1) connections.push((await fetch(url)).headers.get('connection'));
    expect(connections).toEqual(['keep-alive', 'keep-alive', 'keep-alive']);
    expect(sockets.size).toBe(3);
  });
});
