import { createServer, type RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { StartRefused } from '@tradepost/platform/errors.ts';
import { listen } from '@tradepost/platform/server.ts';
import { internalKey, startGateway } from './support/gateway.ts';

describe.each(['in process', 'over HTTP'] as const)('When a call passes the door %s', (how) => {
  let running: Awaited<ReturnType<typeof startGateway>>;
  beforeEach(async () => {
    running = await startGateway(how);
    await running.gateway.start();
  });
  afterEach(() => running.stop());

  test('then the service sees method, path, query and body as they were sent, the internal key and a new request id', async () => {
    const token = running.token('asha', '2');
    const answer = await running.call('POST', '/api/asha/withdrawals?x=%20y', token, {
      body: '{"amount":1.50}',
      headers: { 'content-type': 'application/json', 'x-request-id': 'mine', 'idempotency-key': 'k' },
    });

    expect(answer.status).toBe(200);
    const [seen] = running.received;
    expect(seen).toMatchObject({ service: 'funds', method: 'POST', url: '/api/asha/withdrawals?x=%20y', body: '{"amount":1.50}' });
    expect(seen?.headers).toMatchObject({ authorization: `Bearer ${token}`, 'x-internal-key': internalKey, 'idempotency-key': 'k', 'x-forwarded-for': '127.0.0.1' });
    expect(seen?.headers['x-request-id']).toBe(answer.headers.get('x-request-id'));
    expect(seen?.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('then nothing a caller says about himself or the connection survives', async () => {
    const answer = await running.raw(
      [
        'POST /api/login HTTP/1.1',
        'Host: 127.0.0.1',
        'Content-Type: application/json',
        'Content-Length: 2',
        'X-User-Id: admin',
        'x_user_id: admin',
        'X-USER-ROLE: 0',
        'X-Role: 0',
        'X-Internal-Key: guessed',
        'X-Internal-Anything: 1',
        'Forwarded: for=10.0.0.1',
        'X-Forwarded-For: 10.0.0.1',
        'X-Forwarded-For: 10.0.0.2',
        'X-Forwarded-Host: evil.example',
        'X-Forwarded-Proto: https',
        'X-Real-IP: 10.0.0.1',
        'X-Nominated: 1',
        'Cookie: tp_refresh=secret',
        'Trailer: X-User-Id',
        'TE: trailers',
        'Connection: keep-alive, x-nominated, x-internal-key, content-length',
        '',
        '{}',
      ].join('\r\n'),
    );
    expect(answer).toContain('HTTP/1.1 200');
    const headers = running.received[0]?.headers ?? {};
    expect(Object.keys(headers).sort()).toEqual(
      [
        'content-length',
        'content-type',
        'host',
        'x-forwarded-for',
        'x-internal-key',
        'x-request-id',
        ...(how === 'over HTTP' ? ['connection', 'x-internal-budget-ms'] : []),
      ].sort(),
    );
    expect(headers).toMatchObject({ 'x-internal-key': internalKey, 'x-forwarded-for': '127.0.0.1' });
    expect(running.received[0]?.body).toBe('{}');
  });

  test('then headers cannot be smuggled past with Expect: 100-continue', async () => {
    await running.raw('POST /api/login HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nX-User-Id: admin\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}');
    expect(running.received[0]?.headers).toMatchObject({ 'x-internal-key': internalKey });
    expect(running.received[0]?.headers['x-user-id']).toBeUndefined();
    expect(running.received[0]?.headers.expect).toBeUndefined();
  });

  test('then the refresh cookie goes to refresh and logout alone', async () => {
    const headers = { cookie: 'tp_refresh=secret' };
    for (const path of ['/api/token/refresh', '/api/logout', '/api/login', '/api/password/reset']) await running.call('POST', path, undefined, { headers });
    expect(running.received.map(({ url, headers: seen }) => [url, seen.cookie])).toEqual([
      ['/api/token/refresh', 'tp_refresh=secret'],
      ['/api/logout', 'tp_refresh=secret'],
      ['/api/login', undefined],
      ['/api/password/reset', undefined],
    ]);
  });

  test('then bodies of GET and DELETE are dropped and never become a request of their own', async () => {
    const token = running.token('admin', '1');
    const hidden = 'DELETE /api/users/asha HTTP/1.1\r\nHost: a\r\n\r\n';
    for (const method of ['DELETE', 'GET']) {
      const path = method === 'GET' ? '/api/users' : '/api/users/vikram';
      const answer = await running.raw(`${method} ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`);
      expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200']);
    }
    expect(running.received.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['DELETE', '/api/users/vikram', ''],
      ['GET', '/api/users', ''],
    ]);
    const large = await running.raw(`DELETE /api/users/asha HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nContent-Length: 100000\r\n\r\n`);
    expect(large).toContain('HTTP/1.1 413');
  });

  test('then ambiguous framing is refused, and no service sees a request that was not sent', async () => {
    const inner = 'GET /api/mode HTTP/1.1\r\nHost: a\r\n\r\n';
    const head = 'POST /api/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
    const cases: Record<string, string> = {
      'CL and TE': `${head}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${inner}`,
      'TE and CL': `${head}Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n${inner}`,
      'two lengths': `${head}Content-Length: 2\r\nContent-Length: 30\r\n\r\n{}${inner}`,
      'TE unknown': `${head}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${inner}`,
      'TE twice': `${head}Transfer-Encoding: identity\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${inner}`,
      'space before colon': `${head}Content-Length : 2\r\n\r\n{}${inner}`,
      'folded line': `${head}Content-Length: 2\r\n X: 1\r\n\r\n{}${inner}`,
      'bad chunk size': `${head}Transfer-Encoding: chunked\r\n\r\nZZ\r\n{}\r\n0\r\n\r\n`,
      'negative length': `${head}Content-Length: -1\r\n\r\n${inner}`,
      'plus length': `${head}Content-Length: +2\r\n\r\n{}`,
      'NUL in a header': `${head}X-A: a\0b\r\nContent-Length: 2\r\n\r\n{}`,
      'line feeds alone': head.replaceAll('\r\n', '\n').concat('Content-Length: 2\n\n{}'),
    };
    const accepted: string[] = [];
    for (const [name, text] of Object.entries(cases)) {
      const answer = await running.raw(text, 150);
      if (/^HTTP\/1\.1 2/m.test(answer)) accepted.push(name);
    }
    expect(accepted).toEqual([]);
    expect(running.received.filter(({ url }) => url !== '/api/login')).toEqual([]);
  });

  test('then two requests written at once are two requests, each judged by itself', async () => {
    const answer = await running.raw('POST /api/login HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\nGET /api/users HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 401']);
    expect(running.received).toHaveLength(1);
  });

  test('then an upload streams through unchanged', async () => {
    const upload = 'x'.repeat(3_000_000);
    await running.call('POST', '/api/register', undefined, { body: upload, headers: { 'content-type': 'multipart/form-data; boundary=b' } });
    expect(running.received[0]?.body.length).toBe(3_000_000);
  });

  test('then what is not in the table is 404 with problem details, internal paths above all', async () => {
    const token = running.token('owner', '0');
    for (const path of [
      '/api',
      '/api/',
      '/api/nothing',
      '/api/internal/keys',
      '/internal/keys',
      '/internal/credentials',
      '/api/Users',
      '/api/users/',
      '/api//users',
      '/api/../internal/keys',
      '/api/%69nternal/keys',
      '/%69nternal/keys',
    ]) {
      const answer = await running.raw(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n\r\n`);
      expect([path, answer.split('\r\n')[0]]).toEqual([path, 'HTTP/1.1 404 Not Found']);
      expect(answer).toContain('application/problem+json');
    }
    for (const method of ['PUT', 'OPTIONS', 'PATCH']) expect((await running.call(method, '/api/users', token)).status).toBe(404);
    expect(await running.raw('GET http://127.0.0.1/api/users HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toContain('404');
    expect(running.received).toEqual([]);
  });

  test('then answers of the API carry headers that guard a browser', async () => {
    const answer = await running.call('GET', '/api/mode');
    expect(await answer.json()).toEqual({ mode: 'demo', demoSignIn: true, version: '0.1.0', feed: null });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-store',
    });
    expect(answer.headers.get('strict-transport-security')).toBeNull();
    expect(answer.headers.get('x-powered-by')).toBeNull();
    const through = await running.call('POST', '/api/login');
    expect(through.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect((await running.call('HEAD', '/api/mode')).status).toBe(200);
  });

  test('then limits hold: register 5 a minute an address, signed in 600 a minute an account', async () => {
    for (let round = 0; round < 5; round += 1) expect((await running.call('POST', '/api/register')).status).toBe(200);
    const sixth = await running.call('POST', '/api/register', undefined, { headers: { 'x-forwarded-for': '10.9.9.9' } });
    expect(sixth.status).toBe(429);
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(0);
    const token = running.token('asha', '2');
    const statuses: number[] = [];
    for (let round = 0; round < 61; round += 1)
      statuses.push(...(await Promise.all(Array.from({ length: 10 }, async () => (await running.call('GET', '/api/sessions', token)).status))));
    expect(statuses.filter((status) => status === 200)).toHaveLength(600);
    expect((await running.call('GET', '/api/sessions', running.token('vikram', '2'))).status).toBe(200);
  });
});

describe('When the gateway stands behind proxies', () => {
  test('then the address is that many hops back, and what stands before it is not believed', async () => {
    const running = await startGateway('in process', { trustedProxies: 1 });
    try {
      await running.gateway.start();
      await running.call('POST', '/api/login', undefined, { headers: { 'x-forwarded-for': '10.0.0.1, 198.51.100.9' } });
      await running.call('POST', '/api/login', undefined, { headers: { 'x-forwarded-for': 'nonsense' } });
      expect(running.received.map(({ headers }) => headers['x-forwarded-for'])).toEqual(['198.51.100.9', '127.0.0.1']);
    } finally {
      await running.stop();
    }
  });
});

describe('When a service is away', () => {
  test('then its calls are 503 with problem details, and the others go on', async () => {
    const running = await startGateway('over HTTP');
    try {
      await running.gateway.start();
      await running.stopServices();
      const answer = await running.call('POST', '/api/login', undefined, { body: 'x'.repeat(100_000) });
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('2');
      expect(await answer.json()).toMatchObject({ code: 'unavailable', requestId: answer.headers.get('x-request-id') });
      expect((await running.call('GET', '/api/mode')).status).toBe(200);
    } finally {
      await running.stop();
    }
  });
});

describe('When a server listens', () => {
  const hello: RequestListener = (_request, response) => void response.end('hello');

  test('then a taken port is refused with one sentence', async () => {
    const first = createServer(hello);
    await new Promise<void>((resolve) => first.listen(0, '127.0.0.1', resolve));
    const address = first.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const refused = await listen(hello, { host: '127.0.0.1', port }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StartRefused);
    expect(String(refused)).toContain(`Port ${port} on 127.0.0.1 is taken`);
    await new Promise((resolve) => first.close(resolve));
  });

  test('then closing finishes what is in hand and takes nothing new', async () => {
    const slow: RequestListener = (_request, response) => void setTimeout(() => response.end(gzipSync('done')), 200);
    const server = await listen(slow, { host: '127.0.0.1', port: 0 });
    const url = `http://127.0.0.1:${server.port}`;
    const inHand = fetch(url);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const closing = server.close(2_000);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await expect(fetch(url)).rejects.toThrow();
    expect((await inHand).status).toBe(200);
    await closing;
  });
});
