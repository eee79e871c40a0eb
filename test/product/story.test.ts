import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openBusReader } from '@tradepost/platform/bus/embedded-read.ts';
import { catalog } from '@tradepost/proto/events/catalog.ts';
import { eventually, registeredPerson, registrationForm, type TestPlatform, testPlatform } from '../support/platform.ts';

let platform: TestPlatform;

async function eventTypes(): Promise<string[]> {
  const bus = openBusReader(join(platform.dataDir, 'bus.db'));
  const events = await bus.read({ limit: 1000 });
  await bus.close();
  return events.map((event) => event.type);
}

describe.each([
  { wiring: 'in one process', apart: false },
  { wiring: 'over HTTP, each service behind a port of its own', apart: true },
])('When a visitor registers and an administrator looks after the account $wiring', ({ apart }) => {
  beforeAll(async () => {
    platform = await testPlatform({}, undefined, apart);
  }, 30_000);
  afterAll(async () => {
    await platform.stop();
    rmSync(platform.dataDir, { recursive: true, force: true });
  }, 30_000);

  test('then every figure is right from nothing to an approved withdrawal', async () => {
    const person = await registeredPerson();
    const client = platform.visitor();
    const owner = await platform.owner();

    const registered = await client.post('/api/register', registrationForm(person));
    expect(registered).toMatchObject({ status: 201, body: { message: 'Registration successful!', user: { name: person.name, role: '2', status: false } } });
    const { _id: id, userId } = registered.body.user;
    expect(userId).toMatch(/^TP\d{6}$/);

    await client.signIn(userId, person.password);
    expect(await client.post(`/api/${id}/withdrawals`, { amount: 10 })).toMatchObject({ status: 403, body: { code: 'not-approved', message: 'Your account is not approved yet' } });

    expect(await owner.patch(`/api/users/${id}/approve`)).toMatchObject({
      status: 200,
      body: { message: 'User status updated successfully.', user: { status: true, state: 'active' } },
    });
    expect(await owner.put(`/api/users/${id}/totalfund`, { amount: 500.25, note: 'Bank transfer' })).toMatchObject({
      status: 200,
      body: { message: 'Funds added successfully', totalfund: 500.25, deposit: { amount: 500.25 } },
    });
    expect(await owner.patch(`/api/${id}/reduce-fund`, { amount: 0.25 })).toMatchObject({ status: 200, body: { message: 'Funds withdrawn successfully', totalfund: 500 } });
    expect(await owner.patch(`/api/${id}/reduce-fund`, { amount: 500.01 })).toMatchObject({ status: 409, body: { message: 'Insufficient funds' } });

    expect(await client.put(`/api/updatebankdetails/${id}`, { bankName: 'Sample Bank', accountNumber: '501000004821', ifsc: 'smpl0001234' })).toMatchObject({
      status: 200,
      body: { bankName: 'Sample Bank', ifsc: 'SMPL0001234' },
    });
    const requested = await client.post(`/api/${id}/withdrawals`, { amount: 120.5 });
    expect(requested).toMatchObject({ status: 201, body: { message: 'Withdrawal request submitted successfully!', withdrawal: { amount: 120.5, status: 'pending' } } });
    expect((await client.get(`/api/user/${id}`)).body).toMatchObject({
      totalfund: 500,
      heldFund: 120.5,
      availableFund: 379.5,
      withdrawals: [{ status: 'pending' }],
      addfundHistory: [{ amount: 500.25 }],
    });
    expect(await client.post(`/api/${id}/withdrawals`, { amount: 379.51 })).toMatchObject({ status: 409, body: { code: 'insufficient-funds', message: 'Insufficient funds' } });

    const queue = await owner.get('/api/withdrawals?status=pending');
    expect(queue.body).toMatchObject([{ _id: requested.body.withdrawal._id, amount: 120.5, user: { _id: id, userId, name: person.name }, availableFund: 379.5 }]);
    const path = `/api/${id}/withdrawals/${requested.body.withdrawal._id}`;
    expect(await owner.patch(path, { action: 'approve' })).toMatchObject({ status: 200, body: { message: 'Withdrawal approved', withdrawal: { status: 'approved' } } });
    expect((await owner.patch(path, { action: 'approve' })).status).toBe(200);
    expect(await owner.patch(path, { action: 'reject' })).toMatchObject({ status: 409, body: { message: 'This withdrawal is already decided.' } });
    expect((await client.get(`/api/user/${id}`)).body).toMatchObject({ totalfund: 379.5, heldFund: 0, availableFund: 379.5, withdrawals: [{ status: 'approved' }] });
    expect((await owner.get('/api/withdrawals?status=pending')).body).toEqual([]);

    const row = await eventually(async () =>
      (await owner.get(`/api/users?q=${userId}`)).body.find((one: { _id: string; totalfund: number }) => one._id === id && one.totalfund === 379.5),
    );
    expect(row).toMatchObject({ status: true, state: 'active' });
    const types = await eventually(async () => {
      const all = await eventTypes();
      return all.includes(catalog.WithdrawalApproved.type) && all;
    });
    expect(types).toEqual(
      expect.arrayContaining([
        catalog.UserRegistered.type,
        catalog.UserApproved.type,
        catalog.FundsAdded.type,
        catalog.FundsReduced.type,
        catalog.WithdrawalRequested.type,
        catalog.FundsRefused.type,
      ]),
    );
  }, 60_000);

  test('then no secret and no identity number is readable in any file, event or log line', async () => {
    const person = await registeredPerson();
    const pancard = 'QWEPT4711Z';
    const visitor = platform.visitor();
    const answer = await visitor.post('/api/register', registrationForm({ ...person, pancard, aadharcard: '999955183433' }));
    expect(answer.status).toBe(201);
    await visitor.signIn(answer.body.user.userId, person.password);
    await visitor.put(`/api/updatebankdetails/${visitor.id}`, { bankName: 'Sample Bank', accountNumber: '918273645546372', ifsc: 'SMPL0001234' });
    const canaries = [person.password, pancard, '999955183433', '918273645546372', visitor.token];
    const files = readdirSync(platform.dataDir, { recursive: true, encoding: 'utf8' }).filter((file) => file !== 'secrets.json' && statSync(join(platform.dataDir, file)).isFile());
    const found = canaries.filter((canary) => files.some((file) => readFileSync(join(platform.dataDir, file)).includes(canary)) || platform.log.text().includes(canary));
    expect(files.length).toBeGreaterThan(4);
    expect(found).toEqual([]);
  }, 60_000);

  test('then a disabled account is out within a second and a deleted one is gone', async () => {
    const owner = await platform.owner();
    const client = await platform.client({ rupees: 10 });
    expect((await owner.patch(`/api/users/${client.id}/approve`, { status: false })).status).toBe(200);
    expect((await client.post(`/api/${client.id}/withdrawals`, { amount: 1 })).status).toBe(401);
    expect(await client.post('/api/login', { userId: client.userId, password: client.password })).toMatchObject({ status: 403, body: { code: 'account-disabled' } });
    expect(await owner.delete(`/api/users/${client.id}`)).toMatchObject({ status: 409, body: { message: 'Failed to delete user' } });
    await owner.patch(`/api/${client.id}/reduce-fund`, { amount: 10 });
    expect(await owner.delete(`/api/users/${client.id}`)).toMatchObject({ status: 200, body: { message: 'User deleted successfully' } });
    expect((await owner.delete(`/api/users/${client.id}`)).status).toBe(404);
    expect((await client.post('/api/login', { userId: client.userId, password: client.password })).status).toBe(401);
  }, 60_000);

  test('then a stop and a start on the same folder give the same books', async () => {
    const owner = await platform.owner();
    const client = await platform.client({ rupees: 77.07 });
    const before = (await owner.get(`/api/${client.id}/ledger`)).body;
    await platform.platform.stop();
    platform = await testPlatform({}, platform.dataDir, apart);
    const again = await platform.owner();
    expect((await again.get(`/api/${client.id}/ledger`)).body).toEqual(before);
    expect((await again.get(`/api/user/${client.id}`)).body).toMatchObject({ totalfund: 77.07, heldFund: 0 });
  }, 60_000);
});
