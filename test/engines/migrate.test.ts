import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type OwnEngine, startOwnEngine, withOwnEngine } from '@tradepost/platform/testing/engines.ts';
import { eventually, type Person, registeredPerson, registrationForm, type TestPlatform, testPlatform, type Visitor } from '../support/platform.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'tradepost-migrate-'));
const dataDir = join(folder, 'data');
const bucket = `tradepost-${randomBytes(4).toString('hex')}`;
let mongo: OwnEngine | undefined;
let moved: TestPlatform | undefined;
let person: Person;
let userId: string;
let id: string;
let withdrawal: string;
let people = 0;

/** The engines: a MongoDB of this file's own, which is empty, and the others with a bucket of its own. */
const engines = (): Record<string, string> => ({
  ...Object.fromEntries(['KAFKA_BROKERS', 'REDIS_URL', 'MINIO_ENDPOINT', 'MINIO_ACCESS_KEY', 'MINIO_SECRET_KEY'].map((name) => [name, process.env[name] ?? ''])),
  ...{ MONGODB_URI: mongo?.environment.MONGODB_URI ?? '', MINIO_BUCKET: bucket },
});

function secrets(): Record<string, string> {
  const { tokenKey, sealingKey, internalKey } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'));
  return { TOKEN_KEY: tokenKey, SEALING_KEY: sealingKey, INTERNAL_KEY: internalKey };
}

function begin(environment: Record<string, string>, words: readonly string[]) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, 'scripts/ops.ts'), ...words], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', DATA_DIR: join(folder, 'nothing'), ...engines(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = { out: '', progress: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    printed.out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    printed.progress += chunk.toString();
  });
  return { child, printed };
}

async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  return child.exitCode;
}

async function ops(environment: Record<string, string>, ...words: string[]) {
  const { child, printed } = begin(environment, words);
  const code = await ended(child);
  return { code, ...printed };
}

function countPeople(): number {
  const database = new DatabaseSync(join(dataDir, 'users.db'), { readOnly: true });
  const row = database.prepare('SELECT count(*) AS people FROM c_users').get();
  database.close();
  return Number(row?.people);
}

/** Changes a store of the folder, as no service would. */
function tamper(of: string, name: string, sql: string, ...values: string[]): void {
  const database = new DatabaseSync(join(of, name));
  database.prepare(sql).run(...values);
  database.close();
}

async function tellStory(platform: TestPlatform): Promise<void> {
  person = await registeredPerson();
  const client = platform.visitor();
  const registered = await client.post('/api/register', registrationForm(person));
  expect(registered).toMatchObject({ status: 201 });
  ({ _id: id, userId } = registered.body.user);
  const owner = await platform.owner();
  expect(await owner.patch(`/api/users/${id}/approve`)).toMatchObject({ status: 200 });
  expect(await owner.put(`/api/users/${id}/totalfund`, { amount: 500.25 })).toMatchObject({ status: 200 });
  await client.signIn(userId, person.password);
  const requested = await client.post(`/api/${id}/withdrawals`, { amount: 120.5 });
  expect(requested).toMatchObject({ status: 201 });
  withdrawal = requested.body.withdrawal._id;
}

withOwnEngine('MongoDB', 'KAFKA_BROKERS', () => {
  const suite = process.env.MINIO_ENDPOINT && process.env.REDIS_URL ? describe : describe.skip;
  suite('When embedded data are moved to MongoDB, Kafka, Redis and MinIO', () => {
    beforeAll(async () => {
      mongo = await startOwnEngine('mongo');
      const embedded = await testPlatform({ DEMO_DATA: '1' }, dataDir);
      await tellStory(embedded);
      await embedded.stop();
      people = countPeople();
      // As after a kill: funds has not heard of the account, users not of the balance, and one event is not sent yet.
      tamper(dataDir, 'funds.db', 'DELETE FROM c_accounts WHERE id = ?', id);
      tamper(dataDir, 'bus.db', "UPDATE positions SET offset = 0 WHERE consumer = 'funds.accounts'");
      tamper(dataDir, 'users.db', `UPDATE c_users SET body = json_set(body, '$.money', json('{"epoch":0,"seq":0,"postedPaise":0,"heldPaise":0}')) WHERE id = ?`, id);
      tamper(dataDir, 'funds.db', 'UPDATE c_entries SET m_pub = 0 WHERE id = ?', withdrawal);
    }, 120_000);
    afterAll(async () => {
      await moved?.stop();
      await mongo?.stop();
      rmSync(folder, { recursive: true, force: true });
    }, 60_000);

    test('then without an engine, without a folder, or with another sealing key it is refused in one sentence', async () => {
      const nowhere = { MONGODB_URI: '', KAFKA_BROKERS: '', REDIS_URL: '', MINIO_ENDPOINT: '' };
      expect(await ops(nowhere, 'migrate', '--from', dataDir)).toMatchObject({ code: 2, progress: expect.stringMatching(/^Name the engines to migrate to.*\n$/) });
      expect(await ops({}, 'migrate')).toMatchObject({ code: 2, progress: expect.stringContaining('migrate needs --from DIR') });
      expect(await ops({}, 'migrate', '--from', folder)).toMatchObject({ code: 2, progress: expect.stringContaining('There is no funds.db') });
      const another = await ops({ SEALING_KEY: randomBytes(32).toString('base64') }, 'migrate', '--from', dataDir);
      expect(another).toMatchObject({ code: 2, out: '', progress: expect.stringMatching(/^SEALING_KEY is another.*\n$/) });
    }, 60_000);

    test('then a damaged ledger or file is refused before anything is written', async () => {
      const damaged = join(folder, 'damaged');
      cpSync(dataDir, damaged, { recursive: true });
      tamper(damaged, 'funds.db', `UPDATE c_entries SET body = json_set(body, '$.amt', 1) WHERE id = ?`, withdrawal);
      expect(await ops({}, 'migrate', '--from', damaged)).toMatchObject({
        code: 2,
        out: '',
        progress: expect.stringContaining(`is damaged, so nothing is taken from it: account ${id}`),
      });
      const files = readdirSync(join(damaged, 'objects'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.sealed'));
      const file = join(damaged, 'objects', files[0] ?? '');
      const bytes = readFileSync(file);
      bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
      writeFileSync(file, bytes);
      expect(await ops({}, 'migrate', '--from', damaged)).toMatchObject({ code: 2, out: '', progress: expect.stringContaining('cannot be opened: it is damaged') });
    }, 60_000);

    test('then a run that is killed amid the copy is finished by the next, with the same on both sides', async () => {
      const { child, printed } = begin({}, ['migrate', '--from', dataDir]);
      child.stderr.on('data', () => {
        if (printed.progress.includes('tradepost_funds.entries: ')) child.kill('SIGKILL');
      });
      await ended(child);
      expect([child.signalCode, printed.out]).toEqual(['SIGKILL', '']);

      const { code, out, progress } = await ops({}, 'migrate', '--from', dataDir, '--json');
      expect({ code, progress }).toMatchObject({ code: 0, progress: expect.stringContaining('the same heads') });
      const answer = JSON.parse(out);
      const verified = JSON.parse((await ops({ MONGODB_URI: '', KAFKA_BROKERS: '', DATA_DIR: dataDir }, 'ledger', 'verify', '--json')).out);
      expect(answer).toMatchObject({
        ledger: { entries: verified.entries, accounts: verified.accounts },
        balances: { corrected: 1, ahead: [] },
        objects: { files: expect.any(Number) },
      });
      expect(answer.collections).toMatchObject({ 'users.users': people, 'users.story': 1, 'funds.entries': verified.entries });
      expect(answer.objects.files).toBeGreaterThanOrEqual(3);
      expect(answer.resent).toBeGreaterThan(0);
    }, 120_000);

    test('then a second run changes nothing, and another folder is refused', async () => {
      expect(await ops({}, 'migrate', '--from', dataDir)).toMatchObject({ code: 0, out: expect.stringContaining('was moved already') });
      const another = join(folder, 'another');
      cpSync(dataDir, another, { recursive: true });
      rmSync(join(another, 'migration.json'));
      expect(await ops({}, 'migrate', '--from', another)).toMatchObject({ code: 2, progress: expect.stringContaining('was filled from another data folder') });
    }, 60_000);

    test('then the platform on the engines goes on where it was: sign-in, figures, papers, the withdrawal, the demonstration', async () => {
      moved = await testPlatform({ ...engines(), ...secrets(), DEMO_DATA: '1' }, join(folder, 'after'));
      const client: Visitor = moved.visitor();
      await client.signIn(userId, person.password);
      expect((await client.get(`/api/user/${id}`)).body).toMatchObject({ totalfund: 500.25, heldFund: 120.5, withdrawals: [{ status: 'pending' }] });
      const owner = await moved.owner();
      const listed = async () => (await owner.get(`/api/users?q=${userId}`)).body[0];
      expect(await listed()).toMatchObject({ totalfund: 500.25, state: 'active' });
      const { panimg } = (await owner.get(`/api/user/${id}`)).body;
      const picture = await fetch(new URL(panimg, moved.platform.url));
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
      expect((await owner.post(`/api/users/${id}/reveal`, { field: 'pancard' })).body.value).toBe(person.pancard);
      expect(await moved.visitor().post('/api/demo/sign-in', { as: 'client' })).toMatchObject({ status: 200, body: { user: { name: 'Asha Verma' } } });
      expect((await owner.get('/api/users')).body).toHaveLength(people);
      // The search knows what funds has heard of the account: by the event that was told again.
      const queued = await eventually(async () => {
        const rows: { _id: string; user: { name: string } }[] = (await owner.get(`/api/withdrawals?status=pending&q=${userId}`)).body;
        return rows.find((row) => row._id === withdrawal && row.user.name !== '');
      });
      expect(queued.user).toMatchObject({ name: person.name, userId });
      expect(await owner.patch(`/api/${id}/withdrawals/${withdrawal}`, { action: 'approve' })).toMatchObject({ status: 200, body: { withdrawal: { status: 'approved' } } });
      expect((await client.get(`/api/user/${id}`)).body).toMatchObject({ totalfund: 379.75, heldFund: 0 });
    }, 90_000);

    test('then the ledger and the lists on the engines are whole, and the unsent event was told', async () => {
      const verified = await ops({}, 'ledger', 'verify', '--json');
      expect(verified).toMatchObject({ code: 0 });
      expect(JSON.parse(verified.out)).toMatchObject({ ok: true, first: null });
      const { out } = await ops({}, 'events', 'list', '--topic', 'tradepost.funds', '--json');
      const told = out
        .trim()
        .split('\n')
        .map((line): { key: string; type: string } => JSON.parse(line))
        .filter(({ key }) => key === id);
      expect(told.map(({ type }) => type)).toContain('tradepost.WithdrawalRequested.v1');
    }, 60_000);
  });
});
