import { removeTemporaryFolders } from '@tradepost/platform/testing/temporary-folder.ts';
import { internalKey, rightPassword, startAuth } from './support/auth.ts';

let running: Awaited<ReturnType<typeof startAuth>>;
beforeEach(async () => {
  running = await startAuth();
});
afterEach(() => running.stop());
afterAll(removeTemporaryFolders);

const isGood = async (token: string): Promise<boolean> => (await running.call('GET', '/sessions', { token })).status === 200;

describe('When a token is renewed', () => {
  test('then the cookie has a new secret, and the old one ends the session for whoever holds it', async () => {
    const first = await running.signIn();
    const second = await running.call('POST', '/token/refresh', { cookie: first.cookie });
    expect(second).toMatchObject({ status: 200, body: { user: { id: 'asha' } } });
    expect(second.cookie).not.toBe(first.cookie);

    expect(await running.call('POST', '/token/refresh', { cookie: first.cookie })).toMatchObject({ status: 401, body: { code: 'session-ended' } });
    expect(await running.call('POST', '/token/refresh', { cookie: second.cookie })).toMatchObject({ status: 401 });
    expect(await isGood(second.body.token)).toBe(false);
    expect(await running.revocations()).toMatchObject([{ subject: 'asha', message: { account: 'asha', reason: 'reused-token' } }]);
  });

  test('then of 50 at once exactly one succeeds', async () => {
    const { cookie } = await running.signIn();
    // All of them have passed the look at the secret before the first one swaps it.
    running.state.onIdentity = () => new Promise((resolve) => setTimeout(resolve, 300));
    const answers = await Promise.all(Array.from({ length: 50 }, () => running.call('POST', '/token/refresh', { cookie })));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(49);
  });

  test('then without a cookie, with a made-up one, or after twelve hours it is 401', async () => {
    const { cookie } = await running.signIn();
    expect(await running.call('POST', '/token/refresh')).toMatchObject({ status: 401 });
    expect(await running.call('POST', '/token/refresh', { cookie: 'tp_refresh=nothing' })).toMatchObject({ status: 401 });
    expect(await running.call('POST', '/token/refresh', { cookie: `tp_refresh=${crypto.randomUUID()}.${'a'.repeat(43)}` })).toMatchObject({ status: 401 });
    running.time.offsetMs += 12 * 3_600_000 + 1;
    expect(await running.call('POST', '/token/refresh', { cookie })).toMatchObject({ status: 401 });
  });

  test('then a token never outlives its session', async () => {
    const { cookie } = await running.signIn();
    running.time.offsetMs += 12 * 3_600_000 - 60_000;
    const { token } = (await running.call('POST', '/token/refresh', { cookie })).body;
    expect(await isGood(token)).toBe(true);
    running.time.offsetMs += 62_000;
    expect(await isGood(token)).toBe(false);
  });

  test('then users being away is 503, and the same cookie works afterwards', async () => {
    const { cookie } = await running.signIn();
    running.state.usersAway = true;
    expect(await running.call('POST', '/token/refresh', { cookie })).toMatchObject({ status: 503 });
    running.state.usersAway = false;
    expect(await running.call('POST', '/token/refresh', { cookie })).toMatchObject({ status: 200 });
  });

  test('then a page of another site is refused, also for signing out; the own site is not', async () => {
    const { cookie } = await running.signIn();
    for (const path of ['/token/refresh', '/logout']) {
      for (const origin of ['https://evil.example', 'http://127.0.0.1:8080.evil.example', 'null', 'https://127.0.0.1:8080']) {
        expect(await running.call('POST', path, { cookie, headers: { origin } })).toMatchObject({ status: 403, body: { code: 'foreign-origin' } });
      }
    }
    expect(await running.call('POST', '/token/refresh', { cookie, headers: { origin: 'http://127.0.0.1:8080' } })).toMatchObject({ status: 200 });
  });

  test('then role and state are those of now', async () => {
    const { cookie } = await running.signIn();
    const asha = running.people.get('asha');
    if (!asha) throw new Error('There is no asha.');
    running.people.set('asha', { ...asha, role: '1', name: 'Asha II' });
    const second = await running.call('POST', '/token/refresh', { cookie });
    expect(second.body.user).toMatchObject({ role: '1', name: 'Asha II' });
    running.people.set('asha', { ...asha, state: 'disabled' });
    expect(await running.call('POST', '/token/refresh', { cookie: second.cookie })).toMatchObject({ status: 401, body: { code: 'session-ended' } });
  });
});

describe('When somebody signs out', () => {
  test('then token and cookie are worth nothing at once, the cookie is removed, and a second time answers the same', async () => {
    const { body, cookie } = await running.signIn();
    const out = await running.call('POST', '/logout', { token: body.token, cookie });

    expect(out).toMatchObject({ status: 204, body: undefined });
    expect(out.headers.get('set-cookie')).toContain('tp_refresh=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0');
    expect(await isGood(body.token)).toBe(false);
    expect(await running.call('POST', '/token/refresh', { cookie })).toMatchObject({ status: 401 });
    expect(await running.call('POST', '/logout', { cookie })).toMatchObject({ status: 204 });
    expect(await running.revocations()).toMatchObject([{ message: { reason: 'signed-out' } }]);
  });

  test('then the cookie alone or the token alone is enough, and neither is 401', async () => {
    const [one, two] = [await running.signIn(), await running.signIn()];
    expect(await running.call('POST', '/logout', { cookie: one.cookie })).toMatchObject({ status: 204 });
    expect(await isGood(one.body.token)).toBe(false);
    expect(await isGood(two.body.token)).toBe(true);
    expect(await running.call('POST', '/logout', { token: two.body.token })).toMatchObject({ status: 204 });
    expect(await isGood(two.body.token)).toBe(false);
    expect(await running.call('POST', '/logout')).toMatchObject({ status: 401 });
  });
});

describe('When somebody looks at the own devices', () => {
  test('then they are listed with words, and one of them can be ended; a foreign one looks like none', async () => {
    const phone = await running.signIn('TP000001', {}, { headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36' } });
    const here = await running.signIn();
    const foreign = await running.signIn('TP000002');
    const { token } = here.body;
    const list = (await running.call('GET', '/sessions', { token })).body;
    expect(list).toHaveLength(2);
    const other = list.find((session: { current: boolean }) => !session.current);
    expect(other).toMatchObject({ device: 'Chrome on Android', current: false });

    const [foreignSession] = (await running.call('GET', '/sessions', { token: foreign.body.token })).body;
    const notMine = await running.call('DELETE', `/sessions/${foreignSession._id}`, { token });
    const notThere = await running.call('DELETE', `/sessions/${crypto.randomUUID()}`, { token });
    expect(notMine.status).toBe(404);
    expect({ ...notThere.body, requestId: '' }).toEqual({ ...notMine.body, requestId: '' });

    const headers = { 'idempotency-key': 'end-the-phone' };
    expect(await running.call('DELETE', `/sessions/${other._id}`, { token, headers })).toMatchObject({ status: 204 });
    expect(await isGood(phone.body.token)).toBe(false);
    expect(await running.call('DELETE', `/sessions/${other._id}`, { token, headers })).toMatchObject({ status: 204 });
    expect(await running.call('DELETE', `/sessions/${other._id}`, { token })).toMatchObject({ status: 404 });
  });
});

describe('When another service asks', () => {
  test('then ending the sessions of an account ends every one before it answers, and tells gateways', async () => {
    const tokens = [(await running.signIn()).body.token, (await running.signIn()).body.token];
    const sinceMs = Date.now() - 1000;
    const { sessionId } = await running.verifier.verify(tokens[0]);
    expect(await running.client.checkSession({ params: { id: sessionId } })).toEqual({ active: true });

    await running.client.endSessions({ body: { account: 'asha', reason: 'disabled' } });

    for (const token of tokens) await expect(running.verifier.verify(token)).rejects.toMatchObject({ code: 'session-ended' });
    expect(await running.client.checkSession({ params: { id: sessionId } })).toEqual({ active: false });
    expect((await running.client.revocations({ query: { since: sinceMs } })).map((one) => one.sessionId)).toContain(sessionId);
    expect(await running.client.revocations({ query: { since: Date.now() + 60_000 } })).toEqual([]);
    expect((await running.revocations()).map(({ message }) => message)).toMatchObject([{ reason: 'disabled' }, { reason: 'disabled' }]);
  });

  test('then sessions that ended long ago or ran out are swept, and those of now stay', async () => {
    const old = await running.signIn();
    await running.call('POST', '/logout', { token: old.body.token });
    await running.signIn();
    await running.revocations();
    running.time.offsetMs += 14 * 3_600_000;
    const { token } = (await running.signIn()).body;
    await running.restart();
    expect(await running.client.revocations({ query: { since: 0 } })).toEqual([]);
    expect((await running.call('GET', '/sessions', { token })).body).toHaveLength(1);
  });

  test('then a password is set once for each key, a temporary one ends all sessions, and removed credentials cannot sign in', async () => {
    const before = await running.signIn();
    const body = { account: 'asha', password: 'Temporary-Horse-9', temporary: true, key: 'issue-1' };
    expect(await running.client.setCredentials({ body })).toEqual({ set: true });
    expect(await isGood(before.body.token)).toBe(false);
    const after = await running.signIn('TP000001', { password: 'Temporary-Horse-9' });
    expect(after.body.mustChangePassword).toBe(true);
    expect(await running.client.setCredentials({ body })).toEqual({ set: false });
    expect((await running.call('POST', '/token/refresh', { cookie: after.cookie })).status).toBe(200);

    await running.client.removeCredentials({ body: { account: 'asha' } });
    await running.client.removeCredentials({ body: { account: 'asha' } });
    expect(await running.signIn('TP000001', { password: 'Temporary-Horse-9' })).toMatchObject({ status: 401 });
    expect(await running.call('POST', '/token/refresh', { cookie: after.cookie })).toMatchObject({ status: 401 });
  });

  test('then eight passwords at once leave one, and common ones are refused', async () => {
    const keys = Array.from({ length: 8 }, (_, index) => `at-once-${index}`);
    await Promise.allSettled(keys.map((key) => running.client.setCredentials({ body: { account: 'asha', password: `Horse-${key}-x`, temporary: false, key } })));
    const answers = [];
    for (const key of keys) answers.push((await running.signIn('TP000001', { password: `Horse-${key}-x` })).status);
    expect(answers.filter((status) => status === 200)).toHaveLength(1);
    await expect(running.client.setCredentials({ body: { account: 'asha', password: 'Password123!', temporary: false, key: 'common' } })).rejects.toMatchObject({ status: 422 });
  });

  test('then nothing is answered without the internal key', async () => {
    expect(await running.call('GET', '/internal/keys', { headers: { 'x-internal-key': 'guessed' } })).toMatchObject({ status: 401 });
    expect(await running.call('GET', '/sessions', { headers: { 'x-internal-key': '' } })).toMatchObject({ status: 401 });
    const keys = await running.call('GET', '/internal/keys');
    expect(keys).toMatchObject({ status: 200, body: [{ kid: expect.any(String), jwk: { kty: 'EC', crv: 'P-256' } }] });
    expect(JSON.stringify(keys.body)).not.toContain('"d"');
    expect(running.log()).not.toContain(internalKey);
    expect(running.log()).not.toContain(rightPassword);
  });
});
