import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type PreparedAnswer, prepareAnswer } from '@tradepost/platform/prepared.ts';
import { startGateway } from './support/gateway.ts';

const open: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.stop();
});

const body = { chart: 'a day', figures: Array.from({ length: 200 }, (_, index) => index) };

/** A gateway whose market has these answers ready. */
async function gatewayWith(answers: Record<string, PreparedAnswer | Promise<PreparedAnswer | undefined>>) {
  const running = await startGateway('in process', { hot: (url) => answers[url] });
  open.push(running);
  await running.gateway.start();
  return running;
}

/** Sends a request as text, so that nothing asks for, or unpacks, a compressed answer by itself. */
async function raw(running: Awaited<ReturnType<typeof startGateway>>, method: string, path: string, headers: Record<string, string> = {}) {
  const lines = Object.entries({ host: 'x', connection: 'close', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const text = await running.raw(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const headersOf = Object.fromEntries(
    head
      .split('\r\n')
      .slice(1)
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  return { status: Number(head.split(' ')[1]), headers: headersOf as Record<string, string | undefined>, body: Buffer.from(rest.join('\r\n\r\n'), 'latin1') };
}

const ready = () => prepareAnswer('/nifty', body, { ETag: '"tag"', 'Cache-Control': 'no-cache', 'X-Data-Status': 'sample' });

describe('When the bytes of a public read are ready', () => {
  test('then they are sent plain, as brotli or as gzip, and the service sees nothing of it', async () => {
    const running = await gatewayWith({ '/api/nifty': await ready() });
    const [plain, br, gz, refused] = await Promise.all([
      raw(running, 'GET', '/api/nifty'),
      raw(running, 'GET', '/api/nifty', { 'accept-encoding': 'gzip, deflate, br' }),
      raw(running, 'GET', '/api/nifty', { 'accept-encoding': 'gzip' }),
      raw(running, 'GET', '/api/nifty', { 'accept-encoding': 'br;q=0' }),
    ]);
    expect(JSON.parse(plain.body.toString())).toEqual(body);
    expect(JSON.parse(brotliDecompressSync(br.body).toString())).toEqual(body);
    expect(JSON.parse(gunzipSync(gz.body).toString())).toEqual(body);
    expect([plain, br, gz, refused].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'br', 'gzip', undefined]);
    for (const { status, headers } of [plain, br, gz, refused])
      expect([status, headers.etag, headers['cache-control'], headers['x-data-status'], headers.vary]).toEqual([200, '"tag"', 'no-cache', 'sample', 'Accept-Encoding']);
    expect(running.received).toEqual([]);
  });

  test('then they carry the guards of data as any other answer does', async () => {
    const running = await gatewayWith({ '/api/nifty': await ready() });
    const [hot, cold] = await Promise.all([raw(running, 'GET', '/api/nifty'), raw(running, 'GET', '/api/sensex')]);
    const guards = ['content-security-policy', 'cross-origin-resource-policy', 'referrer-policy', 'x-content-type-options', 'x-frame-options'];
    for (const name of guards) expect([name, hot.headers[name]]).toEqual([name, cold.headers[name] ?? 'missing']);
    expect(hot.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(hot.headers['x-request-id']).not.toBe(cold.headers['x-request-id']);
  });

  test('then who holds them gets 304, and a HEAD gets no body', async () => {
    const running = await gatewayWith({ '/api/nifty': await ready() });
    for (const held of ['"tag"', 'W/"tag"', '"other", "tag"', '*']) {
      const { status, headers, body: sent } = await raw(running, 'GET', '/api/nifty', { 'if-none-match': held });
      expect([held, status, headers.etag, sent.length, headers['content-length']]).toEqual([held, 304, '"tag"', 0, undefined]);
    }
    expect((await raw(running, 'GET', '/api/nifty', { 'if-none-match': '"other"' })).status).toBe(200);
    const head = await raw(running, 'HEAD', '/api/nifty');
    expect([head.status, head.body.length, Number(head.headers['content-length'])]).toEqual([200, 0, JSON.stringify(body).length]);
  });

  test('then new ones are sent as soon as they are there', async () => {
    const answers: Record<string, PreparedAnswer> = { '/api/nifty': await ready() };
    const running = await gatewayWith(answers);
    expect((await raw(running, 'GET', '/api/nifty')).headers.etag).toBe('"tag"');
    answers['/api/nifty'] = await prepareAnswer('/nifty', { other: true }, { ETag: '"next"' });
    const next = await raw(running, 'GET', '/api/nifty', { 'if-none-match': '"tag"' });
    expect([next.status, next.headers.etag, next.body.toString()]).toEqual([200, '"next"', '{"other":true}']);
  });
});

describe('When the bytes are not ready', () => {
  test('then they are waited for, and what cannot be made goes to the service', async () => {
    const failing = Promise.reject(new Error('not now'));
    failing.catch(() => undefined);
    const running = await gatewayWith({ '/api/nifty': ready(), '/api/sensex': failing, '/api/banknifty': Promise.resolve(undefined) });
    expect((await raw(running, 'GET', '/api/nifty')).headers.etag).toBe('"tag"');
    for (const path of ['/api/sensex', '/api/banknifty', '/api/market/session']) expect((await raw(running, 'GET', path)).body.toString()).toContain('{"service":"market"}');
    expect(running.received).toHaveLength(3);
  });

  test('then no other method and no line of the table that is not public is answered from them', async () => {
    const health = await prepareAnswer('/market/health', body, { ETag: '"health"' });
    const running = await gatewayWith({ '/api/market/health': health, '/api/nifty': await ready() });
    expect((await raw(running, 'GET', '/api/market/health')).status).toBe(401);
    expect((await raw(running, 'POST', '/api/nifty', { 'content-length': '0' })).status).toBe(404);
  });

  test('then before the start the answer is 503', async () => {
    const answer = await ready();
    const running = await startGateway('in process', { hot: () => answer });
    open.push(running);
    expect((await raw(running, 'GET', '/api/nifty')).status).toBe(503);
  });
});
