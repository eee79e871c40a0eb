import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { fillPath } from '@tradepost/proto/api/call.ts';
import { routes } from '../src/routes.ts';
import { keyPair, startGateway } from './support/gateway.ts';

let running: Awaited<ReturnType<typeof startGateway>>;
beforeEach(async () => {
  running = await startGateway('in process', { rateLimitFactor: 1000 });
  await running.gateway.start();
});
afterEach(() => running.stop());

const own = { id: 'asha', userId: 'asha', token: 'file-token', withdrawalId: 'w1', positionId: 'p1', locale: 'en', index: 'nifty' };
const staffRoles = ['0', '1'];

/** What the declared rule means for a person on the account `asha`, in statuses; said here once more, apart from the code that decides it. */
function expected(access: string, path: string, who: { id: string; role: string; temporary: boolean } | undefined): number {
  if (['public', 'link', 'cookie'].includes(access)) return 200;
  if (!who) return 401;
  if (who.temporary && path !== '/password/change') return 403;
  const named = /:(id|userId)/.test(path) && who.id === 'asha';
  const staff = staffRoles.includes(who.role);
  if (access === 'signed-in') return 200;
  if (access === 'admin') return staff ? 200 : 403;
  if (access === 'self') return named ? 200 : 404;
  return named || staff ? 200 : 404;
}

describe('When every route is called by everybody', () => {
  const callers: { name: string; who: { id: string; role: string; temporary: boolean } | undefined }[] = [
    { name: 'nobody', who: undefined },
    { name: 'the client', who: { id: 'asha', role: '2', temporary: false } },
    { name: 'another client', who: { id: 'vikram', role: '2', temporary: false } },
    { name: 'an administrator', who: { id: 'admin', role: '1', temporary: false } },
    { name: 'the owner', who: { id: 'owner', role: '0', temporary: false } },
    { name: 'an unknown role', who: { id: 'odd', role: '3', temporary: false } },
    { name: 'an administrator with a temporary password', who: { id: 'new', role: '1', temporary: true } },
  ];

  test.each(callers)('then $name gets exactly what the table says', async ({ who }) => {
    const token = who && running.token(who.id, who.role, { mustChangePassword: who.temporary });
    const wrong: string[] = [];
    for (const { method, path, access } of routes) {
      const answer = await running.call(method, `/api${fillPath(path, own)}`, token);
      const wanted = expected(access, path, who);
      if (answer.status !== wanted) wrong.push(`${method} ${path}: ${answer.status} in place of ${wanted}`);
      await answer.body?.cancel();
    }
    expect(wrong).toEqual([]);
  });

  test('then a foreign account and none are refused in the same words', async () => {
    const token = running.token('vikram', '2');
    const bodies = await Promise.all(['asha', 'nobody-at-all'].map(async (id) => (await running.call('GET', `/api/user/${id}`, token)).text()));
    const [foreign, none] = bodies.map((body) => body.replace(/"requestId":"[^"]*"/, ''));
    expect(foreign).toBe(none);
    expect(running.received).toEqual([]);
  });
});

const encode = (value: unknown): string => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** A token as somebody who knows the format but not the key would make it. */
function forge(header: object, claims: object, signature: (input: string) => Buffer): string {
  const input = `${encode(header)}.${encode(claims)}`;
  return `${input}.${signature(input).toString('base64url')}`;
}

const es256 =
  (key: string | KeyObject) =>
  (input: string): Buffer =>
    sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' } as Parameters<typeof sign>[2]);

describe('When a token was not signed by auth, or is no longer good', () => {
  test('then each of 25 kinds is 401 and no service sees the call', async () => {
    const good = running.token('admin', '1');
    const [head = '', body = '', tail = ''] = good.split('.');
    const header = JSON.parse(Buffer.from(head, 'base64url').toString());
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
    const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const own = es256(keyPair.privateKey);
    const spki = createPublicKey(keyPair.publicKey).export({ type: 'spki', format: 'der' });
    const seconds = Math.floor(Date.now() / 1000);
    const forged: Record<string, string> = {
      none: forge({ ...header, alg: 'none' }, claims, () => Buffer.alloc(0)),
      None: forge({ ...header, alg: 'None' }, claims, () => Buffer.alloc(0)),
      nOnE: forge({ ...header, alg: 'nOnE' }, claims, () => Buffer.alloc(0)),
      'hs256 with the public pem': forge({ ...header, alg: 'HS256' }, claims, (input) => createHmac('sha256', keyPair.publicKey).update(input).digest()),
      'hs256 with the public der': forge({ ...header, alg: 'HS256' }, claims, (input) => createHmac('sha256', spki).update(input).digest()),
      'another key, our kid': forge(header, claims, es256(stranger)),
      'unknown kid': forge({ ...header, kid: 'elsewhere' }, claims, own),
      'kid as a path': forge({ ...header, kid: '../../dev/null' }, claims, own),
      'kid as SQL': forge({ ...header, kid: "' OR 1=1 --" }, claims, own),
      'no kid': forge({ alg: 'ES256', typ: 'JWT' }, claims, own),
      'kid as a number': forge({ ...header, kid: 7 }, claims, own),
      'own jwk in the header': forge({ ...header, kid: 'mine', jwk: createPublicKey(stranger).export({ format: 'jwk' }) }, claims, es256(stranger)),
      'own jku in the header': forge({ ...header, kid: 'mine', jku: 'http://127.0.0.1:1/keys' }, claims, es256(stranger)),
      'wrong alg for the key': forge({ ...header, alg: 'ES384' }, claims, own),
      expired: forge(header, { ...claims, iat: seconds - 700, exp: seconds - 100 }, own),
      'not yet good': forge(header, { ...claims, nbf: seconds + 300 }, own),
      'wrong audience': forge(header, { ...claims, aud: 'another' }, own),
      'wrong issuer': forge(header, { ...claims, iss: 'another' }, own),
      'no subject': forge(header, { ...claims, sub: undefined }, own),
      'no expiry': forge(header, { ...claims, exp: undefined }, own),
      'no session': forge(header, { ...claims, sid: undefined }, own),
      'role edited': `${head}.${encode({ ...claims, role: '0' })}.${tail}`,
      'signature cut': `${head}.${body}.${tail.slice(0, -4)}`,
      'no signature': `${head}.${body}.`,
      'refresh secret': `${crypto.randomUUID()}.${'a'.repeat(43)}`,
      'very long': `${good}${'a'.repeat(3000)}`,
      empty: '',
    };
    const statuses: Record<string, number> = {};
    for (const [name, token] of Object.entries(forged))
      statuses[name] = (await running.call('GET', '/api/users', undefined, { headers: { authorization: `Bearer ${token}` } })).status;

    expect(statuses).toEqual(Object.fromEntries(Object.keys(forged).map((name) => [name, 401])));
    expect(running.received).toEqual([]);
    expect((await running.call('GET', '/api/users', good)).status).toBe(200);
    expect((await running.call('GET', '/api/users', undefined, { headers: { authorization: `Basic ${good}` } })).status).toBe(401);
  });

  test('then a token is refused within a second of its session ending somewhere else', async () => {
    const token = running.token('admin', '1', { sessionId: 's-1' });
    expect((await running.call('GET', '/api/users', token)).status).toBe(200);
    running.auth.ended.push({ sessionId: 's-1', endedAtMs: Date.now() });
    const endedMs = Date.now();
    let last = 200;
    while (last === 200 && Date.now() - endedMs < 3_000) last = (await running.call('GET', '/api/users', token)).status;

    expect(last).toBe(401);
    expect(Date.now() - endedMs).toBeLessThan(1_000);
  });

  test('then a session that ended before the start is known when the gateway is ready, and until then the API answers 503', async () => {
    const second = await startGateway('in process');
    try {
      second.auth.ended.push({ sessionId: 's-2', endedAtMs: Date.now() - 9 * 60_000 });
      second.auth.away = true;
      const starting = second.gateway.start();
      const token = second.token('admin', '1', { sessionId: 's-2' });
      expect((await second.call('GET', '/api/users', token)).status).toBe(503);
      expect((await second.call('GET', '/readyz')).status).toBe(503);
      expect((await second.call('GET', '/livez')).status).toBe(200);
      second.auth.away = false;
      await starting;
      expect((await second.call('GET', '/readyz')).status).toBe(200);
      expect(await (await second.call('GET', '/api/users', token)).json()).toMatchObject({ status: 401, code: 'session-ended' });
    } finally {
      await second.stop();
    }
  });
});

describe('When money or an account is about to change', () => {
  test('then auth is asked for the session each time, and an ended one is 401', async () => {
    const token = running.token('admin', '1', { sessionId: 's-3' });
    expect((await running.call('PUT', '/api/users/asha/totalfund', token)).status).toBe(200);
    expect((await running.call('PUT', '/api/users/asha/totalfund', token)).status).toBe(200);
    expect(running.auth.checks).toBe(2);
    running.auth.inactive.add('s-3');
    expect(await (await running.call('PUT', '/api/users/asha/totalfund', token)).json()).toMatchObject({ status: 401, code: 'session-ended' });
    expect(running.received).toHaveLength(2);
  });

  test('then an auth that is away or silent for a second is 503, and reads go on', async () => {
    const token = running.token('admin', '1');
    running.auth.away = true;
    expect((await running.call('PUT', '/api/users/asha/totalfund', token)).status).toBe(503);
    running.auth.away = false;
    running.auth.silent = true;
    const startMs = Date.now();
    const answer = await running.call('PUT', '/api/users/asha/totalfund', token);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(Date.now() - startMs).toBeLessThan(1_500);
    expect((await running.call('GET', '/api/users', token)).status).toBe(200);
    running.auth.silent = false;
  });
});
