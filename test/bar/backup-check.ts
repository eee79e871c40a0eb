import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import type { Noted } from '../rig/caller.ts';
import { seeded } from '../rig/random.ts';
import { ownerPassword, Visitor } from '../support/platform.ts';
import { ops, type PlatformProcess, startProcess } from '../support/process.ts';
import { type Asked, type Check, part, type Seen } from './check.ts';
import { depositOnAll } from './deposits.ts';
import { checkEnvironment, fillFolder } from './filled.ts';

const accounts = 100;
const depositors = 16;
const mostRpoSeconds = 300;
const mostRtoSeconds = 600;
const longestProjectionMs = 30_000;

async function begin(dataDir: string): Promise<{ platform: PlatformProcess; owner: Visitor }> {
  const platform = await startProcess({ ...checkEnvironment, DATA_DIR: dataDir });
  const owner = new Visitor(platform.url);
  await owner.signIn('owner', ownerPassword);
  return { platform, owner };
}

async function answerOf(dataDir: string, ...words: string[]) {
  const { code, text } = await ops(dataDir, ...words, '--json');
  if (code !== 0) throw new Error(`ops ${words.slice(0, 2).join(' ')} ended with ${code}: ${text.trim()}`);
  return JSON.parse(text);
}

function ask(file: string, sql: string, ...values: string[]): Record<string, unknown> {
  const database = new DatabaseSync(file, { readOnly: true });
  const row = database.prepare(sql).get(...values);
  database.close();
  return { ...row };
}

const lastEntry = (dataDir: string, account: string) =>
  ask(
    join(dataDir, 'funds.db'),
    "SELECT body ->> '$.epoch' AS epoch, body ->> '$.s' AS seq, body ->> '$.after.posted' AS posted FROM c_entries WHERE body ->> '$.a' = ? ORDER BY body ->> '$.s' DESC LIMIT 1",
    account,
  );
const projection = (dataDir: string, account: string) =>
  ask(
    join(dataDir, 'users.db'),
    "SELECT body ->> '$.money.epoch' AS epoch, body ->> '$.money.seq' AS seq, body ->> '$.money.postedPaise' AS posted FROM c_users WHERE id = ?",
    account,
  );

/** Books once on the account; gives what does not fit afterwards: the entry must be of the new epoch, and users must hear of it. */
async function newEntryFaults(dataDir: string, owner: Visitor, account: string): Promise<string[]> {
  const { status } = await owner.put(`/api/users/${account}/totalfund`, { amount: 5 });
  const entry = lastEntry(dataDir, account);
  const deadlineMs = performance.now() + longestProjectionMs;
  const follows = (): boolean => JSON.stringify(projection(dataDir, account)) === JSON.stringify(entry);
  while (!follows() && performance.now() < deadlineMs) await pause(50);
  const wrongEpoch = status === 200 && entry.epoch === 1 ? [] : [`the deposit after the restore was answered ${status}, its epoch is ${entry.epoch}`];
  return follows() ? wrongEpoch : [...wrongEpoch, `users says ${JSON.stringify(projection(dataDir, account))}, the ledger ${JSON.stringify(entry)}`];
}

/** A restore meets a users.db that has heard of entries after the backup: it must take the new numbers. Gives the faults. */
async function aheadFaults(folder: string, restoreTo: (target: string) => Promise<unknown>, account: string): Promise<string[]> {
  const mixed = join(folder, 'mixed');
  await restoreTo(mixed);
  for (const name of ['users.db', 'users.db-wal']) if (existsSync(join(folder, 'data', name))) copyFileSync(join(folder, 'data', name), join(mixed, name));
  const wasAhead = Number(projection(mixed, account).seq) > Number(lastEntry(mixed, account).seq);
  const { platform, owner } = await begin(mixed);
  const faults = await newEntryFaults(mixed, owner, account);
  await platform.stop();
  return wasAhead ? faults : [...faults, 'the projection was not ahead of the backup'];
}

/** Deposits before, during and after a backup; gives the record of those that were answered before it began, and what it says of itself. */
async function backUpUnderWay(dataDir: string, folder: string, ids: readonly string[], passphrase: readonly string[]) {
  const { platform, owner } = await begin(dataDir);
  let going = true;
  const [busy, beganMs] = [ids.slice(0, depositors), performance.now()];
  const working = depositOnAll(platform.url, owner.token, busy, 'backup', () => going);
  await pause(2_000);
  const createdMs = performance.now();
  const made = await answerOf(dataDir, 'backup', 'create', join(folder, 'backup'), ...passphrase);
  const seconds = (performance.now() - createdMs) / 1000;
  await pause(1_000);
  going = false;
  const record = await working;
  await platform.kill();
  const before = record.filter(({ endedMs }) => endedMs < createdMs);
  return { made, seconds, before, booked: record.length, perSecond: record.length / ((performance.now() - beganMs) / 1000) };
}

/** How many of the deposits are not in the books of a folder. */
function missingOf(dataDir: string, record: readonly Noted[]): number {
  const database = new DatabaseSync(join(dataDir, 'funds.db'), { readOnly: true });
  const statement = database.prepare("SELECT count(*) AS found FROM c_entries WHERE body ->> '$.a' = ? AND body ->> '$.ik' = ?");
  const missing = record.filter(({ operation, key }) => Number(statement.get(operation.account, key)?.found) !== 1).length;
  database.close();
  return missing;
}

async function runCheck(asked: Asked, folder: string): Promise<Seen> {
  const dataDir = join(folder, 'data');
  writeFileSync(join(folder, 'passphrase'), `a passphrase of the check ${asked.seed}\n`, { mode: 0o600 });
  const passphrase = ['--passphrase-file', join(folder, 'passphrase')];
  const ids = await fillFolder(dataDir, { accounts, entriesEach: part(1_000, asked) });
  const { made, seconds, before, booked, perSecond } = await backUpUnderWay(dataDir, folder, ids, passphrase);
  asked.say(`${made.entries} entries backed up in ${seconds.toFixed(1)} s beside ${booked} deposits (${perSecond.toFixed(0)} a second)`);

  const beganMs = performance.now();
  const restored = join(folder, 'restored');
  const restoreTo = (target: string) => answerOf(target, 'backup', 'restore', join(folder, 'backup'), ...passphrase);
  const { epoch } = await restoreTo(restored);
  const { platform, owner } = await begin(restored);
  const verdict = await answerOf(restored, 'ledger', 'verify');
  const rtoSeconds = (performance.now() - beganMs) / 1000;
  const account = seeded(asked.seed).pick(ids.slice(0, depositors));
  const faults = await newEntryFaults(restored, owner, account);
  const missing = missingOf(restored, before);
  const after = await answerOf(restored, 'ledger', 'verify');
  await platform.stop();
  faults.push(...(await aheadFaults(folder, restoreTo, account)));
  if (verdict.entries !== made.entries || after.entries !== made.entries + 1) faults.push(`${made.entries} entries were backed up, ${verdict.entries} came back`);
  if (missing > 0 || before.length === 0) faults.push(`${missing} of ${before.length} deposits that were answered before the backup are missing`);
  for (const fault of faults) asked.say(`FAULT: ${fault}`);
  const figure = `${faults.length} faults; ${verdict.entries} entries verified after the restore, ${missing} of ${before.length} earlier deposits missing, epoch ${epoch} in a new entry and in users, also where users was ahead; RPO ${seconds.toFixed(1)} s and the time between two backups, RTO ${rtoSeconds.toFixed(1)} s`;
  return { passed: faults.length === 0 && epoch === 1 && seconds <= mostRpoSeconds && rtoSeconds <= mostRtoSeconds, figure };
}

export const backup: Check = {
  id: 'D4',
  what: '100,000 entries backed up while 16 clients deposit, restored into an empty folder: verified, RPO at most 5 min, RTO at most 10 min, the new epoch in a new entry and in users',
  async run(asked) {
    const folder = mkdtempSync(join(tmpdir(), 'tradepost-restore-'));
    try {
      return await runCheck(asked, folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
