import { randomUUID } from 'node:crypto';
import { removeTemporaryFolders } from '@tradepost/platform/testing/temporary-folder.ts';
import { eventually, newClient } from './support/people.ts';
import { registration } from './support/samples.ts';
import { form, usersWorld, type World } from './support/world.ts';

let world: World;
beforeAll(async () => {
  world = await usersWorld();
});
afterEach(() => {
  world.auth.away = false;
  world.funds.away = false;
  world.funds.reasons = [];
  world.positions.away = false;
  world.positions.active = false;
});
afterAll(async () => {
  await world.stop();
  removeTemporaryFolders();
});

const approve = (client: { _id: string }, body: Record<string, unknown> | undefined, key?: string) =>
  world.call('PATCH', `/api/users/${client._id}/approve`, { as: world.admin, body, ...(key ? { key } : {}) });
const remove = (client: { _id: string }, key?: string) => world.call('DELETE', `/api/users/${client._id}`, { as: world.admin, ...(key ? { key } : {}) });
const stateOf = async (client: { _id: string }) => (await world.call('GET', `/internal/accounts/${client._id}`)).body.account;
const askedOf = (client: { _id: string }, call: string) => world.auth.asked.filter((one) => one.account === client._id && one.call === call).length;
const eventsOf = async (client: { _id: string }) => (await world.events()).filter(({ message }) => 'account' in message && message.account === client._id).map(({ name }) => name);

describe('When an administrator decides on an account', () => {
  test('then a call without status toggles, one with it sets, and each change is one event', async () => {
    const client = await newClient(world, { approved: false });
    expect((await approve(client, undefined)).body).toMatchObject({ message: 'User status updated successfully.', user: { state: 'active', status: true } });
    expect((await approve(client, { status: true })).body.user.version).toBe(2);
    expect((await approve(client, undefined)).body.user).toMatchObject({ state: 'disabled', status: false });
    expect(askedOf(client, 'endSessions')).toBe(1);
    expect((await approve(client, undefined)).body.user.state).toBe('active');
    expect(await eventsOf(client)).toEqual(['UserRegistered', 'UserApproved', 'UserDisabled', 'UserApproved']);
    expect((await approve(client, { status: 'yes' })).status).toBe(400);
  });

  test('then a toggle sent five times with one key has one effect and one answer', async () => {
    const [client, key] = [await newClient(world), randomUUID()];
    const answers = await Promise.all(Array.from({ length: 5 }, () => approve(client, undefined, key)));
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect((await stateOf(client)).state).toBe('disabled');
    expect(await eventsOf(client)).toEqual(['UserRegistered', 'UserApproved', 'UserDisabled']);
  });

  test('then nobody decides on himself, and the last owner stays', async () => {
    expect((await world.call('PATCH', `/api/users/${world.admin._id}/approve`, { as: world.admin, body: {} })).status).toBe(403);
    expect((await world.call('DELETE', `/api/users/${world.owner._id}`, { as: world.owner })).status).toBe(403);
    // A token of an owner who is no longer one: the account it names is the only owner left.
    expect((await world.call('DELETE', `/api/users/${world.owner._id}`, { as: { _id: 'former', role: '0' } })).status).toBe(403);
  });

  test('then auth away is 503 with the account disabled, and the same call again ends the sessions instead of turning it round', async () => {
    const [client, key] = [await newClient(world), randomUUID()];
    world.auth.away = true;
    expect((await approve(client, undefined, key)).status).toBe(503);
    expect((await approve(client, undefined)).status).toBe(503);
    expect((await stateOf(client)).state).toBe('disabled');
    expect(askedOf(client, 'endSessions')).toBe(0);
    world.auth.away = false;
    expect((await approve(client, undefined, key)).body.user.state).toBe('disabled');
    expect(askedOf(client, 'endSessions')).toBe(1);
    expect((await approve(client, undefined)).body.user.state).toBe('active');
  });

  test('then a disabling that a restart cut off is finished at the next start', async () => {
    const client = await newClient(world);
    world.auth.away = true;
    expect((await approve(client, { status: false })).status).toBe(503);
    await world.stop();
    world.auth.away = false;
    await world.begin();
    await eventually(async () => askedOf(client, 'endSessions') === 1);
  });
});

describe('When an account is deleted', () => {
  test('then the person is erased everywhere, the rest is told, and a second time is 404', async () => {
    const client = await newClient(world);
    await world.call('PATCH', `/api/users/${client._id}`, { as: world.admin, body: { name: 'Erased Canaryname', email: 'erased.canary@example.in' } });
    await world.events();
    const key = randomUUID();
    expect(await remove(client, key)).toMatchObject({ status: 200, body: { message: 'User deleted successfully' } });

    expect(world.objectNames().filter((name) => name.includes(client._id))).toEqual([]);
    expect(askedOf(client, 'removeCredentials')).toBe(1);
    expect(world.funds.closed).toContain(client._id);
    expect(await stateOf(client)).toMatchObject({ state: 'deleted', name: '', bankDetails: null });
    expect((await world.call('GET', `/internal/identity?login=${client.userId}`)).body.identity).toBeNull();
    expect((await world.call('GET', '/api/users?q=canaryname', { as: world.admin })).body).toEqual([]);
    expect((await world.call('GET', `/api/user/${client._id}`, { as: world.admin })).status).toBe(404);
    expect((await eventsOf(client)).at(-1)).toBe('UserDeleted');
    const stored = JSON.stringify(await world.storedDocuments());
    for (const personal of ['Canaryname', 'canaryname', 'erased.canary', client.email, String(client.typed.phone)]) expect(stored).not.toContain(personal);

    expect((await remove(client)).status).toBe(404);
    expect((await remove(client, key)).status).toBe(200);
    const audit = await world.call('GET', `/api/users/${client._id}/audit`, { as: world.admin });
    expect(audit.rows.map(({ deed }) => deed)).toEqual(['deleted', 'edited', 'approved', 'registered']);
    const again = await world.call('POST', '/api/register', { body: form(registration({ email: client.email, phone: client.typed.phone, pancard: client.typed.pancard })) });
    expect(again.status).toBe(201);
  });

  test('then money on it refuses, the account goes on as before, and the refusal is kept with its key', async () => {
    const [client, key] = [await newClient(world), randomUUID()];
    world.funds.reasons = ['balance', 'holds'];
    const refused = await remove(client, key);
    expect(refused.body).toMatchObject({ status: 409, code: 'account-not-empty', message: 'Failed to delete user', errors: [{ field: 'balance' }, { field: 'holds' }] });
    expect(await stateOf(client)).toMatchObject({ state: 'active', closing: false });
    expect((await world.call('PATCH', `/api/users/${client._id}`, { as: client, body: { address: 'Still here' } })).status).toBe(200);
    world.funds.reasons = [];
    expect((await remove(client, key)).body).toMatchObject({ code: 'account-not-empty' });
    expect((await remove(client)).status).toBe(200);
  });

  test('then active positions refuse before funds is asked, and once they are gone the account closes in both', async () => {
    const client = await newClient(world);
    world.positions.active = true;
    expect((await remove(client)).body).toMatchObject({ status: 409, code: 'account-not-empty', message: 'Failed to delete user', errors: [{ field: 'positions' }] });
    expect(world.funds.closed).not.toContain(client._id);
    expect(await stateOf(client)).toMatchObject({ state: 'active', closing: false });
    world.positions.active = false;
    expect((await remove(client)).status).toBe(200);
    expect([world.positions.closed, world.funds.closed]).toEqual([expect.arrayContaining([client._id]), expect.arrayContaining([client._id])]);
    expect(world.positions.reopened).not.toContain(client._id);
  });

  test('then what funds refuses is opened again in positions', async () => {
    const client = await newClient(world);
    world.funds.reasons = ['balance'];
    expect((await remove(client)).body).toMatchObject({ code: 'account-not-empty', errors: [{ field: 'balance' }] });
    expect(world.positions.reopened).toContain(client._id);
    expect(await stateOf(client)).toMatchObject({ state: 'active', closing: false });
  });

  test('then positions away is 503, and the next start goes on', async () => {
    const client = await newClient(world);
    world.positions.away = true;
    expect((await remove(client)).status).toBe(503);
    expect(await stateOf(client)).toMatchObject({ state: 'active', closing: true });
    await world.stop();
    world.positions.away = false;
    await world.begin();
    await eventually(async () => (await stateOf(client)).state === 'deleted');
  });

  test('then funds away is 503, nothing else changes the account meanwhile, and the next start goes on', async () => {
    const client = await newClient(world);
    world.funds.away = true;
    expect((await remove(client)).status).toBe(503);
    expect(await stateOf(client)).toMatchObject({ state: 'active', closing: true });
    expect((await world.call('PATCH', `/api/users/${client._id}`, { as: client, body: { address: 'Elsewhere' } })).body).toMatchObject({ status: 409, code: 'account-closed' });
    await world.stop();
    world.funds.away = false;
    await world.begin();
    await eventually(async () => (await stateOf(client)).state === 'deleted');
    await eventually(async () => askedOf(client, 'removeCredentials') > 0);
  });
});

describe('When an account belongs to the demonstration', () => {
  test('then it cannot be disabled, deleted or given another password', async () => {
    const client = await newClient(world);
    const { _id } = client;
    for (const _time of [1, 2]) await world.service().markSample(_id, { protectedAccount: true });
    for (const answer of [await approve({ _id }, { status: false }), await remove({ _id }), await world.call('POST', `/api/users/${_id}/temporary-password`, { as: world.admin })])
      expect(answer.body).toMatchObject({ status: 403, code: 'demo-account' });
    expect((await world.call('GET', `/internal/identity?login=${client.userId}`)).body.identity).toMatchObject({ demo: true, state: 'active' });
  });

  test('then one that is not protected may be disabled, and live mode does not start with either', async () => {
    const client = await newClient(world);
    await world.service().markSample(client._id, { protectedAccount: false });
    expect((await approve(client, { status: false })).status).toBe(200);
    await expect(world.restart('live')).rejects.toThrow('accounts of the demonstration');
    await world.begin('demo');
  });
});
