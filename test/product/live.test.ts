import { openStream, type StreamReader } from '@tradepost/platform/testing/stream-reader.ts';
import { registeredPerson, registrationForm, type TestPlatform, testPlatform } from '../support/platform.ts';

let platform: TestPlatform;
const readers: StreamReader[] = [];
beforeAll(async () => {
  platform = await testPlatform();
}, 30_000);
afterAll(async () => {
  for (const reader of readers) reader.leave();
  await platform.stop();
}, 30_000);

async function listen(visitor: { readonly token: string }, headers: Record<string, string> = {}): Promise<StreamReader> {
  const reader = await openStream(`${platform.platform.url}/api/stream`, visitor.token, headers);
  readers.push(reader);
  await reader.next('ready');
  return reader;
}

describe('When an administrator and a client look at the same money', () => {
  test('then a deposit reaches the client within a second, and what he reads then has it', async () => {
    const [owner, client, other] = [await platform.owner(), await platform.client(), await platform.client()];
    const [stream, foreign] = [await listen(client), await listen(other)];
    const beganMs = Date.now();
    expect((await owner.put(`/api/users/${client.id}/totalfund`, { amount: 50_000 })).status).toBe(200);
    const heard = await stream.next('funds');
    expect(heard.atMs - beganMs).toBeLessThan(1_000);
    expect(heard.data).toEqual({ kind: 'FundsAdded', account: client.id, seq: 1 });
    const [entry] = (await client.get(`/api/${client.id}/ledger?limit=1`)).body;
    expect(entry).toMatchObject({ seq: heard.data.seq, amount: 50_000, availableFund: 50_000 });
    expect(foreign.events.map(({ event }) => event)).toEqual(['ready']);
  }, 30_000);

  test('then a request reaches the queue and the decision reaches the client', async () => {
    const [owner, client] = [await platform.owner(), await platform.client({ rupees: 100 })];
    const [desk, stream] = [await listen(owner), await listen(client)];
    const { withdrawal } = (await client.post(`/api/${client.id}/withdrawals`, { amount: 40 })).body;
    expect((await desk.next('withdrawals-queue')).data).toMatchObject({ kind: 'WithdrawalRequested', account: client.id, withdrawalId: withdrawal._id });
    expect((await stream.next('withdrawals')).data).toMatchObject({ kind: 'WithdrawalRequested' });
    await owner.patch(`/api/${client.id}/withdrawals/${withdrawal._id}`, { action: 'reject', reason: 'Please check your bank details' });
    const decided = await stream.next('withdrawals');
    expect(decided.data).toEqual({ kind: 'WithdrawalRejected', account: client.id, seq: 3, withdrawalId: withdrawal._id });
  }, 30_000);

  test('then a registration and an approval are heard by those they concern', async () => {
    const owner = await platform.owner();
    const desk = await listen(owner);
    const person = await registeredPerson();
    const visitor = platform.visitor();
    const registered = await visitor.post('/api/register', registrationForm(person));
    expect((await desk.next('registrations')).data).toMatchObject({ kind: 'UserRegistered', account: registered.body.user._id });
    await visitor.signIn(registered.body.user.userId, person.password);
    const stream = await listen(visitor);
    await owner.patch(`/api/users/${visitor.id}/approve`, { status: true });
    expect((await stream.next('profile')).data).toMatchObject({ kind: 'UserApproved', account: visitor.id });
  }, 30_000);
});

describe('When the reader may read no longer', () => {
  test('then a sign-out, and a disabling by an administrator, end the stream within a second', async () => {
    const [owner, leaving, disabled] = [await platform.owner(), await platform.client(), await platform.client()];
    const [first, second] = [await listen(leaving), await listen(disabled)];
    await Promise.all([leaving.post('/api/logout'), owner.patch(`/api/users/${disabled.id}/approve`, { status: false })]);
    const answeredMs = Date.now();
    await Promise.all([first.closed, second.closed]);
    expect(Date.now() - answeredMs).toBeLessThan(1_000);
    expect([first, second].map(({ events }) => events.at(-1)?.data.kind)).toEqual(['session-ended', 'session-ended']);
    expect((await leaving.get('/api/stream')).status).toBe(401);
  }, 30_000);
});

describe('When the platform stops while streams are open', () => {
  test('then it stops without waiting for their readers, and after the start an old place is answered with resync', async () => {
    const client = await platform.client();
    const stream = await listen(client);
    const beganMs = Date.now();
    await platform.platform.stop();
    await stream.closed;
    expect(Date.now() - beganMs).toBeLessThan(5_000);
    expect(stream.events.at(-1)).toMatchObject({ event: 'end', data: { kind: 'stopping' } });
    platform = await testPlatform({}, platform.dataDir);
    const again = await openStream(`${platform.platform.url}/api/stream`, client.token, { 'last-event-id': stream.lastId() });
    readers.push(again);
    expect((await again.next('resync')).data).toEqual({});
  }, 60_000);
});
