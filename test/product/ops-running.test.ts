import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { eventually, ownerPassword, type Person, registeredPerson, registrationForm, Visitor } from '../support/platform.ts';
import { ops, type PlatformProcess, startProcess } from '../support/process.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'tradepost-ops-'));
let platform: PlatformProcess;
let owner: Visitor;
let client: Visitor & { person: Person; userId: string };

async function register(): Promise<typeof client> {
  const person = await registeredPerson();
  const made = new Visitor(platform.url);
  const answer = await made.post('/api/register', registrationForm(person));
  await owner.patch(`/api/users/${answer.body.user._id}/approve`, { status: true });
  await made.signIn(answer.body.user.userId, person.password);
  return Object.assign(made, { person, userId: String(answer.body.user.userId) });
}

beforeAll(async () => {
  platform = await startProcess({ DATA_DIR: dataDir, DEMO_DATA: '0', OWNER_PASSWORD: ownerPassword });
  owner = new Visitor(platform.url);
  await owner.signIn('owner', ownerPassword);
  client = await register();
  await owner.put(`/api/users/${client.id}/totalfund`, { amount: 250.5 });
}, 30_000);
afterAll(async () => {
  await platform?.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Changes a store beside the platform, as no service would. */
function tamper(name: string, sql: string, ...values: string[]): void {
  const database = new DatabaseSync(join(dataDir, name), { timeout: 5_000 });
  database.prepare(sql).run(...values);
  database.close();
}

const json = async (...words: string[]) => JSON.parse((await ops(dataDir, ...words, '--json')).text);
const verified = () => json('ledger', 'verify');
const fundsEvents = async (): Promise<string[]> =>
  (await ops(dataDir, 'events', 'list', '--topic', 'tradepost.funds', '--json')).text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).id);

describe('When the operator reaches a platform that runs', () => {
  test('then the way in is a private file with a port that answers nobody without the token', async () => {
    const file = join(dataDir, 'control.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { port } = JSON.parse(readFileSync(file, 'utf8'));
    const body = JSON.stringify({ verb: 'users unlock', input: { id: 'owner' } });
    for (const authorization of ['', 'Bearer wrong']) expect((await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers: { authorization } })).status).toBe(401);
  });

  test('then the help names every verb, and what nobody knows is refused in one sentence', async () => {
    const { text } = await ops(dataDir, '--help');
    for (const verb of ['ledger verify', 'events list', 'dead-letters list', 'dead-letters replay', 'projections rebuild', 'relay resend', 'users unlock', 'secrets rotate'])
      expect(text).toContain(`  ${verb}`);
    for (const verb of ['create', 'restore', 'drill']) expect(text).toContain(`  backup ${verb}`);
    expect(await ops(dataDir, 'ledger', 'verify', '--topic', 'x')).toEqual({ code: 2, text: 'ledger verify has no option --topic.\n' });
    expect((await ops(dataDir, 'ledger', 'verify', '--nonsense')).code).toBe(2);
    expect((await ops(dataDir, 'relay', 'resend', '--since', 'yesterday')).text).toBe('--since takes a time in ISO 8601 or milliseconds since 1970.\n');
  });

  test('then an unlocked account signs in without waiting', async () => {
    const guesser = new Visitor(platform.url);
    const attempt = (password: string) => guesser.post('/api/login', { userId: client.userId, password });
    for (let tries = 0; tries < 11; tries += 1) await attempt('Wrong-Password-1');
    expect((await attempt(client.person.password)).status).toBe(429);
    expect(await json('users', 'unlock', client.userId)).toEqual({ account: client.id, userId: client.userId });
    expect((await attempt(client.person.password)).status).toBe(200);
    expect(await ops(dataDir, 'users', 'unlock', 'nobody')).toEqual({ code: 2, text: 'Nobody has the id, user id or e-mail nobody.\n' });
  });

  test('then a balance that was changed in the list is found, and set right by a rebuild', async () => {
    await eventually(async () => (await owner.get('/api/users')).body.some((row: { totalfund: number }) => row.totalfund === 250.5));
    tamper('users.db', `UPDATE c_users SET body = json_set(body, '$.money.postedPaise', 99) WHERE id = ?`, client.id);
    expect(await verified()).toMatchObject({ ok: false, first: { store: 'users', account: client.id, seq: 1 } });
    expect(await json('projections', 'rebuild')).toEqual({ accounts: 1, corrected: 1, ahead: [] });
    expect(await verified()).toMatchObject({ ok: true, first: null });
  });

  test('then so is one of an account that never had an entry', async () => {
    tamper('users.db', `UPDATE c_users SET body = json_set(body, '$.money.postedPaise', 99) WHERE id = ?`, owner.id);
    expect(await verified()).toMatchObject({ ok: false, first: { store: 'users', account: owner.id } });
    expect(await json('projections', 'rebuild')).toEqual({ accounts: 1, corrected: 1, ahead: [] });
    expect(await verified()).toMatchObject({ ok: true, first: null });
  });

  test('then events go out again with the same ids, and nothing happens twice', async () => {
    const before = await fundsEvents();
    expect((await json('relay', 'resend', '--since', '0')).events).toMatchObject({ funds: 1, users: expect.any(Number) });
    const after = await fundsEvents();
    expect(after).toHaveLength(2 * before.length);
    expect(new Set(after)).toEqual(new Set(before));
    expect((await json('relay', 'resend', '--since', '2100-01-01')).events.funds).toBe(0);
    expect((await owner.get(`/api/user/${client.id}`)).body.totalfund).toBe(250.5);
    expect((await verified()).ok).toBe(true);
  });

  test('then a dead letter is handed out again: a good one goes, a bad one stays', async () => {
    const copy = (letter: string, data: string) =>
      tamper(
        'bus.db',
        `INSERT INTO dead_letters (letter, consumer, error, at, offset, topic, partition, id, type, source, subject, time, data)
          SELECT ?, 'users.totals', 'the store was away', time, offset, topic, partition, id, type, source, subject, time, ${data} FROM events WHERE topic = 'tradepost.funds' LIMIT 1`,
        letter,
      );
    copy('good', 'data');
    copy('bad', "x'ffffffffff'");
    const { code, text } = await ops(dataDir, 'dead-letters', 'replay', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(text)).toMatchObject({ replayed: 1, failed: [{ id: 'bad' }] });
    expect((await json('dead-letters', 'list')).id).toBe('bad');
    expect((await ops(dataDir, 'dead-letters', 'replay', 'good')).text).toBe('There is no dead letter good.\n');
  });

  test('then new secrets seal everything anew: sessions go on, numbers and files open', async () => {
    const before = readFileSync(join(dataDir, 'secrets.json'), 'utf8');
    const key = 'a-retry-across-the-rotation';
    const booked = await owner.put(`/api/users/${client.id}/totalfund`, { amount: 10 }, { 'idempotency-key': key });
    expect(await json('secrets', 'rotate')).toEqual({ rotated: true });

    const secrets = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'));
    expect(secrets.sealingKey).not.toBe(JSON.parse(before).sealingKey);
    expect(secrets).not.toHaveProperty('resealing');
    expect((await owner.get('/api/users')).status).toBe(401);
    const refreshed = await owner.post('/api/token/refresh');
    expect(refreshed.status).toBe(200);
    owner.token = refreshed.body.token;
    expect((await owner.post(`/api/users/${client.id}/reveal`, { field: 'pancard' })).body.value).toBe(client.person.pancard);
    const { panimg } = (await owner.get(`/api/user/${client.id}`)).body;
    expect((await owner.get(panimg)).status).toBe(200);
    expect((await owner.put(`/api/users/${client.id}/totalfund`, { amount: 10 }, { 'idempotency-key': key })).body).toEqual(booked.body);
    const twin = { ...(await registeredPerson()), pancard: client.person.pancard };
    expect((await new Visitor(platform.url).post('/api/register', registrationForm(twin))).status).toBe(409);
  });

  test('then after a stop the way in is gone, and the tool does it by itself', async () => {
    expect(await platform.stop()).toBe(0);
    expect(existsSync(join(dataDir, 'control.json'))).toBe(false);
    expect(await json('projections', 'rebuild')).toMatchObject({ accounts: 1, corrected: 0 });
    expect(await json('users', 'unlock', client.userId)).toMatchObject({ account: client.id });
  });

  test('then with secrets from the environment they are not rotated', async () => {
    const { beginRotation } = await import('@tradepost/platform/secrets.ts');
    const given = { dataDir, tokenKey: undefined, internalKey: undefined, mongodbUri: undefined, minioEndpoint: undefined, sealingKey: Buffer.alloc(32) };
    expect(() => beginRotation(given)).toThrow('SEALING_KEY comes from the environment');
  });

  test('then one sentence tells that another process holds the folder and does not answer', async () => {
    const { lockFolder } = await import('@tradepost/platform/sqlite/folder-lock.ts');
    const lock = lockFolder(dataDir);
    const { code, text } = await ops(dataDir, 'projections', 'rebuild');
    lock.release();
    expect({ code, lines: text.trim().split('\n').length }).toEqual({ code: 2, lines: 1 });
    expect(text).toContain('does not answer its control port');
  });
});
