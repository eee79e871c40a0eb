import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linkPackages } from '../support/house.ts';
import { eventually, ownerPassword, registeredPerson, registrationForm, Visitor } from '../support/platform.ts';
import { ops, type PlatformProcess, startProcess } from '../support/process.ts';

const root = join(import.meta.dirname, '..', '..');
const git = (...words: string[]) => spawnSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 64_000_000 });

/** The newest tag behind this commit; undefined in a copy without tags. */
const { status, stdout } = git('describe', '--tags', '--abbrev=0', 'HEAD^');
const previous = status === 0 ? stdout.trim() : undefined;

const folder = mkdtempSync(join(tmpdir(), 'tradepost-upgrade-'));
const dataDir = join(folder, 'data');
const environment = { DATA_DIR: dataDir, OWNER_PASSWORD: ownerPassword, RATE_LIMIT_FACTOR: '100000' };
let running: PlatformProcess | undefined;
afterAll(async () => {
  await running?.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** The code of a tag, with the packages of today. */
function codeOf(tag: string): string {
  const house = join(folder, 'previous');
  mkdirSync(house);
  const unpacked = spawnSync('tar', ['-x', '-C', house], { input: spawnSync('git', ['archive', tag], { cwd: root, maxBuffer: 256_000_000 }).stdout });
  if (unpacked.status !== 0) throw new Error(`The code of ${tag} cannot be unpacked: ${unpacked.stderr}`);
  linkPackages(house);
  // The calls are played, not the screens.
  mkdirSync(join(house, 'web/dist'), { recursive: true });
  writeFileSync(join(house, 'web/dist/index.html'), '<!doctype html>');
  return house;
}

interface Standing {
  readonly totalfund: number;
  readonly availableFund: number;
  readonly deposits: readonly unknown[];
  readonly [field: string]: unknown;
}

/** What of a person must be the same before and after, to the letter. */
async function standing(owner: Visitor, id: string): Promise<Standing> {
  const { body: user } = await owner.get(`/api/user/${id}`);
  const { body: withdrawals } = await owner.get(`/api/${id}/withdrawals`);
  const { body: deposits } = await owner.get(`/api/${id}/deposits`);
  const { name, email, phone, pancard, status: active, totalfund, heldFund, availableFund } = user;
  return {
    ...{ name, email, phone, pancard, active, totalfund, heldFund, availableFund },
    withdrawals: withdrawals.map(({ _id, amount, status: state }: Record<string, unknown>) => ({ _id, amount, state })),
    deposits: deposits.map(({ _id, amount }: Record<string, unknown>) => ({ _id, amount })),
  };
}

(previous === undefined ? describe.skip : describe)(`When data of ${previous ?? 'the previous tag'} are opened by this version`, () => {
  test('then people, papers, money and passwords are as they were, what was unsent goes out, and work goes on', async () => {
    running = await startProcess(environment, codeOf(previous ?? ''));
    let owner = new Visitor(running.url);
    await owner.signIn('owner', ownerPassword);
    const person = await registeredPerson();
    const { user } = (await owner.post('/api/register', registrationForm(person))).body;
    await owner.patch(`/api/users/${user._id}/approve`, { status: true });
    for (let count = 0; count < 30; count += 1) await owner.put(`/api/users/${user._id}/totalfund`, { amount: 100 });
    let client = new Visitor(running.url);
    await client.signIn(user.userId, person.password);
    const withdrawals = [];
    for (let count = 0; count < 3; count += 1) withdrawals.push((await client.post(`/api/${user._id}/withdrawals`, { amount: 250.25 })).body.withdrawal);
    const decide = async (one: { _id: string }, body: unknown): Promise<number> => (await owner.patch(`/api/${user._id}/withdrawals/${one._id}`, body)).status;
    expect(await decide(withdrawals[0], { action: 'approve' })).toBe(200);
    expect(await decide(withdrawals[1], { action: 'reject', reason: 'The account number does not match.' })).toBe(200);
    const before = await standing(owner, user._id);
    // Killed, so that some entries are still to be told.
    await owner.put(`/api/users/${user._id}/totalfund`, { amount: 1 });
    await running.kill();

    running = await startProcess(environment);
    owner = new Visitor(running.url);
    await owner.signIn('owner', ownerPassword);
    client = new Visitor(running.url);
    await client.signIn(user.userId, person.password);
    const after = { ...before, totalfund: before.totalfund + 1, availableFund: before.availableFund + 1 };
    const found = await standing(owner, user._id);
    expect({ ...found, deposits: found.deposits.slice(1) }).toEqual(after);
    const paper: string = (await owner.get(`/api/user/${user._id}`)).body.panimg;
    expect((await owner.get(paper.slice(paper.indexOf('/api/')))).status).toBe(200);
    expect(await decide(withdrawals[2], { action: 'approve' })).toBe(200);
    await eventually(async () => (await owner.get('/api/users')).body.find(({ _id }: { _id: string }) => _id === user._id)?.totalfund === after.totalfund - 250.25);
    expect((await client.post(`/api/${user._id}/withdrawals`, { amount: 10 })).status).toBe(201);
    const { code, text } = await ops(dataDir, 'ledger', 'verify', '--json');
    expect({ code, ...JSON.parse(text) }).toMatchObject({ code: 0, ok: true });
  }, 120_000);
});
