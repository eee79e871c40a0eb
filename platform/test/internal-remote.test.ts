import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import * as authInternal from '@tradepost/proto/api/auth/internal.ts';
import { budgetHeader, withinBudget } from '../src/budget.ts';
import { Refused } from '../src/errors.ts';
import { connect, type RemoteTarget } from '../src/internal.ts';
import { watchUpstream } from '../src/upstream.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Another process that answers as told, and the client of it. */
async function remote(answer: (request: IncomingMessage, response: ServerResponse, call: number) => void, target: Partial<RemoteTarget> = {}) {
  const calls: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    calls.push(request);
    answer(request, response, calls.length);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const upstream = watchUpstream('auth');
  return { calls, upstream, auth: connect(authInternal, { url, internalKey: 'key', upstream, ...target }) };
}

const active = (response: ServerResponse): void => void response.setHeader('content-type', 'application/json').end('{"active":true}');
const refusalOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => (error instanceof Refused ? error.code : error),
  );
const check = { params: { id: 'session' } };

describe('When another process is called', () => {
  test('then the key and the time that is left go along', async () => {
    const { calls, auth } = await remote((_request, response) => active(response));
    await auth.checkSession(check);
    await withinBudget(300, () => auth.checkSession(check));
    expect(calls.map(({ headers }) => headers['x-internal-key'])).toEqual(['key', 'key']);
    const [usual, within] = calls.map(({ headers }) => Number(headers[budgetHeader]));
    expect(usual).toBeGreaterThan(1_900);
    expect(within).toBeGreaterThan(0);
    expect(within).toBeLessThanOrEqual(300);
  });

  test('then nobody waits longer than what is left, and nothing is sent when nothing is', async () => {
    const { calls, auth } = await remote(() => undefined);
    const beganMs = performance.now();
    expect(await withinBudget(100, () => refusalOf(auth.checkSession(check)))).toBe('unavailable');
    expect(performance.now() - beganMs).toBeLessThan(1_000);
    expect(await withinBudget(0, () => refusalOf(auth.checkSession(check)))).toBe('unavailable');
    expect(calls).toHaveLength(1);
  });

  test('then a refusal is an answer, and nothing is tried again', async () => {
    const problem = JSON.stringify({ code: 'busy', detail: 'Busy.' });
    const { calls, upstream, auth } = await remote((_request, response) => void response.writeHead(503, { 'content-type': 'application/problem+json' }).end(problem), {
      retries: 2,
    });
    for (let call = 0; call < 25; call += 1) expect(await refusalOf(auth.checkSession(check))).toBe('unavailable');
    expect([calls.length, upstream.isOpen()]).toEqual([25, false]);
  });

  test('then a page of somebody in between is no answer of the service', async () => {
    const { auth } = await remote((_request, response) => void response.end('<html>'));
    expect(await refusalOf(auth.checkSession(check))).toBe('unavailable');
  });
});

describe('When another process cuts the connection', () => {
  const cutFirst = (request: IncomingMessage, response: ServerResponse, call: number): void => void (call === 1 ? request.socket.destroy() : active(response));

  test('then a read is tried again where that is allowed, and nowhere else', async () => {
    const trying = await remote(cutFirst, { retries: 2 });
    expect(await trying.auth.checkSession(check)).toEqual({ active: true });
    expect(trying.calls).toHaveLength(2);
    const plain = await remote(cutFirst);
    expect(await refusalOf(plain.auth.checkSession(check))).toBe('unavailable');
    expect(plain.calls).toHaveLength(1);
  });

  test('then a write is never tried again', async () => {
    const { calls, auth } = await remote(cutFirst, { retries: 2 });
    expect(await refusalOf(auth.endSessions({ body: { account: 'a', reason: 'disabled' } }))).toBe('unavailable');
    expect(calls).toHaveLength(1);
  });

  test('then calls stop, but for one that is always asked, and its answer lets them go on', async () => {
    let away = true;
    const always = [authInternal.revocations.call.path];
    const answer = (request: IncomingMessage, response: ServerResponse): void =>
      void (away ? request.socket.destroy() : response.end(request.url?.includes('revocations') ? '[]' : '{"active":true}'));
    const { calls, auth } = await remote(answer, { always });
    for (let call = 0; call < 20; call += 1) await refusalOf(auth.checkSession(check));
    expect(await refusalOf(auth.checkSession(check))).toBe('unavailable');
    expect(calls).toHaveLength(20);
    expect(await refusalOf(auth.revocations({ query: { since: 0 } }))).toBe('unavailable');
    expect(calls).toHaveLength(21);
    away = false;
    expect(await auth.revocations({ query: { since: 0 } })).toEqual([]);
    expect(await auth.checkSession(check)).toEqual({ active: true });
  });
});

describe('When a call that is always made has no answer in time', () => {
  test('then nothing else goes out until it has one, and whoever waits is told', async () => {
    let silent = true;
    const always = [authInternal.revocations.call.path];
    const answer = (request: IncomingMessage, response: ServerResponse): void => {
      if (!silent) response.end(request.url?.includes('revocations') ? '[]' : '{"active":true}');
    };
    const { calls, upstream, auth } = await remote(answer, { always, retries: 2, deadlineMs: 100 });
    let told = 0;
    upstream.onSilence(() => {
      told += 1;
    });
    expect(await refusalOf(auth.revocations({ query: { since: 0 } }))).toBe('unavailable');
    expect([told, upstream.isOpen()]).toEqual([1, true]);
    const before = calls.length;
    expect(await refusalOf(auth.checkSession(check))).toBe('unavailable');
    expect(calls).toHaveLength(before);
    silent = false;
    expect(await auth.revocations({ query: { since: 0 } })).toEqual([]);
    expect([upstream.isOpen(), await auth.checkSession(check)]).toEqual([false, { active: true }]);
  });
});
