// F6 and M12: the history of an account with a million entries; F10: `ledger verify` beside reading, parsing and hashing alone.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqliteDocumentsForReading } from '@tradepost/platform/documents/sqlite.ts';
import { canonicalJson } from '@tradepost/platform/json.ts';
import { paise } from '@tradepost/proto/api/money.ts';
import { nextEntry } from '../../services/funds/src/append.ts';
import { chainStart } from '../../services/funds/src/chain.ts';
import { type Entry, entriesDefinition } from '../../services/funds/src/collections.ts';
import { debit, deposit, nothing } from '../../services/funds/src/ledger.ts';
import { everyEntry, verifyLedger } from '../../services/funds/src/verify.ts';
import { ownerPassword, registeredPerson, registrationForm, Visitor } from '../support/platform.ts';
import { startProcess } from '../support/process.ts';

const insertedAtOnce = 10_000;
const calls = 1000;
const warmUp = 100;
const firstAtMs = 1_700_000_000_000;

/** Entries of one account as funds would have booked them: deposits, and now and then a debit, in one chain, all published. */
export function* chainOf(account: string, count: number): Generator<Entry> {
  let head: Parameters<typeof nextEntry>[1] = { s: 0, epoch: 0, hash: chainStart, at: 0, after: nothing, closed: false };
  const actor = { id: 'the-filler', role: '1' };
  for (let number = 1; number <= count; number += 1) {
    const [kind, rule] = number % 5 === 0 ? (['debit', debit] as const) : (['deposit', deposit] as const);
    const amount = paise(100 + (number % 900));
    const call = { idempotencyKey: `fill-${number}`, keyGiven: true, requestHash: 'filled', actor };
    const { pub: _pub, ...entry } = nextEntry({ account, kind, amount, call, next: (balance) => rule(balance, amount) }, head, undefined, firstAtMs + number * 1_000);
    const { s, epoch, hash, at, after } = entry;
    head = { s, epoch, hash, at, after, closed: false };
    yield entry;
  }
}

function fill(file: string, account: string, count: number): void {
  const database = new DatabaseSync(file);
  // Nothing is lost that matters when the machine stops while a benchmark is filled.
  database.exec('PRAGMA synchronous = OFF; BEGIN');
  const insert = database.prepare('INSERT INTO c_entries (id, body) VALUES (?, ?)');
  let inserted = 0;
  for (const entry of chainOf(account, count)) {
    insert.run(entry._id, JSON.stringify(entry));
    inserted += 1;
    if (inserted % insertedAtOnce === 0) database.exec('COMMIT; BEGIN');
  }
  // What the machine has not written yet would be written amid the measuring.
  database.exec('COMMIT; PRAGMA synchronous = FULL; PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}

const percentile = (values: readonly number[], share: number): number => values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

export interface HistoryMeasured {
  readonly longPagesMs: readonly number[];
  readonly shortPagesMs: readonly number[];
  readonly appendsMs: readonly number[];
}

async function timed(call: () => Promise<{ status: number }>): Promise<number> {
  const beganMs = performance.now();
  const { status } = await call();
  if (status !== 200) throw new Error(`A call was answered ${status}.`);
  return performance.now() - beganMs;
}

/** Fills one account with `entries` and one with a thousand, and measures newest pages of both in turn and deposits on the long one, through the gateway. */
export async function measureHistory(entries: number): Promise<HistoryMeasured> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tradepost-history-'));
  const environment = { DATA_DIR: dataDir, DEMO_DATA: '0', OWNER_PASSWORD: ownerPassword, RATE_LIMIT_FACTOR: '1000000', LOG_LEVEL: 'error' };
  try {
    const first = await startProcess(environment);
    const registrar = new Visitor(first.url);
    const register = async (): Promise<string> => (await registrar.post('/api/register', registrationForm(await registeredPerson()))).body.user._id;
    const [long, short] = [await register(), await register()];
    await first.stop();
    fill(join(dataDir, 'funds.db'), long, entries);
    fill(join(dataDir, 'funds.db'), short, 1_000);
    const platform = await startProcess(environment);
    const owner = new Visitor(platform.url);
    await owner.signIn('owner', ownerPassword);
    const [longPagesMs, shortPagesMs, appendsMs]: [number[], number[], number[]] = [[], [], []];
    for (let count = 0; count < warmUp + calls; count += 1) {
      const [a, b] = [await timed(() => owner.get(`/api/${long}/ledger?limit=50`)), await timed(() => owner.get(`/api/${short}/ledger?limit=50`))];
      const c = await timed(() => owner.put(`/api/users/${long}/totalfund`, { amount: 1 }));
      if (count < warmUp) continue;
      longPagesMs.push(a);
      shortPagesMs.push(b);
      appendsMs.push(c);
    }
    await platform.stop();
    return { longPagesMs, shortPagesMs, appendsMs };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const judged = (good: boolean): string => (good ? 'met' : 'short of goal');

/** F6: gives the row of the table. */
export async function historyRow(entries: number): Promise<string> {
  const { longPagesMs, shortPagesMs, appendsMs } = await measureHistory(entries);
  const [long, short, append] = [longPagesMs, shortPagesMs, appendsMs].map((values) => percentile(values, 0.99));
  if (long === undefined || short === undefined || append === undefined) throw new RangeError('Nothing was measured.');
  const figure = `p99 ${long.toFixed(1)} ms (p50 ${percentile(longPagesMs, 0.5).toFixed(1)}) · append p99 ${append.toFixed(1)} ms`;
  console.log(`F6: ${figure}; with 1,000 entries p99 ${short.toFixed(1)} ms`);
  return `| F6 | newest page of an account's history with ${entries.toLocaleString('en')} entries · a deposit on it | ${figure} | the same with 1,000 entries: p99 ${short.toFixed(1)} ms (p50 ${percentile(shortPagesMs, 0.5).toFixed(1)}) | ${(long / short).toFixed(2)} × | ≤ 1.2 ×, page p99 ≤ 20 ms, append p99 ≤ 25 ms | ${judged(long / short <= 1.2 && long <= 20 && append <= 25)} |`;
}

/** The peer of F10: the same rows in the same order, parsed and hashed, and nothing checked. */
function hashAll(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true });
  let rows = 0;
  for (const { body } of database.prepare("SELECT body FROM c_entries ORDER BY body ->> '$.a', body ->> '$.s'").iterate()) {
    const { hash: _hash, pub: _pub, open: _open, ...rest } = JSON.parse(String(body));
    createHash('sha256').update(canonicalJson(rest)).digest('hex');
    rows += 1;
  }
  database.close();
  return rows;
}

async function verifyAll(file: string): Promise<number> {
  const documents = openSqliteDocumentsForReading({ file });
  const { ok, entries, first } = await verifyLedger(everyEntry(documents.collection<Entry>(entriesDefinition)), 'funds');
  await documents.close();
  if (!ok) throw new Error(`The ledger is damaged: ${JSON.stringify(first)}`);
  return entries;
}

/** F10: gives the row of the table. `rounds` alternate. */
export async function verifyRow(entries: number, rounds: number): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tradepost-verify-'));
  const file = join(dataDir, 'funds.db');
  try {
    await (await startProcess({ DATA_DIR: dataDir, DEMO_DATA: '0', OWNER_PASSWORD: ownerPassword })).stop();
    for (let account = 0; account < 10; account += 1) fill(file, `account-${account}`, entries / 10);
    const [ours, bare]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      const beganMs = performance.now();
      const verified = await verifyAll(file);
      const betweenMs = performance.now();
      if (hashAll(file) !== verified) throw new Error('The two did not read the same rows.');
      ours.push((betweenMs - beganMs) / 1000);
      bare.push((performance.now() - betweenMs) / 1000);
      console.log(`F10 round ${round + 1}: ${ours.at(-1)?.toFixed(2)} s beside ${bare.at(-1)?.toFixed(2)} s`);
    }
    const [mine, theirs] = [percentile(ours, 0.5), percentile(bare, 0.5)];
    const spread = (values: readonly number[]): string => `${Math.min(...values).toFixed(2)}–${Math.max(...values).toFixed(2)}`;
    return `| F10 | \`ledger verify\` over ${entries.toLocaleString('en')} entries | ${mine.toFixed(2)} s (${spread(ours)}) | the same rows read, parsed and hashed without checks: ${theirs.toFixed(2)} s (${spread(bare)}) | ${(mine / theirs).toFixed(2)} × | ≤ 2 × | ${judged(mine / theirs <= 2)} |`;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
