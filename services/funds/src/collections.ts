import type { CollectionDefinition, Stored } from '@tradepost/platform/ports.ts';
import type { Code } from '@tradepost/proto/api/codes.ts';
import type { Paise } from '@tradepost/proto/api/money.ts';
import type { State } from '@tradepost/proto/api/users/schemas.ts';
import type { Balance } from './ledger.ts';

/** What can be asked of the ledger. A withdrawal is a `hold`, settled by a `post` (paid out) or a `void` (rejected or cancelled). */
export type CommandKind = 'deposit' | 'debit' | 'hold' | 'post' | 'void' | 'close';
export type Outcome = 'approved' | 'rejected' | 'cancelled';

/** One line of the ledger, which is one commit and one event. Never changed, but for the two markers `pub` and `open`. */
export interface Entry extends Stored {
  /** The account. */
  readonly a: string;
  /** 1, 2, 3 … within the account; taking the next number is the compare-and-set on the account. */
  readonly s: number;
  /** Goes up when the ledger was restored from a backup. */
  readonly epoch: number;
  readonly t: CommandKind | 'refused';
  /** Whole paise; of a refusal what was asked for. */
  readonly amt: Paise;
  /** The other side of the booking. */
  readonly contra: 'bank_in' | 'payout' | 'adjust' | 'none';
  readonly after: Balance;
  /** On post and void: the hold that is settled, since when it was held, and how it ended. */
  readonly settles?: string;
  readonly heldAt?: number;
  readonly outcome?: Outcome;
  readonly refused?: { readonly code: Code; readonly tried: CommandKind };
  /** Idempotency key, and the hash of the request it came with. */
  readonly ik: string;
  readonly ih: string;
  readonly who: { readonly id: string; readonly role: string };
  readonly note?: string;
  readonly reason?: string;
  /** What a search finds: the words that its row shows, each behind the account and a blank, so that one index finds those of one account. */
  readonly words?: readonly string[];
  /** Milliseconds since 1970, never before the entry before. */
  readonly at: number;
  /** Hash of the entry before; 64 zeros for the first. */
  readonly prev: string;
  readonly hash: string;
  /** There until the relay has published the entry. */
  readonly pub?: 0;
  /** On a hold, there until it is settled; may stay a little longer, so readers look for the settling entry too. */
  readonly open?: 1;
}

export const entriesDefinition: CollectionDefinition = {
  name: 'entries',
  markers: ['pub', 'open'],
  indexes: [
    { name: 'account_seq', keys: { a: 1, s: 1 }, unique: true },
    { name: 'account_key', keys: { a: 1, ik: 1 }, unique: true },
    { name: 'account_settles', keys: { a: 1, settles: 1 }, unique: true, where: { settles: { exists: true } } },
    { name: 'unpublished', keys: { at: 1, s: 1 }, where: { pub: 0 } },
    { name: 'account_kind', keys: { a: 1, t: 1, s: 1, _id: 1 } },
    { name: 'account_kind_amount', keys: { a: 1, t: 1, amt: 1, _id: 1 } },
    { name: 'account_amount', keys: { a: 1, amt: 1, _id: 1 } },
    { name: 'holds', keys: { at: 1, _id: 1 }, where: { t: 'hold' } },
    { name: 'holds_amount', keys: { amt: 1, _id: 1 }, where: { t: 'hold' } },
    { name: 'open_holds', keys: { at: 1, _id: 1 }, where: { open: 1 } },
    { name: 'open_holds_amount', keys: { amt: 1, _id: 1 }, where: { open: 1 } },
    { name: 'settled', keys: { outcome: 1, heldAt: 1, _id: 1 }, where: { outcome: { exists: true } } },
    { name: 'settled_amount', keys: { outcome: 1, amt: 1, _id: 1 }, where: { outcome: { exists: true } } },
    { name: 'words', keys: { words: 1 }, eachElement: true },
  ],
};

/** What funds knows of an account from the events of users. */
export interface Account extends Stored {
  readonly userId: string;
  readonly name: string;
  readonly role: string;
  readonly state: State;
  /** Of the account in users; an older event changes nothing. */
  readonly version: number;
  /** What the queue's search finds: beginnings of the name and of the user id. */
  readonly words: readonly string[];
}

export const accountsDefinition: CollectionDefinition = { name: 'accounts', indexes: [{ name: 'words', keys: { words: 1 }, eachElement: true }] };
