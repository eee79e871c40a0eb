// What must hold after a run: the record of the clients against the books, without the product's own arithmetic.
import { createHash } from 'node:crypto';
import type { StoredEvent } from '@tradepost/platform/ports.ts';
import { decodeEvent } from '@tradepost/proto/events/catalog.ts';
import type { Noted } from './caller.ts';
import { embeddedStores, type Line, type Projected, type Stores } from './stores.ts';

/** What was looked through, and each thing that does not fit, in words. */
export interface Findings {
  readonly entries: number;
  readonly acknowledged: number;
  readonly events: number;
  /** What each account holds by its entries, in paise. */
  readonly balances: ReadonlyMap<string, { readonly posted: number; readonly held: number }>;
  readonly faults: readonly string[];
}

const mostFaults = 20;

const canonical = (value: unknown): string =>
  Array.isArray(value)
    ? `[${value.map(canonical).join(',')}]`
    : typeof value === 'object' && value !== null
      ? `{${Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`)
          .join(',')}}`
      : JSON.stringify(value);

function hashOf(line: Line): string {
  const { hash: _hash, pub: _pub, open: _open, ...rest } = line as Line & { pub?: number; open?: number };
  return createHash('sha256').update(canonical(rest)).digest('hex');
}

/** Replays one account: numbers, chain, sums, holds settled at most once. */
function replay(lines: readonly Line[], fault: (text: string) => void): { posted: number; held: number } {
  let [posted, held, seq, prev] = [0, 0, 0, '0'.repeat(64)];
  const open = new Map<string, number>();
  for (const line of lines) {
    const where = `account ${line.a} entry ${line.s}`;
    if (line.s !== seq + 1) fault(`${where}: number ${seq + 1} is missing`);
    if (line.prev !== prev || hashOf(line) !== line.hash) fault(`${where}: the chain is broken`);
    if (line.t === 'deposit') posted += line.amt;
    if (line.t === 'debit') posted -= line.amt;
    if (line.t === 'hold') {
      held += line.amt;
      open.set(line._id, line.amt);
    }
    if (line.t === 'post' || line.t === 'void') {
      const amount = open.get(line.settles ?? '');
      if (amount === undefined) fault(`${where}: settles a hold that is not open`);
      open.delete(line.settles ?? '');
      held -= amount ?? 0;
      if (line.t === 'post') posted -= amount ?? 0;
    }
    if (posted !== line.after.posted || held !== line.after.held) fault(`${where}: says ${line.after.posted}/${line.after.held}, adds up to ${posted}/${held}`);
    if (held < 0 || held > posted) fault(`${where}: the balance is out of its bounds`);
    [seq, prev] = [line.s, line.hash];
  }
  return { posted, held };
}

const kindOf: Readonly<Record<string, string>> = { deposit: 'deposit', debit: 'debit', withdraw: 'hold', approve: 'post', reject: 'void', cancel: 'void' };

/** The entry that an acknowledged operation made: by its key, or for a decision that was repeated by what it settled. */
function entryOf(noted: Noted, byKey: ReadonlyMap<string, Line>, bySettled: ReadonlyMap<string, Line>): Line | undefined {
  const { operation, key } = noted;
  return byKey.get(`${operation.account} ${key}`) ?? (operation.withdrawal === undefined ? undefined : bySettled.get(operation.withdrawal));
}

function checkAnswers(record: readonly Noted[], byKey: ReadonlyMap<string, Line>, bySettled: ReadonlyMap<string, Line>, fault: (text: string) => void): void {
  for (const noted of record) {
    const { operation, answer, key } = noted;
    const what = `${operation.kind} on ${operation.account} with key ${key}`;
    const line = entryOf(noted, byKey, bySettled);
    if (answer.status === 200 || answer.status === 201) {
      if (!line) fault(`${what} was acknowledged and is not in the books`);
      else if (line.t !== kindOf[operation.kind]) fault(`${what} was acknowledged and is booked as ${line.t}`);
      else if (operation.withdrawal === undefined && line.amt !== operation.amountPaise)
        fault(`${what} was acknowledged with ${operation.amountPaise} and is booked with ${line.amt}`);
    } else if (answer.status === 409) {
      const own = byKey.get(`${operation.account} ${key}`);
      if (own && own.t !== 'refused') fault(`${what} was refused and is booked as ${own.t}`);
    } else fault(`${what} was answered ${answer.status}: ${answer.body.slice(0, 200)}`);
  }
}

/** If one call was over before another began on the same account, its entry comes first. */
function checkOrder(record: readonly Noted[], byKey: ReadonlyMap<string, Line>, fault: (text: string) => void): void {
  const done = record.flatMap((noted) => {
    const line = byKey.get(`${noted.operation.account} ${noted.key}`);
    return line ? [{ noted, line }] : [];
  });
  for (const own of Map.groupBy(done, ({ line }) => line.a).values()) {
    const byEnd = own.toSorted((a, b) => a.noted.endedMs - b.noted.endedMs);
    const byBegin = own.toSorted((a, b) => a.noted.beganMs - b.noted.beganMs);
    let [at, highest] = [0, 0];
    for (const { noted, line } of byBegin) {
      for (let before = byEnd[at]; before && before.noted.endedMs < noted.beganMs; before = byEnd[at]) {
        highest = Math.max(highest, before.line.s);
        at += 1;
      }
      if (line.s < highest) fault(`account ${line.a} entry ${line.s} began after entry ${highest} was answered`);
    }
  }
}

const typeOf = (line: Line): string => {
  const names: Readonly<Record<string, string>> = {
    deposit: 'FundsAdded',
    debit: 'FundsReduced',
    hold: 'WithdrawalRequested',
    post: 'WithdrawalApproved',
    refused: 'FundsRefused',
  };
  if (line.t === 'void') return line.outcome === 'rejected' ? 'WithdrawalRejected' : 'WithdrawalCancelled';
  return names[line.t] ?? 'AccountClosed';
};

/** Every entry is told at least once, in the order of its account when it is told for the first time, and nothing else is told. */
function checkEvents(rows: readonly StoredEvent[], lines: readonly Line[], fault: (text: string) => void): void {
  const told = new Set<string>();
  const newest = new Map<string, number>();
  const byId = new Map(lines.map((line) => [line._id, line]));
  for (const { id, type, data } of rows) {
    const line = byId.get(id);
    if (!line) {
      fault(`event ${id} tells of an entry that is not there`);
      continue;
    }
    if (told.has(id)) continue;
    told.add(id);
    const { name, message } = decodeEvent({ type, data });
    if (name !== typeOf(line) || !('seq' in message) || Number(message.seq) !== line.s || Number(message.postedPaise) !== line.after.posted)
      fault(`event ${id} says another thing than its entry`);
    if (line.s !== (newest.get(line.a) ?? 0) + 1) fault(`account ${line.a}: entry ${line.s} is told after entry ${newest.get(line.a) ?? 0}`);
    newest.set(line.a, line.s);
  }
  for (const line of lines) if (!told.has(line._id)) fault(`account ${line.a} entry ${line.s} was never told`);
}

/** What users has projected from the events equals the books. */
function checkProjections(projected: ReadonlyMap<string, Projected>, balances: Findings['balances'], fault: (text: string) => void): void {
  for (const [account, { posted, held }] of balances) {
    const money = projected.get(account);
    if (money?.postedPaise !== posted || money?.heldPaise !== held) fault(`account ${account}: users says ${money?.postedPaise}/${money?.heldPaise}, the books ${posted}/${held}`);
  }
}

/** Reads the stores, beside the platform or after it, and compares them with what the clients noted. `strangers` are events that a check has put onto the bus itself. */
export async function compareBooks(stores: Stores, record: readonly Noted[], strangers: ReadonlySet<string> = new Set()): Promise<Findings> {
  const faults: string[] = [];
  let more = 0;
  const fault = (text: string): void => {
    if (faults.length < mostFaults) faults.push(text);
    else more += 1;
  };
  const lines = await stores.lines();
  const balances = new Map([...Map.groupBy(lines, ({ a }) => a)].map(([account, own]) => [account, replay(own, fault)]));
  const byKey = new Map<string, Line>();
  for (const line of lines) {
    if (byKey.has(`${line.a} ${line.ik}`)) fault(`account ${line.a}: the key ${line.ik} was booked twice`);
    byKey.set(`${line.a} ${line.ik}`, line);
  }
  const bySettled = new Map(lines.flatMap((line) => (line.settles === undefined ? [] : [[line.settles, line] as const])));
  checkAnswers(record, byKey, bySettled, fault);
  checkOrder(record, byKey, fault);
  const events = (await stores.events()).filter(({ id }) => !strangers.has(id));
  checkEvents(events, lines, fault);
  checkProjections(await stores.projected(), balances, fault);
  if (more > 0) faults.push(`and ${more} more`);
  return { entries: lines.length, acknowledged: record.filter(({ answer }) => answer.status < 300).length, events: events.length, balances, faults };
}

/** The same for the stores of a data folder. */
export const checkBooks = (dataDir: string, record: readonly Noted[], strangers?: ReadonlySet<string>): Promise<Findings> =>
  compareBooks(embeddedStores(dataDir), record, strangers);
