import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { verifyAll as verifyStores } from '../../scripts/operator/reading.ts';
import { storesOf } from '../../scripts/operator/stores.ts';
import { eventually, registeredPerson, registrationForm, type TestPlatform, testPlatform, type Visitor } from '../support/platform.ts';
import { ops } from '../support/process.ts';

const folder = mkdtempSync(join(tmpdir(), 'tradepost-damage-'));
const dataDir = join(folder, 'data');
const verifyAll = (of: string) => verifyStores(storesOf(of, {}));
const accounts = 4;
const entriesEach = 12;
let ids: string[] = [];
let pancards: string[] = [];

async function newClient(platform: TestPlatform, owner: Visitor): Promise<string> {
  const person = await registeredPerson();
  pancards = [...pancards, person.pancard];
  const id: string = (await platform.visitor().post('/api/register', registrationForm(person))).body.user._id;
  await Promise.all(Array.from({ length: entriesEach }, (_, index) => owner.put(`/api/users/${id}/totalfund`, { amount: index + 1 })));
  return id;
}

/** Every line of the daily heads in a data folder. */
function headsOf(data: string): string[] {
  const heads = join(data, 'heads');
  if (!existsSync(heads)) return [];
  return readdirSync(heads).flatMap((name) => readFileSync(join(heads, name), 'utf8').split('\n').filter(Boolean));
}

beforeAll(async () => {
  const first = await testPlatform({}, dataDir);
  const owner = await first.owner();
  ids = await Promise.all(Array.from({ length: accounts }, () => newClient(first, owner)));
  await first.stop();
  // The heads of the day are written by the first round after a start.
  const second = await testPlatform({}, dataDir);
  try {
    await eventually(() => headsOf(dataDir).length === accounts && headsOf(dataDir).every((line) => JSON.parse(line).seq === entriesEach));
  } finally {
    await second.stop();
  }
}, 40_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A copy of the data folder whose ledger somebody with access to the file has changed. */
function tampered(sql: string, ...values: (string | number)[]): string {
  const copy = mkdtempSync(join(folder, 'copy-'));
  cpSync(dataDir, copy, { recursive: true });
  const database = new DatabaseSync(join(copy, 'funds.db'));
  const changed = database.prepare(sql).run(...values);
  database.close();
  expect(changed.changes).toBeGreaterThan(0);
  return copy;
}

const ofEntry = `body ->> '$.a' = ? AND body ->> '$.s' = ?`;

describe('When somebody changes the ledger in the file', () => {
  test('then without any change it is sound', async () => {
    expect(await verifyAll(dataDir)).toEqual({ ok: true, accounts, entries: accounts * entriesEach, first: null });
  });

  test('then a changed byte is found by the tool, which names account and entry', async () => {
    const bad = tampered(`UPDATE c_entries SET body = json_set(body, '$.amt', (body ->> '$.amt') + 1) WHERE ${ofEntry}`, ids[1] ?? '', 5);
    const { code, text } = await ops(bad, 'ledger', 'verify', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(text)).toMatchObject({ ok: false, first: { store: 'funds', account: ids[1], seq: 5 } });
  });

  test('then a deleted entry is found', async () => {
    const { first } = await verifyAll(tampered(`DELETE FROM c_entries WHERE ${ofEntry}`, ids[2] ?? '', 7));
    expect(first).toMatchObject({ account: ids[2], seq: 8, reason: 'Number 7 is missing.' });
  });

  test('then two entries that changed places are found', async () => {
    const swap = `UPDATE c_entries SET body = (SELECT json_set(other.body, '$._id', c_entries.id, '$.ik', c_entries.id, '$.s', c_entries.body ->> '$.s') FROM c_entries AS other
      WHERE other.body ->> '$.a' = ?1 AND other.body ->> '$.s' = CASE c_entries.body ->> '$.s' WHEN 3 THEN 4 ELSE 3 END) WHERE body ->> '$.a' = ?1 AND body ->> '$.s' IN (3, 4)`;
    const { first } = await verifyAll(tampered(swap, ids[0] ?? ''));
    expect(first).toMatchObject({ account: ids[0], seq: 3 });
  });

  test('then a tail that was cut off is found by the daily heads, and so is an account that is gone', async () => {
    const { first } = await verifyAll(tampered(`DELETE FROM c_entries WHERE body ->> '$.a' = ? AND body ->> '$.s' > ?`, ids[3] ?? '', 9));
    expect(first).toMatchObject({ store: 'funds', account: ids[3], seq: 10, reason: expect.stringContaining('the last 3 are cut off') });
    const gone = await verifyAll(tampered(`DELETE FROM c_entries WHERE body ->> '$.a' = ?`, ids[0] ?? ''));
    expect(gone.first).toMatchObject({ account: ids[0], seq: 1 });
  });

  test('then a cut tail is found by the balances, too, where there are no heads', async () => {
    const copy = tampered(`DELETE FROM c_entries WHERE body ->> '$.a' = ? AND body ->> '$.s' > ?`, ids[3] ?? '', 9);
    rmSync(join(copy, 'heads'), { recursive: true });
    expect((await verifyAll(copy)).first).toMatchObject({ store: 'users', account: ids[3], seq: 9, reason: 'Events told users of entry 12, but the ledger ends at 9.' });
  });

  test('then the service tells it as well, and leaves the heads as they were', async () => {
    const copy = tampered(`DELETE FROM c_entries WHERE body ->> '$.a' = ? AND body ->> '$.s' > ?`, ids[3] ?? '', 9);
    const heads = headsOf(copy);
    const platform = await testPlatform({}, copy);
    await eventually(() => platform.log.text().includes('the ledger is damaged'));
    await platform.stop();
    expect(headsOf(copy)).toEqual(heads);
  });
});

describe('When a rotation of secrets is killed', () => {
  const secretsOf = (data: string): Record<string, unknown> => JSON.parse(readFileSync(join(data, 'secrets.json'), 'utf8'));
  const root = join(import.meta.dirname, '..', '..');

  /** Begins a rotation in the tool and kills it some milliseconds after the new keys are written; gives whether it was under way. */
  async function killRotation(data: string, afterMs: number): Promise<boolean> {
    const before = secretsOf(data).sealingKey;
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, 'scripts/ops.ts'), 'secrets', 'rotate'], {
      cwd: root,
      env: { PATH: process.env.PATH ?? '', DATA_DIR: data },
      stdio: 'ignore',
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    while (secretsOf(data).sealingKey === before && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 2));
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    child.kill('SIGKILL');
    await ended;
    return secretsOf(data).resealing === true;
  }

  test('then the data are whole at every moment, and the next start finishes it', async () => {
    const copy = mkdtempSync(join(folder, 'rotated-'));
    cpSync(dataDir, copy, { recursive: true });
    const first = secretsOf(copy).sealingKey;
    const underWay = [await killRotation(copy, 0), await killRotation(copy, 350)];
    expect(underWay[0]).toBe(true);

    const platform = await testPlatform({}, copy);
    expect(secretsOf(copy)).not.toHaveProperty('resealing');
    expect(secretsOf(copy).olderSealingKeys).toContain(first);
    const owner = await platform.owner();
    for (const [index, id] of ids.entries()) {
      const shown: string = (await owner.post(`/api/users/${id}/reveal`, { field: 'pancard' })).body.value;
      expect(pancards).toContain(shown);
      expect((await owner.get((await owner.get(`/api/user/${ids[index]}`)).body.aadharimg)).status).toBe(200);
    }
    const twin = { ...(await registeredPerson()), pancard: pancards[0] ?? '' };
    expect((await platform.visitor().post('/api/register', registrationForm(twin))).status).toBe(409);
    await platform.stop();
  });

  test('then nothing in the store needs an older key any more', async () => {
    const copy = mkdtempSync(join(folder, 'alone-'));
    cpSync(dataDir, copy, { recursive: true });
    expect((await ops(copy, 'secrets', 'rotate')).code).toBe(0);
    const { olderSealingKeys: _older, ...alone } = secretsOf(copy);
    writeFileSync(join(copy, 'secrets.json'), JSON.stringify(alone));
    const platform = await testPlatform({}, copy);
    const owner = await platform.owner();
    expect((await owner.post(`/api/users/${ids[0]}/reveal`, { field: 'pancard' })).status).toBe(200);
    expect((await owner.get((await owner.get(`/api/user/${ids[0]}`)).body.panimg)).status).toBe(200);
    await platform.stop();
  });
});
