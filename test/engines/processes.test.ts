import { eventually, registeredPerson, registrationForm, type Visitor } from '../support/platform.ts';
import { areThere, type Processes, type ProcessName, processNames, startProcesses } from '../support/processes.ts';

const suite = areThere() ? describe : describe.skip;
let processes: Processes;

/** Registers somebody, has the account approved and signs in. */
async function approvedClient(owner: Visitor, rupees: number): Promise<Visitor> {
  const person = await registeredPerson();
  const client = processes.visitor();
  const registered = await client.post('/api/register', registrationForm(person));
  expect(registered).toMatchObject({ status: 201 });
  const { _id: id, userId } = registered.body.user;
  expect(await owner.patch(`/api/users/${id}/approve`)).toMatchObject({ status: 200 });
  expect(await owner.put(`/api/users/${id}/totalfund`, { amount: rupees })).toMatchObject({ status: 200 });
  await client.signIn(userId, person.password);
  return client;
}

/** Calls until the answer is another than 503, at most ten seconds. */
async function untilAnswered(call: () => Promise<{ status: number }>): Promise<{ status: number }> {
  const deadlineMs = Date.now() + 10_000;
  for (;;) {
    const answer = await call();
    if (answer.status !== 503 || Date.now() > deadlineMs) return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

suite('When every service and the gateway run as processes of their own on MongoDB, Kafka, Redis and MinIO', () => {
  beforeAll(async () => {
    processes = await startProcesses();
  }, 120_000);
  afterAll(async () => {
    await processes?.stop();
  }, 60_000);

  test('then each is alive and ready', async () => {
    const stateOf = async (name: ProcessName, path: string): Promise<string> => {
      const answer = await fetch(`${processes.urlOf(name)}/${path}`);
      return `${name} ${answer.status} ${await answer.text()}`;
    };
    const states = await Promise.all(processNames.flatMap((name) => [stateOf(name, 'livez'), stateOf(name, 'readyz')]));
    expect(states).toEqual(processNames.flatMap((name) => [`${name} 200 {"status":"alive"}`, `${name} 200 {"ready":true,"degraded":[]}`]));
  }, 30_000);

  test('then figures are right from a registration to an approved withdrawal, across a kill -9 of funds', async () => {
    const owner = await processes.owner();
    const client = await approvedClient(owner, 500.25);
    const requested = await client.post(`/api/${client.id}/withdrawals`, { amount: 120.5 });
    expect(requested).toMatchObject({ status: 201, body: { withdrawal: { amount: 120.5, status: 'pending' } } });

    await processes.kill('funds');
    expect(await client.post(`/api/${client.id}/withdrawals`, { amount: 1 })).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    const meanwhile = await client.get(`/api/user/${client.id}`);
    expect(meanwhile.status).toBe(200);
    await processes.start('funds');

    const path = `/api/${client.id}/withdrawals/${requested.body.withdrawal._id}`;
    expect(await untilAnswered(() => owner.patch(path, { action: 'approve' }))).toMatchObject({ status: 200, body: { withdrawal: { status: 'approved' } } });
    expect((await client.get(`/api/user/${client.id}`)).body).toMatchObject({ totalfund: 379.75, heldFund: 0, availableFund: 379.75, withdrawals: [{ status: 'approved' }] });
    // The list's figure comes with the events.
    const { userId } = (await client.get(`/api/user/${client.id}`)).body;
    const row = await eventually(async () =>
      (await owner.get(`/api/users?q=${userId}`)).body.find((one: { _id: string; totalfund: number }) => one._id === client.id && one.totalfund === 379.75),
    );
    expect(row).toMatchObject({ state: 'active' });
  }, 90_000);

  test('then the demonstration is told, and its accounts can be entered', async () => {
    expect(await eventually(async () => (await processes.visitor().get('/api/mode')).body.demoSignIn)).toBe(true);
    expect((await processes.visitor().get('/api/mode')).body).toMatchObject({ mode: 'demo', feed: 'simulated' });
    const visitor = processes.visitor();
    expect(await visitor.post('/api/demo/sign-in', { as: 'client' })).toMatchObject({ status: 200, body: { user: { name: 'Asha Verma' } } });
  }, 30_000);

  test('then preparing again changes nothing', async () => {
    const owner = await processes.owner();
    const before = (await owner.get('/api/users')).body.length;
    expect(await processes.ops('prepare', '--json')).toMatchObject({ code: 0, text: expect.stringContaining('"owner":"owner"') });
    expect((await owner.get('/api/users')).body).toHaveLength(before);
  }, 60_000);

  test('then an ended session is out at a second gateway within a second, and its stream ends', async () => {
    const owner = await processes.owner();
    const client = await approvedClient(owner, 10);
    const second = await processes.start('gateway', { further: true });
    const stream = await fetch(`${second.url}/api/stream`, { headers: { authorization: `Bearer ${client.token}` } });
    expect(stream.status).toBe(200);
    const text = stream.text();
    expect((await client.post('/api/logout')).status).toBeLessThan(300);
    await eventually(async () => (await fetch(`${second.url}/api/user/${client.id}`, { headers: { authorization: `Bearer ${client.token}` } })).status === 401);
    expect(await text).toContain('session-ended');
    expect(await second.stop()).toBe(0);
  }, 60_000);

  test('then two of funds share the work, the books stay right when one is killed, and a stop is clean', async () => {
    const owner = await processes.owner();
    const client = await approvedClient(owner, 100);
    const second = await processes.start('funds', { further: true });
    const add = (rupees: number) => owner.put(`/api/users/${client.id}/totalfund`, { amount: rupees });
    for (let booking = 0; booking < 5; booking += 1) expect(await add(10)).toMatchObject({ status: 200 });
    await processes.kill('funds');
    await processes.start('funds');
    expect(await untilAnswered(() => add(50))).toMatchObject({ status: 200, body: { totalfund: 200 } });
    const userId = (await client.get(`/api/user/${client.id}`)).body.userId;
    const deadlineMs = Date.now() + 20_000;
    let shown: number | undefined;
    // The lease of the one that was killed runs out after five seconds.
    while (shown !== 200 && Date.now() < deadlineMs) {
      shown = (await owner.get(`/api/users?q=${userId}`)).body.find((one: { _id: string }) => one._id === client.id)?.totalfund;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(shown).toBe(200);
    expect(await second.stop()).toBe(0);
    expect(await processes.stopOne('funds')).toBe(0);
    await processes.start('funds');
  }, 90_000);
});
