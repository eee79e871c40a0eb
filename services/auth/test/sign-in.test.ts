import { removeTemporaryFolders } from '@tradepost/platform/testing/temporary-folder.ts';
import { rightPassword, startAuth } from './support/auth.ts';

let running: Awaited<ReturnType<typeof startAuth>>;
beforeEach(async () => {
  running = await startAuth();
});
afterEach(() => running.stop());
afterAll(removeTemporaryFolders);

describe('When somebody signs in', () => {
  test('then the right password gives a token, the person and a cookie that scripts cannot read', async () => {
    const answer = await running.signIn();

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ token: expect.any(String), user: { id: 'asha', _id: 'asha', userId: 'TP000001', name: 'Name of asha', role: '2', image: null, status: true } });
    expect(answer.headers.get('set-cookie')).toMatch(/^tp_refresh=[0-9a-f-]{36}\.[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/$/);
    expect(await running.verifier.verify(answer.body.token)).toMatchObject({ id: 'asha', role: '2', mustChangePassword: false });
    expect(running.log()).not.toContain(rightPassword);
    expect(running.log()).not.toContain(answer.body.token);
    expect((await running.call('POST', '/login', { body: { userId: 'asha@example.test', password: rightPassword } })).status).toBe(200);
  });

  test('then a wrong password and an unknown id are refused in the same words', async () => {
    const wrong = await running.signIn('TP000001', { password: 'not-the-password' });
    const unknown = await running.signIn('TP999999');

    expect(wrong).toMatchObject({ status: 401, body: { code: 'invalid-credentials', message: 'Invalid User Id or password' } });
    expect({ ...unknown.body, requestId: '' }).toEqual({ ...wrong.body, requestId: '' });
  });

  test('then a pending person may come in, a disabled one learns it with the right password alone, and a deleted one is unknown', async () => {
    const asha = running.people.get('asha');
    if (!asha) throw new Error('There is no asha.');
    running.people.set('asha', { ...asha, state: 'pending' });
    expect(await running.signIn()).toMatchObject({ status: 200, body: { user: { status: false } } });
    running.people.set('asha', { ...asha, state: 'disabled' });
    expect(await running.signIn()).toMatchObject({ status: 403, body: { code: 'account-disabled', message: 'Your account is disabled. Please contact support.' } });
    expect(await running.signIn('TP000001', { password: 'not-the-password' })).toMatchObject({ status: 401 });
    running.people.set('asha', { ...asha, state: 'deleted' });
    expect(await running.signIn()).toMatchObject({ status: 401, body: { code: 'invalid-credentials' } });
  });

  test('then a disable while the session is being made leaves no session', async () => {
    const asha = running.people.get('asha');
    if (!asha) throw new Error('There is no asha.');
    running.state.onIdentity = () => void running.people.set('asha', { ...asha, state: 'disabled' });

    expect(await running.signIn()).toMatchObject({ status: 403 });

    running.people.set('asha', asha);
    running.state.onIdentity = () => undefined;
    const later = await running.signIn();
    expect((await running.call('GET', '/sessions', { token: later.body.token })).body).toHaveLength(1);
  });

  test('then a new password while the session is being made leaves no session', async () => {
    let changed = false;
    running.state.onIdentity = async () => {
      if (changed) return;
      changed = true;
      await running.client.setCredentials({ body: { account: 'asha', password: 'another-Horse-8', temporary: false, key: 'between' } });
    };

    expect(await running.signIn()).toMatchObject({ status: 401 });
  });

  test('then users being away is 503 and never a wrong password', async () => {
    running.state.usersAway = true;

    expect(await running.signIn()).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  });

  test('then a session lasts 12 hours, 30 days when a client asks for it, and never longer than 12 hours for staff', async () => {
    const hours = async (token: string): Promise<number> => {
      const [session] = (await running.call('GET', '/sessions', { token })).body;
      return (Date.parse(session.expiresAt) - Date.parse(session.createdAt)) / 3_600_000;
    };
    const remembered = await running.signIn('TP000002', { remember: true });
    const staff = await running.signIn('TP000003', { remember: true });

    expect(await hours((await running.signIn()).body.token)).toBe(12);
    expect(await hours(remembered.body.token)).toBe(30 * 24);
    expect(remembered.headers.get('set-cookie')).toContain('; Max-Age=25');
    expect(await hours(staff.body.token)).toBe(12);
    expect(staff.headers.get('set-cookie')).not.toContain('Max-Age');
  });

  test('then on https the cookie is bound to the host and to https', async () => {
    const secure = await startAuth({ publicUrl: 'https://tradepost.example' });
    try {
      expect((await secure.signIn()).headers.get('set-cookie')).toMatch(/^__Host-tp_refresh=.*; Path=\/; Secure$/);
    } finally {
      await secure.stop();
    }
  });

  test('then unknown fields and wrong types are 400, and missing fields 422', async () => {
    expect(await running.call('POST', '/login', { body: { userId: { $gt: '' }, password: 'x' } })).toMatchObject({ status: 400 });
    expect(await running.call('POST', '/login', { body: { userId: 'TP000001', password: 'x', role: '1' } })).toMatchObject({ status: 400 });
    expect(await running.call('POST', '/login', { body: { userId: 'TP000001' } })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'password', message: 'Password is required' }] },
    });
  });

  test('then 51 devices of one account are 50: the oldest was ended', async () => {
    await running.stop();
    running = await startAuth({ rateLimitFactor: 100 });
    const first = await running.signIn();
    for (let device = 1; device <= 50; device += 1) expect((await running.signIn()).status).toBe(200);

    expect(await running.call('POST', '/token/refresh', { cookie: first.cookie })).toMatchObject({ status: 401 });
    expect((await running.call('GET', '/sessions', { token: (await running.signIn()).body.token })).body).toHaveLength(50);
  });
});

describe('When somebody guesses passwords', () => {
  const guess = (address: string) => running.signIn('TP000001', { password: 'not-the-password' }, { address });

  test('then the eleventh try of a minute waits, the wait grows, and the owner comes in from another network at once', async () => {
    for (let round = 0; round < 10; round += 1) expect((await guess('192.0.2.7')).status).toBe(401);
    const eleventh = await guess('192.0.2.99');
    expect(eleventh).toMatchObject({ status: 429, body: { code: 'too-many-requests' } });
    expect(Number(eleventh.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await running.signIn('TP000001', {}, { address: '198.51.100.4' })).status).toBe(200);

    running.time.offsetMs += 61_000;
    expect((await guess('192.0.2.7')).status).toBe(401);
    expect(Number((await guess('192.0.2.7')).headers.get('retry-after'))).toBeGreaterThanOrEqual(9);
    running.time.offsetMs += 11_000;
    expect((await guess('192.0.2.7')).status).toBe(401);
    expect(Number((await guess('192.0.2.7')).headers.get('retry-after'))).toBeGreaterThan(15);
  });

  test('then an unknown id is counted just the same', async () => {
    for (let round = 0; round < 10; round += 1) expect((await running.signIn('TP777777')).status).toBe(401);
    expect((await running.signIn('TP777777')).status).toBe(429);
  });

  test('then the time for a known and an unknown id is the same', async () => {
    await running.stop();
    running = await startAuth({ rateLimitFactor: 1000 });
    const times: Record<string, number[]> = { TP000001: [], TP888888: [] };
    for (let round = 0; round < 15; round += 1) {
      for (const [id, list] of Object.entries(times)) {
        const startMs = performance.now();
        await running.signIn(id, { password: 'not-the-password' });
        list.push(performance.now() - startMs);
      }
    }
    const [known = 0, unknown = 0] = Object.values(times).map((list) => list.sort((a, b) => a - b)[7] ?? 0);
    // Hashing takes tens of milliseconds; an answer without it would take one.
    expect(Math.abs(known - unknown) / known).toBeLessThan(0.5);
  });
});

describe('When a visitor explores the demonstration', () => {
  test('then the demo person is signed in without a password, its password cannot be changed, and it sees its own session alone', async () => {
    const first = await running.call('POST', '/demo/sign-in', { body: { as: 'client' } });
    const second = await running.call('POST', '/demo/sign-in', { body: { as: 'client' } });

    expect(first).toMatchObject({ status: 200, body: { user: { id: 'demo' } } });
    const { token } = first.body;
    expect(await running.call('POST', '/password/change', { token, body: { current: 'whatever-1', next: 'whatever-else-2' } })).toMatchObject({
      status: 403,
      body: { code: 'demo-account' },
    });
    const sessions = (await running.call('GET', '/sessions', { token })).body;
    expect(sessions).toHaveLength(1);
    const [other] = (await running.call('GET', '/sessions', { token: second.body.token })).body;
    expect(await running.call('DELETE', `/sessions/${other._id}`, { token })).toMatchObject({ status: 404 });
  });

  test('then there is no such call where the person is missing or in live mode', async () => {
    expect(await running.call('POST', '/demo/sign-in', { body: { as: 'admin' } })).toMatchObject({ status: 404 });
    const live = await startAuth({ mode: 'live' });
    try {
      expect(await live.call('POST', '/demo/sign-in', { body: { as: 'client' } })).toMatchObject({ status: 404 });
    } finally {
      await live.stop();
    }
  });
});
