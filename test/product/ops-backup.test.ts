import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBackup } from '../../scripts/operator/backup.ts';
import { restoreBackup } from '../../scripts/operator/restore.ts';
import { eventually, ownerPassword, registeredPerson, registrationForm, Visitor } from '../support/platform.ts';
import { ops, type PlatformProcess, startProcess } from '../support/process.ts';

const folder = mkdtempSync(join(tmpdir(), 'tradepost-backup-'));
const dataDir = join(folder, 'data');
const backup = join(folder, 'backup');
const passphraseFile = join(folder, 'passphrase');
const passphrase = Buffer.from('correct horse battery staple');
const environment = { DEMO_DATA: '0', OWNER_PASSWORD: ownerPassword, RATE_LIMIT_FACTOR: '100000' };
const running: PlatformProcess[] = [];

async function start(data: string): Promise<{ platform: PlatformProcess; owner: Visitor }> {
  const platform = await startProcess({ ...environment, DATA_DIR: data });
  running.push(platform);
  const owner = new Visitor(platform.url);
  await owner.signIn('owner', ownerPassword);
  return { platform, owner };
}

let source: Awaited<ReturnType<typeof start>>;
let client = '';
let pancard = '';

beforeAll(async () => {
  writeFileSync(passphraseFile, `${passphrase.toString()}\n`);
  source = await start(dataDir);
  const person = await registeredPerson();
  pancard = person.pancard;
  client = (await source.owner.post('/api/register', registrationForm(person))).body.user._id;
}, 30_000);
afterAll(async () => {
  for (const platform of running) await platform.kill();
  rmSync(folder, { recursive: true, force: true });
}, 30_000);

const totalOf = async (owner: Visitor): Promise<number> => (await owner.get(`/api/user/${client}`)).body.totalfund;
const listedOf = async (owner: Visitor): Promise<number> => (await owner.get('/api/users')).body.find(({ _id }: { _id: string }) => _id === client)?.totalfund;

describe('When a platform is backed up while money moves', () => {
  let atBackup = 0;

  test('then every store shows one instant, and the secrets are sealed', async () => {
    let going = true;
    const work = Array.from({ length: 4 }, async () => {
      while (going) await source.owner.put(`/api/users/${client}/totalfund`, { amount: 1 });
    });
    await eventually(async () => (await totalOf(source.owner)) > 20);
    const made = JSON.parse((await ops(dataDir, 'backup', 'create', backup, '--passphrase-file', passphraseFile, '--json')).text);
    going = false;
    await Promise.all(work);

    atBackup = made.entries;
    expect(made).toMatchObject({ accounts: 1, secrets: 'sealed' });
    expect(atBackup).toBeGreaterThan(20);
    expect(await totalOf(source.owner)).toBeGreaterThanOrEqual(atBackup);
    expect(statSync(join(backup, 'funds.db')).mode & 0o777).toBe(0o600);
    const tokenKey: string = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')).sealingKey;
    expect(readFileSync(join(backup, 'secrets.sealed')).includes(tokenKey)).toBe(false);
  });

  test('then a restore begins a new epoch, and the platform goes on from there', async () => {
    await source.platform.kill();
    const restored = join(folder, 'restored');
    const { code, text } = await ops(restored, 'backup', 'restore', backup, '--passphrase-file', passphraseFile, '--json');
    expect({ code, ...JSON.parse(text) }).toMatchObject({ code: 0, ok: true, entries: atBackup, epoch: 1, secrets: 'sealed' });

    const { owner, platform } = await start(restored);
    expect(await totalOf(owner)).toBe(atBackup);
    await eventually(async () => (await listedOf(owner)) === atBackup);
    expect((await owner.post(`/api/users/${client}/reveal`, { field: 'pancard' })).body.value).toBe(pancard);
    expect((await owner.get((await owner.get(`/api/user/${client}`)).body.panimg)).status).toBe(200);
    await owner.put(`/api/users/${client}/totalfund`, { amount: 5 });
    await eventually(async () => (await listedOf(owner)) === atBackup + 5);
    const last = (await ops(restored, 'events', 'list', '--topic', 'tradepost.funds', '--json')).text.trim().split('\n').at(-1);
    expect(JSON.parse(last ?? '').data).toMatchObject({ epoch: '1', seq: String(atBackup + 1) });
    expect(JSON.parse((await ops(restored, 'ledger', 'verify', '--json')).text)).toMatchObject({ ok: true, entries: atBackup + 1 });
    await platform.stop();
  });

  test('then projections that were ahead of a restored ledger take its numbers', async () => {
    const mixed = join(folder, 'mixed');
    await restoreBackup(mixed, backup, passphrase);
    for (const name of ['users.db', 'users.db-wal']) if (existsSync(join(dataDir, name))) cpSync(join(dataDir, name), join(mixed, name));
    const { owner, platform } = await start(mixed);
    expect(await listedOf(owner)).toBeGreaterThanOrEqual(atBackup);
    await ops(mixed, 'projections', 'rebuild');
    expect(await listedOf(owner)).toBe(atBackup);
    await owner.put(`/api/users/${client}/totalfund`, { amount: 3 });
    await eventually(async () => (await listedOf(owner)) === atBackup + 3);
    await platform.stop();
  });

  test('then the drill restores, starts, verifies and prints RPO and RTO', async () => {
    const { code, text } = await ops(dataDir, 'backup', 'drill');
    expect(text).toMatch(/^The backup restores: \d+ entries of 1 accounts, epoch 1\. RPO [\d.]+ s .* RTO [\d.]+ s\.\n$/);
    expect(code).toBe(0);
  });
});

describe('When a backup or its place is not as it must be', () => {
  const target = join(folder, 'target');
  const damaged = (harm: (copy: string) => void): string => {
    const copy = mkdtempSync(join(folder, 'copy-'));
    cpSync(backup, copy, { recursive: true });
    harm(copy);
    return copy;
  };

  test.each<[string, string, () => Promise<unknown>]>([
    ['the passphrase is another', 'The passphrase does not open the secrets', () => restoreBackup(target, backup, Buffer.from('another passphrase'))],
    ['the passphrase is missing', 'give its passphrase', () => restoreBackup(target, backup, undefined)],
    [
      'a file was changed',
      'funds.db is not what the manifest says',
      () =>
        restoreBackup(
          target,
          damaged((copy) => appendFileSync(join(copy, 'funds.db'), 'x')),
          passphrase,
        ),
    ],
    [
      'a file is missing',
      'users.db is missing',
      () =>
        restoreBackup(
          target,
          damaged((copy) => rmSync(join(copy, 'users.db'))),
          passphrase,
        ),
    ],
    [
      'it was not finished',
      'no whole backup',
      () =>
        restoreBackup(
          target,
          damaged((copy) => rmSync(join(copy, 'manifest.json'))),
          passphrase,
        ),
    ],
    [
      'the manifest was changed',
      'manifest.json was changed',
      () =>
        restoreBackup(
          target,
          damaged((copy) => {
            const file = join(copy, 'manifest.json');
            writeFileSync(file, readFileSync(file, 'utf8').replace('"path": "funds.db"', '"path": "../funds.db"'));
          }),
          passphrase,
        ),
    ],
  ])('then nothing is restored when %s', async (_name, sentence, restore) => {
    await expect(restore()).rejects.toThrow(sentence);
    expect(existsSync(target)).toBe(false);
  });

  test('then neither a backup nor a restore goes into a folder that holds something', async () => {
    await expect(createBackup(dataDir, backup, passphrase)).rejects.toThrow('is not empty');
    const { code, text } = await ops(dataDir, 'backup', 'restore', backup, '--passphrase-file', passphraseFile);
    expect({ code, text }).toEqual({ code: 2, text: `${dataDir} is not empty: name another folder, or empty this one.\n` });
  });

  test('then without a passphrase the secrets stay out, and the tool says so', async () => {
    const { text } = await ops(dataDir, 'backup', 'create', join(folder, 'bare'));
    expect(text).toContain('The secrets are NOT in it');
    expect(existsSync(join(folder, 'bare', 'secrets.sealed'))).toBe(false);
  });

  test('then nothing starts on a restore that was cut short', async () => {
    mkdirSync(join(folder, 'cut'));
    writeFileSync(join(folder, 'cut', 'restoring.json'), '{}');
    await expect(startProcess({ ...environment, DATA_DIR: join(folder, 'cut') })).rejects.toThrow('was cut short');
  });
});
