import { removeTemporaryFolders } from '@tradepost/platform/testing/temporary-folder.ts';
import { startFunds, stopAll, until } from './support/front-door.ts';

afterEach(stopAll);
afterAll(removeTemporaryFolders);

const message = (account: string, version: number, state: string) => ({ account, version: BigInt(version), atMs: 1n, state, role: '2' });

describe('When users tells of accounts', () => {
  test('then funds keeps what the newest event says, whatever the order', async () => {
    const platform = await startFunds();
    const known = async (id: string) => (await platform.accounts.get(id)) ?? { version: 0 };
    await platform.publishUserEvent('UserRegistered', { ...message('a', 1, 'pending'), userId: 'TP000001', name: 'Ravi' });
    await platform.publishUserEvent('UserApproved', { ...message('a', 2, 'active'), by: 'x' });
    await until(async () => (await known('a')).version === 2);
    expect(await known('a')).toEqual({ _id: 'a', userId: 'TP000001', name: 'Ravi', role: '2', state: 'active', version: 2, words: ['ravi', 'tp000001'] });
    await platform.publishUserEvent('UserUpdated', { ...message('a', 4, 'active'), by: 'x', name: 'Ravi K', fields: ['name'] });
    await platform.publishUserEvent('UserDisabled', { ...message('a', 3, 'disabled'), by: 'x' });
    await platform.publishUserEvent('UserApproved', { ...message('a', 2, 'active'), by: 'x' });
    await platform.publishUserEvent('UserDeleted', { ...message('b', 9, 'deleted'), by: 'x' });
    await platform.publishUserEvent('UserRegistered', { ...message('b', 1, 'pending'), userId: 'TP000002', name: 'Gone' });
    await until(async () => (await platform.accounts.get('b'))?.userId === 'TP000002' && (await known('a')).version === 4);
    expect(await known('a')).toMatchObject({ name: 'Ravi K', state: 'active', version: 4, words: ['ravi', 'k', 'tp000001'] });
    expect(await known('b')).toEqual({ _id: 'b', userId: 'TP000002', name: '', role: '2', state: 'deleted', version: 9, words: ['tp000002'] });
    await platform.publishUserEvent('UserDeleted', { ...message('a', 5, 'deleted'), by: 'x' });
    await until(async () => (await known('a')).version === 5);
    expect(await known('a')).toMatchObject({ name: '', state: 'deleted', words: ['tp000001'] });
  });
});

describe('When the projection cannot say yes', () => {
  test('then users is asked before the answer is no, and a projection that says yes asks nobody', async () => {
    const platform = await startFunds();
    const admin = await platform.newAccount('active', '1');
    const client = await platform.newAccount('pending');
    const person = platform.users.people.get(client.id);
    if (!person) throw new Error('nobody');
    platform.users.people.set(client.id, { ...person, state: 'active' });
    await admin.put(`/users/${client.id}/totalfund`, { amount: 10 });
    expect(platform.users.asked).toEqual([]);
    // Approved a moment ago; the event is still on its way.
    expect(await client.post(`/${client.id}/withdrawals`, { amount: 1 })).toMatchObject({ status: 201 });
    expect(platform.users.asked).toEqual(['getAccount']);
    await platform.accounts.remove(client.id);
    expect(await admin.put(`/users/${client.id}/totalfund`, { amount: 10 })).toMatchObject({ status: 200 });
  });

  test('then users away is 503, never no, and nothing is written', async () => {
    const platform = await startFunds();
    const admin = await platform.newAccount('active', '1');
    const client = await platform.newAccount('pending');
    platform.users.state.away = true;
    const answer = await client.post(`/${client.id}/withdrawals`, { amount: 1 });
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(answer.headers.get('retry-after')).toBeTruthy();
    expect(await admin.put('/users/unheard-of/totalfund', { amount: 1 })).toMatchObject({ status: 503 });
    expect(await admin.get('/unheard-of/ledger')).toMatchObject({ status: 503 });
    expect(await platform.entries.count({ limit: 5 })).toBe(0);
  });
});
