import { DamagedDocument } from '@tradepost/platform/errors.ts';
import type { AppendOnly } from '@tradepost/platform/ports.ts';
import { minus, plus } from '@tradepost/proto/api/money.ts';
import { chainStart, hashOf } from './chain.ts';
import type { Entry } from './collections.ts';
import { type Balance, isSound, nothing } from './ledger.ts';

/** The first entry that does not fit, and why. */
export interface Flaw {
  readonly store: string;
  readonly account: string;
  readonly seq: number;
  readonly reason: string;
}

export interface Verdict {
  readonly ok: boolean;
  readonly accounts: number;
  readonly entries: number;
  readonly first: Flaw | null;
}

/** Where an account stood: its last entry, or the last one that was proven. */
export interface ProvenHead {
  readonly account: string;
  readonly epoch: number;
  readonly seq: number;
  readonly hash: string;
  readonly balance: Balance;
}

/** What was written down before: the numbers and hashes that must still be there, and where they were written. */
export interface KeptHeads {
  /** `2026-11-21` */
  readonly day: string;
  readonly heads: ReadonlyMap<string, Pick<ProvenHead, 'seq' | 'hash'>>;
}

interface VerifyOptions {
  readonly kept?: KeptHeads | undefined;
  /** Told each account's head, once all of its entries fit. */
  readonly proven?: (head: ProvenHead) => void;
}

/** An entry whose bytes are damaged, told by what stands before it. */
class UnreadableEntry extends Error {
  readonly flaw: Omit<Flaw, 'store'>;

  constructor(flaw: Omit<Flaw, 'store'>, options: { cause: unknown }) {
    super(flaw.reason, options);
    this.flaw = flaw;
  }
}

type Entries = Pick<AppendOnly<Entry>, 'find'>;
type Place = readonly [account: string, seq: number];

/** Entries behind a place, by account and number. Where one is damaged, those before it; throws UnreadableEntry when it is the first. */
async function entriesBehind(entries: Entries, after: Place | undefined, limit: number): Promise<Entry[]> {
  try {
    return await entries.find({ sort: { a: 1, s: 1 }, ...(after ? { after } : {}), limit });
  } catch (error) {
    if (!(error instanceof DamagedDocument)) throw error;
    if (limit > 1) return entriesBehind(entries, after, Math.floor(limit / 2));
    throw new UnreadableEntry(await damageBehind(entries, after), { cause: error });
  }
}

/** Names the damaged entry behind a place. What account it is of stands in its bytes, so that the first of an account is told by the account before. */
async function damageBehind(entries: Entries, [account, seq]: Place = ['', 0]): Promise<Omit<Flaw, 'store'>> {
  try {
    const [next] = await entries.find({ filter: { a: account, s: { gt: seq } }, sort: { s: 1 }, limit: 1 });
    if (!next) return { account, seq, reason: 'The first entry of the account behind this one cannot be read: its bytes are damaged.' };
  } catch (error) {
    if (!(error instanceof DamagedDocument)) throw error;
  }
  return { account, seq: seq + 1, reason: 'It cannot be read: its bytes are damaged.' };
}

/**
 * All entries, by account and number, a batch (1,000) at a time. Entries that are appended meanwhile may be missed, never torn.
 * `between` is waited for after each batch, so that others get their turn. Throws UnreadableEntry at one whose bytes are damaged.
 */
export async function* everyEntry(entries: Entries, { batch = 1000, between }: { batch?: number; between?: () => Promise<void> } = {}): AsyncGenerator<Entry> {
  let after: Place | undefined;
  do {
    const found: Entry[] = await entriesBehind(entries, after, batch);
    yield* found;
    const last = found.at(-1);
    after = last && [last.a, last.s];
    await between?.();
  } while (after);
}

/** What is known of an account when its next entry is judged. */
interface Replay {
  readonly account: string;
  seq: number;
  epoch: number;
  at: number;
  hash: string;
  balance: Balance;
  closed: boolean;
  readonly open: Map<string, number>;
}

const fresh = (account: string): Replay => ({ account, seq: 0, epoch: 0, at: 0, hash: chainStart, balance: nothing, closed: false, open: new Map() });

/** The balance that an entry must leave, or a sentence that says why it cannot be. */
function expected(replay: Replay, entry: Entry): Balance | string {
  const { posted, held } = replay.balance;
  if (replay.closed && entry.refused?.code !== 'account-closed') return 'The account was closed before.';
  switch (entry.t) {
    case 'deposit':
      return { posted: plus(posted, entry.amt), held };
    case 'debit':
      return { posted: minus(posted, entry.amt), held };
    case 'hold':
      return { posted, held: plus(held, entry.amt) };
    case 'post':
    case 'void': {
      const heldAmount = replay.open.get(entry.settles ?? '');
      if (heldAmount === undefined) return 'It settles a hold that is not there or is settled already.';
      if (heldAmount !== entry.amt) return 'It settles another amount than was held.';
      return { posted: entry.t === 'post' ? minus(posted, entry.amt) : posted, held: minus(held, entry.amt) };
    }
    case 'refused':
      return replay.balance;
    case 'close':
      return posted === 0 && held === 0 ? replay.balance : 'It closes an account that is not empty.';
    default:
      return 'It is of no known kind.';
  }
}

/** Judges one entry; undefined when it fits, and the replay has moved on. */
function judge(replay: Replay, entry: Entry): string | undefined {
  if (entry.s !== replay.seq + 1) return `Number ${replay.seq + 1} is missing.`;
  if (entry.prev !== replay.hash) return 'It does not follow from the entry before.';
  if (hashOf(entry) !== entry.hash) return 'Its content was changed after it was written.';
  if (!Number.isSafeInteger(entry.amt) || entry.amt < 0) return 'Its amount is no whole number of paise.';
  if (entry.at < replay.at || entry.epoch < replay.epoch) return 'Its time or epoch lies before the entry before.';
  const after = expected(replay, entry);
  if (typeof after === 'string') return after;
  if (!isSound(after)) return 'It takes the balance out of its bounds.';
  if (after.posted !== entry.after.posted || after.held !== entry.after.held) return 'Its balance does not add up.';
  if (entry.t === 'hold') replay.open.set(entry._id, entry.amt);
  if (entry.settles !== undefined) replay.open.delete(entry.settles);
  Object.assign(replay, { seq: entry.s, epoch: entry.epoch, at: entry.at, hash: entry.hash, balance: after, closed: replay.closed || entry.t === 'close' });
  return undefined;
}

/** What the kept heads say against an account whose entries fit so far. */
function missing({ kept }: VerifyOptions, account: string, seq: number): string | undefined {
  const head = kept?.heads.get(account);
  return head && head.seq > seq ? `The heads of ${kept?.day} name ${head.seq} entries of this account: the last ${head.seq - seq} are cut off.` : undefined;
}

function differs({ kept }: VerifyOptions, entry: Entry): string | undefined {
  const head = kept?.heads.get(entry.a);
  return head?.seq === entry.s && head.hash !== entry.hash ? `It is not the entry that the heads of ${kept?.day} name.` : undefined;
}

/**
 * Replays a whole ledger: numbers without gaps, arithmetic, bounds, the hash chain, and holds settled at most once. `entries` come by account and number; stops at the first flaw.
 * A cut tail leaves no trace in the chain: with the heads of an earlier day in `kept` it is found as well, and so is a history written anew.
 */
export async function verifyLedger(entries: AsyncIterable<Entry>, store: string, options: VerifyOptions = {}): Promise<Verdict> {
  let accounts = 0;
  let count = 0;
  let replay: Replay | undefined;
  const gone = new Set(options.kept?.heads.keys());
  const flawed = (account: string, seq: number, reason: string): Verdict => ({ ok: false, accounts, entries: count, first: { store, account, seq, reason } });
  const finish = (): Verdict | undefined => {
    if (!replay) return undefined;
    const { account, seq, epoch, hash, balance } = replay;
    const cut = missing(options, account, seq);
    if (cut !== undefined) return flawed(account, seq + 1, cut);
    options.proven?.({ account, epoch, seq, hash, balance });
    return undefined;
  };
  try {
    for await (const entry of entries) {
      if (replay?.account !== entry.a) {
        const cut = finish();
        if (cut) return cut;
        replay = fresh(entry.a);
        accounts += 1;
        gone.delete(entry.a);
      }
      count += 1;
      const reason = judge(replay, entry) ?? differs(options, entry);
      if (reason !== undefined) return flawed(entry.a, entry.s, reason);
    }
  } catch (error) {
    if (!(error instanceof UnreadableEntry)) throw error;
    return flawed(error.flaw.account, error.flaw.seq, error.flaw.reason);
  }
  const cut = finish();
  if (cut) return cut;
  for (const account of gone) return flawed(account, 1, missing(options, account, 0) ?? '');
  return { ok: true, accounts, entries: count, first: null };
}
