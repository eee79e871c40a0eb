import { removeTemporaryFolders } from '@tradepost/platform/testing/temporary-folder.ts';
import { isCommonPassword } from '../src/common-passwords.ts';
import { networkOf } from '../src/guess-guard.ts';
import { passwordHasher } from '../src/password.ts';
import { rightPassword, startAuth } from './support/auth.ts';

let running: Awaited<ReturnType<typeof startAuth>>;
beforeEach(async () => {
  running = await startAuth();
});
afterEach(() => running.stop());
afterAll(removeTemporaryFolders);

const change = (token: string, current: string, next: string) => running.call('POST', '/password/change', { token, body: { current, next } });

describe('When somebody changes the password', () => {
  test('then other sessions end, this one goes on, and the new password is the one that counts', async () => {
    const [here, there] = [await running.signIn(), await running.signIn()];

    expect(await change(here.body.token, rightPassword, 'a-new-Horse-of-8')).toMatchObject({ status: 204 });

    expect((await running.call('GET', '/sessions', { token: here.body.token })).body).toHaveLength(1);
    expect(await running.call('GET', '/sessions', { token: there.body.token })).toMatchObject({ status: 401 });
    expect(await running.call('POST', '/token/refresh', { cookie: here.cookie })).toMatchObject({ status: 200 });
    expect(await running.call('POST', '/token/refresh', { cookie: there.cookie })).toMatchObject({ status: 401 });
    expect(await running.signIn()).toMatchObject({ status: 401 });
    expect(await running.signIn('TP000001', { password: 'a-new-Horse-of-8' })).toMatchObject({ status: 200 });
    expect(await running.revocations()).toMatchObject([{ message: { reason: 'password-changed' } }]);
  });

  test('then a wrong current, the same, a short and a common new one are refused at their field, and nothing changes', async () => {
    const { token } = (await running.signIn()).body;
    expect(await change(token, 'not-the-password', 'a-new-Horse-of-8')).toMatchObject({ status: 422, body: { code: 'wrong-password', errors: [{ field: 'current' }] } });
    expect(await change(token, rightPassword, rightPassword)).toMatchObject({ status: 422, body: { errors: [{ field: 'next' }] } });
    expect(await change(token, rightPassword, 'short-7')).toMatchObject({ status: 422, body: { errors: [{ field: 'next', message: 'A password has 8 or more characters' }] } });
    expect(await change(token, rightPassword, 'Krishna123')).toMatchObject({ status: 422, body: { errors: [{ field: 'next' }] } });
    expect(await running.call('POST', '/password/change', { body: { current: rightPassword, next: 'a-new-Horse-of-8' } })).toMatchObject({ status: 401 });
    expect(await running.signIn()).toMatchObject({ status: 200 });
  });

  test('then a wrong current one is limited like a sign-in', async () => {
    const { token } = (await running.signIn()).body;
    for (let round = 0; round < 9; round += 1) expect((await change(token, 'not-the-password', 'a-new-Horse-of-8')).status).toBe(422);
    expect((await change(token, rightPassword, 'a-new-Horse-of-8')).status).toBe(429);
  });

  test('then a temporary password lets its holder change it and sign out, nothing else, until it is changed', async () => {
    await running.client.setCredentials({ body: { account: 'asha', password: 'Temporary-Horse-9', temporary: true, key: 'issue' } });
    const { body, cookie } = await running.signIn('TP000001', { password: 'Temporary-Horse-9' });
    expect(await running.call('GET', '/sessions', { token: body.token })).toMatchObject({ status: 403, body: { code: 'password-change-required' } });
    const still = await running.call('POST', '/token/refresh', { cookie });
    expect(still.body.mustChangePassword).toBe(true);

    expect(await change(still.body.token, 'Temporary-Horse-9', 'my-own-Horse-10')).toMatchObject({ status: 204 });

    const renewed = await running.call('POST', '/token/refresh', { cookie: still.cookie });
    expect(renewed).toMatchObject({ status: 200 });
    expect(renewed.body.mustChangePassword).toBeUndefined();
    expect(await running.call('GET', '/sessions', { token: renewed.body.token })).toMatchObject({ status: 200 });
  });
});

describe('When a password is forgotten', () => {
  const forget = (userId: string, address = '192.0.2.7') => running.call('POST', '/password/forgot', { body: { userId }, address });
  const reset = (token: string, next: string) => running.call('POST', '/password/reset', { body: { token, next } });
  async function link(): Promise<string> {
    for (let round = 0; round < 50 && running.mails.length === 0; round += 1) await new Promise((resolve) => setTimeout(resolve, 10));
    const mail = running.mails.shift();
    return /\/reset-password\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  }

  test('then everybody is told the same, and the link in the mail sets a new password once and ends all sessions', async () => {
    const before = await running.signIn();
    const known = await forget('TP000001');
    const unknown = await forget('TP555555');
    expect(known).toMatchObject({ status: 202, body: { message: 'If the account exists, a message with a link is on its way. The link works once, for 30 minutes.' } });
    expect({ status: unknown.status, body: unknown.body }).toEqual({ status: known.status, body: known.body });
    const token = await link();
    expect(token).not.toBe('');
    expect(running.mails).toEqual([]);

    expect(await reset(token, 'password123')).toMatchObject({ status: 422, body: { errors: [{ field: 'next' }] } });
    const answers = await Promise.all([reset(token, 'one-new-Horse-1'), reset(token, 'two-new-Horse-2')]);

    expect(answers.map(({ status }) => status).sort()).toEqual([204, 422]);
    expect(answers.find(({ status }) => status === 422)?.body.code).toBe('link-expired');
    expect(await reset(token, 'three-new-Horse-3')).toMatchObject({ status: 422, body: { code: 'link-expired' } });
    expect(await running.call('GET', '/sessions', { token: before.body.token })).toMatchObject({ status: 401 });
    expect(running.log()).not.toContain(token);
  });

  test('then a link is dead after 30 minutes and after any other new password, and a made-up one always', async () => {
    await forget('TP000001');
    const token = await link();
    running.time.offsetMs += 30 * 60_000 + 1;
    expect(await reset(token, 'one-new-Horse-1')).toMatchObject({ status: 422 });
    await forget('TP000001');
    const second = await link();
    await running.client.setCredentials({ body: { account: 'asha', password: 'Temporary-Horse-9', temporary: true, key: 'issue' } });
    expect(await reset(second, 'one-new-Horse-1')).toMatchObject({ status: 422, body: { code: 'link-expired' } });
    expect(await reset('made-up', 'one-new-Horse-1')).toMatchObject({ status: 422 });
  });

  test('then the fourth request of a minute from one address waits, and demo accounts get no mail', async () => {
    for (let round = 0; round < 3; round += 1) expect((await forget('TP000004')).status).toBe(202);
    expect(await forget('TP000001')).toMatchObject({ status: 429 });
    expect((await forget('TP000001', '198.51.100.9')).status).toBe(202);
    expect(await link()).not.toBe('');
    expect(running.mails).toEqual([]);
  });
});

describe('When passwords are judged and hashed', () => {
  test('then common ones, look-alikes, repetitions and plain runs are known, and others pass', () => {
    for (const common of [
      'password',
      'P@ssw0rd',
      'Password123',
      'Sunshine99',
      'aaaaaaaa',
      'abababab',
      '12345678',
      '87654321',
      'qwertyuiop',
      'asdfghjkl',
      'abcdefgh',
      'Jaihind123',
      'tradepost',
    ])
      expect([common, isCommonPassword(common)]).toEqual([common, true]);
    for (const fine of [rightPassword, 'violet-Kettle-42', 'मेरा-पासवर्ड-नया', 'gT7#kq9!xw']) expect([fine, isCommonPassword(fine)]).toEqual([fine, false]);
  });

  test('then two hashes of one password differ, say how they were made, and the 53rd at once is refused', async () => {
    const hasher = passwordHasher();
    const [one, two] = await Promise.all([hasher.hash('same-Horse-1'), hasher.hash('same-Horse-1')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w-]{22}\$[\w-]{43}$/);
    expect(two).not.toBe(one);
    expect(await hasher.verify('same-Horse-1', two)).toBe(true);
    expect(await hasher.verify('other-Horse-1', two)).toBe(false);
    expect(await hasher.verify('same-Horse-1', undefined)).toBe(false);
    const crowd = await Promise.allSettled(Array.from({ length: 60 }, () => hasher.verify('x', one)));
    expect(crowd.filter(({ status }) => status === 'rejected')).toHaveLength(8);
    expect(await hasher.verify('same-Horse-1', one)).toBe(true);
  });

  test('then a network is a /24 or a /64', () => {
    expect(networkOf('192.0.2.7')).toBe(networkOf('::ffff:192.0.2.200'));
    expect(networkOf('192.0.2.7')).not.toBe(networkOf('192.0.3.7'));
    expect(networkOf('2001:db8:1:2::1')).toBe(networkOf('2001:0db8:1:2:ffff:0:0:9'));
    expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'));
  });
});
