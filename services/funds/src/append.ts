import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Call } from '@tradepost/platform/call.ts';
import { DuplicateKey, OutcomeUnknown, Refused, StoreUnavailable } from '@tradepost/platform/errors.ts';
import { timeOrderedId } from '@tradepost/platform/ids.ts';
import { wordsOf } from '@tradepost/platform/list.ts';
import type { Logger } from '@tradepost/platform/log.ts';
import type { AppendOnly, Clock } from '@tradepost/platform/ports.ts';
import { codes } from '@tradepost/proto/api/codes.ts';
import type { Paise } from '@tradepost/proto/api/money.ts';
import { chainStart, hashOf } from './chain.ts';
import type { CommandKind, Entry, Outcome } from './collections.ts';
import { type Balance, isSound, nothing } from './ledger.ts';
import { accountQueue } from './queue.ts';
import { refusalLimit } from './refusal-limit.ts';
import { settlementOf, unmark } from './withdrawals.ts';

const maximumTries = 12;
const rememberedHeads = 20_000;

/** What somebody wants to be booked. */
export interface Command {
  readonly account: string;
  readonly kind: CommandKind;
  readonly amount: Paise;
  readonly note?: string | undefined;
  readonly reason?: string | undefined;
  /** The hold that a post or void settles. */
  readonly settles?: { readonly hold: Entry; readonly outcome: Outcome };
  /** Who asks, and by which key. */
  readonly call: Pick<Call<unknown>, 'idempotencyKey' | 'keyGiven' | 'requestHash'> & { readonly actor: { readonly id: string; readonly role: string } };
  /** The rule: the balance afterwards. Throws Refused 409, which is recorded. */
  next(balance: Balance): Balance;
}

/** What the next entry of an account builds on. */
export interface Head {
  readonly s: number;
  readonly epoch: number;
  readonly hash: string;
  readonly at: number;
  readonly after: Balance;
  readonly closed: boolean;
}

const start: Head = { s: 0, epoch: 0, hash: chainStart, at: 0, after: nothing, closed: false };

// Only a closed account refuses as closed, so a refusal behind the close carries the mark on.
const headOf = ({ s, epoch, hash, at, after, t, refused }: Entry): Head => ({ s, epoch, hash, at, after, closed: t === 'close' || refused?.code === 'account-closed' });

const inEpoch = (head: Head, epoch: number): Head => (head.epoch < epoch ? { ...head, epoch } : head);

const contraOf: Readonly<Record<CommandKind, Entry['contra']>> = { deposit: 'bank_in', debit: 'adjust', hold: 'none', post: 'payout', void: 'none', close: 'none' };

export interface Ledger {
  /** Books a command and gives its entry; a repeated key gives the entry it had. Throws the recorded refusal (409), 422 `key-reused`, 429 and 503. */
  append(command: Command): Promise<Entry>;
  /** Like append, and gives the entry of a refusal too. */
  record(command: Command): Promise<Entry>;
  /** Reads where an account stands, from the store. */
  head(account: string): Promise<Head>;
}

interface LedgerPorts {
  readonly entries: AppendOnly<Entry>;
  readonly clock: Clock;
  readonly log: Logger;
  /** What new entries carry at least: one more for each restore from a backup. */
  readonly epoch: () => number;
  /** Called after each commit. */
  committed(): void;
}

/**
 * The append-only ledger. Inserting entry (account, number) under a unique index is the compare-and-set on the account; whoever comes second reads again and decides again.
 * Refusals take a number as well, so that one decided on an old balance collides like any other entry.
 */
export function openLedger({ entries, clock, log, epoch, committed }: LedgerPorts): Ledger {
  // A head that another process has overtaken only collides and is read again.
  const heads = new Map<string, Head>();
  const inTurn = accountQueue(clock);
  const refusals = refusalLimit(clock);

  const byKey = async (account: string, key: string): Promise<Entry | undefined> => (await entries.find({ filter: { a: account, ik: key }, limit: 1 }))[0];

  async function head(account: string): Promise<Head> {
    const newest = (await entries.find({ filter: { a: account }, sort: { s: -1 }, limit: 1 }))[0];
    return newest ? headOf(newest) : start;
  }

  function remember(account: string, known: Head): void {
    heads.delete(account);
    heads.set(account, known);
    if (heads.size <= rememberedHeads) return;
    for (const oldest of heads.keys()) if (heads.delete(oldest)) break;
  }

  async function insert(entry: Entry): Promise<'done' | 'taken' | 'unknown'> {
    try {
      await entries.insert(entry);
      remember(entry.a, headOf(entry));
      return 'done';
    } catch (error) {
      heads.delete(entry.a);
      if (error instanceof DuplicateKey) return 'taken';
      if (error instanceof OutcomeUnknown) return 'unknown';
      throw error;
    }
  }

  async function attempt(command: Command): Promise<Entry> {
    const { account, call, settles } = command;
    let sent: Entry | undefined;
    for (let tries = 0; tries < maximumTries; tries += 1) {
      if (tries > 0) await pause(Math.random() * Math.min(64, 2 ** tries));
      try {
        const old = tries > 0 || call.keyGiven ? await byKey(account, call.idempotencyKey) : undefined;
        if (old && old._id !== sent?._id) return replayed(old, command);
        const last = heads.get(account) ?? (await head(account));
        // Read behind the head, so that a settlement which the head has in it is seen. The other way round it only collides.
        const settled = !old && settles ? await settlementOf(entries, settles.hold) : undefined;
        if (settles && settled?.outcome === settles.outcome) return settled;
        if (settles && !settled && !sent && isWithout(last, settles.hold)) {
          heads.delete(account);
          continue;
        }
        const entry = sent ?? nextEntry(command, inEpoch(last, epoch()), settled, clock.now());
        if (!sent && entry.refused) refusals.count(account);
        // Found by its key after an unknown outcome, it was this very entry that arrived.
        const outcome = old ? 'done' : await insert(entry);
        if (outcome === 'done') {
          committed();
          if (settles && !entry.refused) unmark(entries, settles.hold, log);
          return entry;
        }
        sent = outcome === 'unknown' ? entry : undefined;
      } catch (error) {
        // What was sent before may have arrived: only the caller's next try with the same key can tell.
        if (sent && error instanceof StoreUnavailable) throw new OutcomeUnknown('An entry was sent and not found again.', { cause: error });
        throw error;
      }
    }
    throw new Refused(sent ? 'unknown-outcome' : 'busy');
  }

  const record = (command: Command): Promise<Entry> => inTurn(command.account, () => attempt(command));

  return {
    record,
    head,
    async append(command) {
      const entry = await record(command);
      if (entry.refused) throw new Refused(entry.refused.code);
      return entry;
    },
  };
}

/** An open hold is part of what is held. Where it cannot be, the head is older than the hold, or a lagging store has not shown the settlement: read both again. */
const isWithout = (last: Head, hold: Entry): boolean => last.after.held < hold.amt;

function replayed(old: Entry, command: Command): Entry {
  if (old.ih !== command.call.requestHash) throw new Refused('key-reused');
  return old;
}

/** Decides a command at `nowMs` on what the account holds: the entry that it becomes, or the entry of its refusal. `settled` is what has settled its hold already. */
export function nextEntry(command: Command, head: Head, settled: Entry | undefined, nowMs: number): Entry {
  const { account, kind, amount, call, settles, note, reason } = command;
  const decided = decide(command, head, settled);
  assert(isSound(decided.after), 'A balance would leave its bounds.');
  const words = wordsShown(command, decided.refused).map((word) => `${account} ${word}`);
  const settlement = settles && !decided.refused ? { settles: settles.hold._id, heldAt: settles.hold.at, outcome: settles.outcome } : {};
  const entry: Omit<Entry, 'hash'> = {
    _id: timeOrderedId(nowMs),
    a: account,
    s: head.s + 1,
    epoch: head.epoch,
    t: decided.refused ? 'refused' : kind,
    amt: amount,
    contra: decided.refused ? 'none' : contraOf[kind],
    after: decided.after,
    ...settlement,
    ...(decided.refused ? { refused: decided.refused } : {}),
    ik: call.idempotencyKey,
    ih: call.requestHash,
    who: { id: call.actor.id, role: call.actor.role },
    ...(note === undefined ? {} : { note }),
    ...(reason === undefined ? {} : { reason }),
    ...(words.length === 0 ? {} : { words }),
    at: Math.max(nowMs, head.at),
    prev: head.hash,
  };
  return { ...entry, hash: hashOf(entry), pub: 0, ...(entry.t === 'hold' ? { open: 1 } : {}) };
}

/** The words that the row of an entry shows: of a refusal its sentence, of anything else what was noted. */
function wordsShown({ note = '', reason = '' }: Command, refused: Entry['refused']): string[] {
  return refused ? wordsOf(codes[refused.code].sentence) : wordsOf(note, reason);
}

function decide(command: Command, head: Head, settled: Entry | undefined): { after: Balance; refused?: Entry['refused'] } {
  try {
    if (settled) throw new Refused('already-decided');
    if (head.closed) throw new Refused('account-closed');
    return { after: command.next(head.after) };
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 409) throw error;
    return { after: head.after, refused: { code: error.code, tried: command.kind } };
  }
}
