import { randomUUID } from 'node:crypto';
import { removeTemporaryFolders } from '@tradepost/platform/testing/temporary-folder.ts';
import { newClient } from './support/people.ts';
import { picture } from './support/samples.ts';
import { form, usersWorld, type World } from './support/world.ts';

let world: World;
beforeAll(async () => {
  world = await usersWorld();
});
afterAll(async () => {
  await world.stop();
  removeTemporaryFolders();
});

const bank = { bankName: 'State Bank', accountNumber: '12345678901234', ifsc: 'SBIN0001234' };
const newAdmin = async (role: '0' | '1') => {
  const digits = String(Math.floor(Math.random() * 1e8)).padStart(8, '0');
  const body = { name: 'Staff Member', email: `staff${digits}@example.in`, phone: `91${digits}`, dob: '1980-02-29', gender: 'male', role };
  return (await world.call('POST', '/api/users', { as: world.owner, body })).body.user as { _id: string; role: string };
};

describe('When a client looks at another account', () => {
  test.each([
    ['GET', '/api/user/ID', undefined],
    ['PATCH', '/api/users/ID', { address: 'Elsewhere' }],
    ['POST', '/api/users/ID/reveal', { field: 'pancard' }],
    ['PUT', '/api/updatebankdetails/ID', bank],
  ])('then %s %s answers as for an id nobody has', async (method, path, body) => {
    const [one, other] = [await newClient(world), await newClient(world)];
    const there = await world.call(method, path.replace('ID', other._id), { as: one, body });
    const nowhere = await world.call(method, path.replace('ID', randomUUID()), { as: one, body });
    expect(there.status).toBe(404);
    expect(there.body).toEqual(nowhere.body);
  });

  test.each([
    ['GET', '/api/users', undefined],
    ['POST', '/api/users', {}],
    ['PATCH', '/api/users/ID/approve', {}],
    ['DELETE', '/api/users/ID', undefined],
    ['DELETE', '/api/updatebankdetails/ID', undefined],
    ['GET', '/api/users/ID/audit', undefined],
    ['POST', '/api/users/ID/temporary-password', undefined],
  ])('then the administrators call %s %s is forbidden, and 401 without a token', async (method, path, body) => {
    const client = await newClient(world);
    const at = path.replace('ID', client._id);
    expect((await world.call(method, at, { as: client, body })).status).toBe(403);
    expect((await world.call(method, at, { body })).status).toBe(401);
  });
});

describe('When an account is read', () => {
  test('then numbers are masked, files are links, and the money is that of funds', async () => {
    const client = await newClient(world);
    const { status, body } = await world.call('GET', `/api/user/${client._id}`, { as: client });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      state: 'active',
      status: true,
      version: 2,
      totalfund: 500,
      heldFund: 120.5,
      availableFund: 379.5,
      withdrawals: [],
      addfundHistory: [{ amount: 500 }],
    });
    expect(body.pancard).toBe(`•••• ${String(client.typed.pancard).slice(-4)}`);
    expect(body.aadharcard).toBe('•••• 2346');
    expect(body.panimg).toMatch(/^\/api\/files\//);
    expect(body).not.toHaveProperty('degraded');
    expect(JSON.stringify(body)).not.toContain('ealed');
  });

  test('then funds away or slow leave the money out, and say so', async () => {
    const client = await newClient(world);
    const missing = { totalfund: null, availableFund: null, heldFund: null, withdrawals: null, addfundHistory: null, degraded: ['funds'] };
    world.funds.away = true;
    expect((await world.call('GET', `/api/user/${client._id}`, { as: client })).body).toMatchObject(missing);
    world.funds.away = false;
    world.funds.delayMs = 1_800;
    expect((await world.call('GET', `/api/user/${client._id}`, { as: client })).body).toMatchObject(missing);
    world.funds.delayMs = 0;
  });
});

describe('When an account is edited', () => {
  test('then its owner changes address and picture, the old picture goes, and one event names the fields', async () => {
    const client = await newClient(world);
    const before = world.objectNames();
    const answer = await world.call('PATCH', `/api/users/${client._id}`, { as: client, body: form({ address: '1 New Street', image: picture }) });
    expect(answer).toMatchObject({ status: 200, body: { address: '1 New Street', version: 3 } });
    const after = world.objectNames();
    expect(after).toHaveLength(before.length);
    expect(after).not.toEqual(before);
    expect((await world.events()).filter(({ name, message }) => name === 'UserUpdated' && message.account === client._id)).toMatchObject([
      { message: { version: 3n, by: client._id, fields: ['address', 'image'] } },
    ]);
  });

  test('then its owner may not change the name, and staff may not change the picture', async () => {
    const client = await newClient(world);
    const path = `/api/users/${client._id}`;
    const files = world.objectNames().length;
    expect((await world.call('PATCH', path, { as: client, body: { name: 'Other' } })).body).toMatchObject({ status: 403, code: 'forbidden', errors: [{ field: 'name' }] });
    expect((await world.call('PATCH', path, { as: world.admin, body: form({ image: picture }) })).status).toBe(403);
    for (const field of ['role', 'state', 'status', 'totalfund', '$set', 'bankDetails'])
      expect((await world.call('PATCH', path, { as: world.admin, body: { [field]: '0' } })).status).toBe(400);
    expect(world.objectNames()).toHaveLength(files);
  });

  test('then staff change personal data, search follows, and what another has is refused', async () => {
    const [client, other] = [await newClient(world), await newClient(world)];
    const path = `/api/users/${client._id}`;
    const answer = await world.call('PATCH', path, { as: world.admin, body: { name: 'Zeenat Quill', email: 'ZQ@Example.in' } });
    expect(answer).toMatchObject({ status: 200, body: { name: 'Zeenat Quill', email: 'zq@example.in', version: 3 } });
    expect((await world.call('GET', '/api/users?q=quil%20zee', { as: world.admin })).body).toMatchObject([{ _id: client._id }]);
    expect((await world.call('PATCH', path, { as: world.admin, body: { email: other.email } })).body).toMatchObject({ status: 409, code: 'email-taken' });
    expect((await world.call('PATCH', path, { as: world.admin, body: { dob: '2020-01-01' } })).body).toMatchObject({ status: 422, errors: [{ field: 'dob' }] });
  });

  test('then a stale version is refused, and an edit that changes nothing is the account as it is', async () => {
    const client = await newClient(world);
    const path = `/api/users/${client._id}`;
    expect((await world.call('PATCH', path, { as: world.admin, body: { address: 'A', version: 1 } })).body).toMatchObject({ status: 409, code: 'version-conflict' });
    expect((await world.call('PATCH', path, { as: world.admin, body: { address: 'A', version: 2 } })).body.version).toBe(3);
    const key = randomUUID();
    expect((await world.call('PATCH', path, { as: world.admin, body: { address: 'A' }, key })).body.version).toBe(3);
    await world.call('PATCH', path, { as: world.admin, body: { address: 'B' } });
    // The key was used for a call that changed nothing; late, it changes nothing either.
    expect((await world.call('PATCH', path, { as: world.admin, body: { address: 'A' }, key })).body).toMatchObject({ address: 'A', version: 3 });
    expect((await world.call('GET', `/api/user/${client._id}`, { as: world.admin })).body).toMatchObject({ address: 'B', version: 4 });
  });
});

describe('When an administrator creates an account', () => {
  const body = () => ({
    name: 'Ravi Das',
    email: `ravi${randomUUID()}@example.in`,
    phone: `93${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`,
    dob: '1991-03-03',
    gender: 'male',
  });

  test('then it is active, its temporary password is told once and replays as null, and auth has it', async () => {
    const [typed, key] = [body(), randomUUID()];
    const answers = await Promise.all(Array.from({ length: 5 }, () => world.call('POST', '/api/users', { as: world.admin, body: typed, key })));
    const told = answers.filter((answer) => answer.body.temporaryPassword !== null);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(told).toHaveLength(1);
    expect(told[0]?.body.temporaryPassword.length).toBeGreaterThanOrEqual(12);
    const id = told[0]?.body.user._id;
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body.user))).size).toBe(1);
    expect(world.auth.passwords.get(String(id))).toBe(told[0]?.body.temporaryPassword);
    expect(world.auth.asked).toContainEqual({ call: 'setCredentials', account: id, temporary: true });
    expect(told[0]?.body.user).toMatchObject({ state: 'active', role: '2', pancard: null, panimg: null });
    await world.events();
    expect(world.allBytes() + world.logText()).not.toContain(told[0]?.body.temporaryPassword);
  });

  test('then only the owner makes staff', async () => {
    expect((await world.call('POST', '/api/users', { as: world.admin, body: { ...body(), role: '1' } })).status).toBe(403);
    expect((await world.call('POST', '/api/users', { as: world.owner, body: { ...body(), role: '1' } })).body.user.role).toBe('1');
  });
});

describe('When staff touch staff', () => {
  test('then it takes an owner, and nobody touches himself', async () => {
    const staff = await newAdmin('1');
    const tries = [
      ['PATCH', `/api/users/${staff._id}/approve`, { status: false }],
      ['DELETE', `/api/users/${staff._id}`, undefined],
      ['POST', `/api/users/${staff._id}/temporary-password`, undefined],
      ['PATCH', `/api/users/${staff._id}`, { name: 'Another Name' }],
    ] as const;
    for (const [method, path, body] of tries) {
      expect((await world.call(method, path, { as: world.admin, body })).status).toBe(403);
      expect((await world.call(method, path, { as: staff, body })).status).toBe(403);
    }
    expect((await world.call('PATCH', `/api/users/${staff._id}`, { as: world.owner, body: { name: 'Another Name' } })).status).toBe(200);
  });

  test('then two owners cannot remove one another at once', async () => {
    const second = await newAdmin('0');
    const answers = await Promise.all([
      world.call('PATCH', `/api/users/${second._id}/approve`, { as: world.owner, body: { status: false } }),
      world.call('PATCH', `/api/users/${world.owner._id}/approve`, { as: second, body: { status: false } }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    if (answers[1]?.status === 200) await world.call('PATCH', `/api/users/${world.owner._id}/approve`, { as: second, body: { status: true } });
  });
});

describe('When a temporary password is issued', () => {
  test('then it is told once, replays as null, and stands in the audit without its value', async () => {
    const [client, key] = [await newClient(world), randomUUID()];
    const path = `/api/users/${client._id}/temporary-password`;
    const first = await world.call('POST', path, { as: world.admin, key });
    expect(first.status).toBe(200);
    expect(world.auth.passwords.get(client._id)).toBe(first.body.temporaryPassword);
    expect((await world.call('POST', path, { as: world.admin, key })).body).toEqual({ temporaryPassword: null });
    expect((await world.call('POST', path, { as: world.admin })).body.temporaryPassword).not.toBe(first.body.temporaryPassword);
    const audit = await world.call('GET', `/api/users/${client._id}/audit?limit=2`, { as: world.admin });
    expect(audit.body).toMatchObject([{ deed: 'password-issued', by: { _id: world.admin._id, name: 'Mira Shah', role: '1' } }, { deed: 'password-issued' }]);
    expect(audit.headers.get('link')).toContain('after=');
  });
});

describe('When bank details are saved', () => {
  test('then once, masked everywhere, sealed in the store, until an administrator clears them', async () => {
    const client = await newClient(world, { approved: false });
    const path = `/api/updatebankdetails/${client._id}`;
    const key = randomUUID();
    const masked = { bankName: 'State Bank', accountNumber: '•••• 1234', ifsc: 'SBIN0001234' };
    expect(await world.call('PUT', path, { as: client, body: bank, key })).toMatchObject({ status: 200, body: masked });
    expect(await world.call('PUT', path, { as: client, body: bank, key })).toMatchObject({ status: 200, body: masked });
    expect((await world.call('PUT', path, { as: client, body: bank })).body).toMatchObject({ status: 409, code: 'bank-details-saved' });
    expect((await world.call('PUT', path, { as: client, body: { ...bank, role: '0' } })).status).toBe(400);
    expect((await world.call('GET', `/internal/accounts/${client._id}`)).body.account.bankDetails).toEqual(masked);
    expect((await world.events()).filter(({ name, message }) => name === 'BankDetailsSaved' && message.account === client._id)).toHaveLength(1);
    expect(world.allBytes() + world.logText()).not.toContain(bank.accountNumber);

    expect((await world.call('DELETE', path, { as: world.admin })).status).toBe(200);
    expect((await world.call('DELETE', path, { as: world.admin })).status).toBe(404);
    expect((await world.call('PUT', path, { as: client, body: bank })).status).toBe(200);
  });
});

describe('When a number is revealed', () => {
  test('then it is shown in full, written into the audit each time, and kept nowhere', async () => {
    const client = await newClient(world);
    const path = `/api/users/${client._id}/reveal`;
    const key = randomUUID();
    for (const _time of [1, 2]) expect((await world.call('POST', path, { as: world.admin, body: { field: 'pancard' }, key })).body).toEqual({ value: client.typed.pancard });
    expect((await world.call('POST', path, { as: world.admin, body: { field: 'accountNumber' }, key })).body).toMatchObject({ code: 'key-reused' });
    expect((await world.call('POST', path, { as: client, body: { field: 'accountNumber' } })).status).toBe(404);
    expect((await world.call('POST', path, { as: client, body: { field: 'aadharcard' } })).status).toBe(422);
    const audit = await world.call('GET', `/api/users/${client._id}/audit`, { as: world.admin });
    expect(audit.rows.filter(({ deed }) => deed === 'revealed')).toMatchObject(Array(2).fill({ fields: ['pancard'], by: { _id: world.admin._id } }));
    expect(world.allBytes() + world.logText()).not.toContain(String(client.typed.pancard));
  });
});

describe('When the list is read', () => {
  test('then pages follow one another without a gap, in each order, and beginnings of words find', async () => {
    for (const sort of ['-createdAt', 'name', 'totalfund']) {
      const seen: string[] = [];
      let path: string | undefined = `/api/users?limit=3&sort=${sort}`;
      while (path) {
        const page = await world.call('GET', path, { as: world.admin });
        expect(page.status).toBe(200);
        seen.push(...page.rows.map(({ _id }) => _id));
        path = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1];
        if (!path) expect(page.headers.get('x-total-count')).toBe(String(seen.length));
      }
      expect(new Set(seen).size).toBe(seen.length);
    }
    const pending = await newClient(world, { approved: false });
    for (const q of [pending.userId.toLowerCase(), pending.email.slice(0, 8).toUpperCase(), String(pending.typed.phone)])
      expect((await world.call('GET', `/api/users?state=pending&q=${q}`, { as: world.admin })).body).toMatchObject([{ _id: pending._id, state: 'pending', totalfund: 0 }]);
    expect((await world.call('GET', '/api/users?sort=email', { as: world.admin })).status).toBe(422);
    expect((await world.call('GET', '/api/users?after=nonsense', { as: world.admin })).status).toBe(422);
  });
});

describe('When other services ask', () => {
  test('then identity, contact and accounts are given, without the internal key nothing', async () => {
    const client = await newClient(world);
    for (const login of [client.userId, client.userId.toLowerCase(), client.email.toUpperCase()])
      expect((await world.call('GET', `/internal/identity?login=${login}`)).body.identity).toMatchObject({ _id: client._id, role: '2', state: 'active', demo: false });
    expect((await world.call('GET', '/internal/identity?login=nobody')).body).toEqual({ identity: null });
    expect((await world.call('GET', `/internal/contact/${client._id}`)).body.contact?.email).toBe(client.email);
    expect((await world.call('GET', `/internal/contact/${world.owner._id}`)).body.contact).toBeNull();
    expect((await world.call('POST', '/internal/accounts', { body: { ids: [client._id, 'nobody'] } })).body).toMatchObject([{ _id: client._id, closing: false }]);
    expect(await world.service().ensureOwner({ userId: 'another', password: 'x' })).toBe('there');
  });
});
