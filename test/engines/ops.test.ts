import { type Answer, eventually, registeredPerson, registrationForm, type Visitor } from '../support/platform.ts';
import { areThere, type Processes, startProcesses } from '../support/processes.ts';

const suite = areThere() ? describe : describe.skip;
let processes: Processes;
let owner: Visitor;
let client: Visitor;
let userId: string;
let password: string;

/** What the tool printed as JSON, by lines. */
async function json(...words: string[]) {
  const { code, text } = await processes.ops(...words, '--json');
  const lines = text
    .trim()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    // The processes print as well.
    .filter((line) => !('level' in line));
  return { code, lines, first: lines[0] };
}

/** Calls until the answer is another than 503, at most ten seconds: what has just begun to listen may not answer in time yet. */
async function untilAnswered(call: () => Promise<Answer>): Promise<Answer> {
  const deadlineMs = Date.now() + 10_000;
  for (;;) {
    const answer = await call();
    if (answer.status !== 503 || Date.now() > deadlineMs) return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

suite('When the operator works beside processes on MongoDB and Kafka', () => {
  beforeAll(async () => {
    // Without Redis auth alone knows who waits after wrong passwords.
    processes = await startProcesses({ DEMO_DATA: '0', REDIS_URL: '', RATE_LIMIT_FACTOR: '1', LOG_LEVEL: 'error' });
    owner = await processes.owner();
    const person = await registeredPerson();
    client = processes.visitor();
    const registered = await untilAnswered(() => client.post('/api/register', registrationForm(person)));
    const { _id: id, userId: login } = registered.body.user;
    await untilAnswered(() => owner.patch(`/api/users/${id}/approve`));
    await untilAnswered(() => owner.put(`/api/users/${id}/totalfund`, { amount: 250.5 }, { 'idempotency-key': 'the-first-money' }));
    ({ password } = person);
    userId = login;
    await untilAnswered(() => client.post('/api/login', { userId, password }));
    await client.signIn(userId, password);
  }, 300_000);
  afterAll(async () => {
    await processes?.stop();
  }, 60_000);

  test('then the ledger and the lists are verified, and the events are listed', async () => {
    expect((await json('ledger', 'verify')).first).toMatchObject({ ok: true, first: null });
    const { code, lines } = await json('events', 'list', '--topic', 'tradepost.funds');
    expect(code).toBe(0);
    expect(lines.filter(({ key }) => key === client.id)).toMatchObject([{ topic: 'tradepost.funds', type: 'tradepost.FundsAdded.v1', data: { account: client.id } }]);
    expect((await json('dead-letters', 'list')).code).toBe(0);
  }, 90_000);

  test('then balances are rebuilt, and what was committed is told again under the same ids', async () => {
    const rebuilt = await json('projections', 'rebuild');
    expect(rebuilt.first).toMatchObject({ corrected: 0, ahead: [] });
    expect(rebuilt.first.accounts).toBeGreaterThan(0);
    const since = new Date(Date.now() - 600_000).toISOString();
    expect((await json('relay', 'resend', '--since', since)).first.events).toMatchObject({ funds: expect.any(Number), users: expect.any(Number) });
    const told = (await json('events', 'list', '--topic', 'tradepost.funds')).lines.filter(({ key }) => key === client.id);
    expect([told.length, new Set(told.map((event) => event.id)).size]).toEqual([2, 1]);
    expect((await client.get(`/api/user/${client.id}`)).body).toMatchObject({ totalfund: 250.5 });
    // Nothing that runs was held up, and nothing was done twice.
    expect(await owner.put(`/api/users/${client.id}/totalfund`, { amount: 1 })).toMatchObject({ status: 200, body: { totalfund: 251.5 } });
    await eventually(async () => (await owner.get(`/api/users?q=${userId}`)).body[0]?.totalfund === 251.5);
  }, 120_000);

  test('then an unlocked account signs in without waiting', async () => {
    const guesser = processes.visitor();
    const attempt = (given: string) => guesser.post('/api/login', { userId, password: given });
    for (let tries = 0; tries < 11; tries += 1) await attempt('Wrong-Password-1');
    expect((await attempt(password)).status).toBe(429);
    expect((await json('users', 'unlock', userId)).first).toEqual({ account: client.id, userId });
    expect((await attempt(password)).status).toBe(200);
    expect((await processes.ops('users', 'unlock', 'nobody')).text).toContain('Nobody has the id, user id or e-mail nobody.\n');
  }, 60_000);

  test('then dead letters are handed to the group that runs, and one that is not there is named', async () => {
    expect((await json('dead-letters', 'replay')).first).toMatchObject({ failed: [] });
    expect(await processes.ops('dead-letters', 'replay', 'users.totals:tradepost.funds:0:999999')).toMatchObject({
      code: 2,
      text: expect.stringContaining('There is no dead letter'),
    });
  }, 60_000);

  test('then what needs the data in a folder is refused with what to use instead', async () => {
    const backup = await processes.ops('backup', 'create', '/nowhere');
    expect(backup).toMatchObject({ code: 2, text: expect.stringContaining('mongodump --oplog') });
    expect(await processes.ops('backup', 'restore', '/nowhere')).toMatchObject({ code: 2, text: expect.stringContaining('mongorestore --oplogReplay') });
    expect(await processes.ops('secrets', 'rotate')).toMatchObject({ code: 2, text: expect.stringContaining('keep SEALING_KEY') });
  }, 60_000);
});
