import type { Random } from './random.ts';

/** What somebody asks of the platform, as it is sent. `account` is the account in the path: the scope of the key. */
export interface Operation {
  readonly kind: 'deposit' | 'debit' | 'withdraw' | 'approve' | 'reject' | 'cancel';
  readonly account: string;
  /** Whole paise; 0 for decisions. */
  readonly amountPaise: number;
  /** The withdrawal that is decided. */
  readonly withdrawal?: string;
  readonly by: 'administrator' | 'client';
  readonly method: 'PUT' | 'PATCH' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** One in three calls goes to the first account, so that much of the work meets on one. */
const hotShare = 0.3;

/** Withdrawals that were answered as pending, to be decided; several deciders may get the same. */
export interface PendingWithdrawals {
  readonly known: { readonly account: string; readonly id: string }[];
}

const rupees = (amountPaise: number): number => Number(`${Math.floor(amountPaise / 100)}.${String(amountPaise % 100).padStart(2, '0')}`);

/** Makes the next operation: deposits a little more often than what takes money out, so that both refusals and successes happen. */
export function nextOperation(random: Random, accounts: readonly string[], pending: PendingWithdrawals): Operation {
  const account = random.next() < hotShare ? (accounts[0] ?? '') : random.pick(accounts);
  const amountPaise = random.whole(1, 60_000);
  const amount = { amount: rupees(amountPaise) };
  const chance = random.next();
  if (chance < 0.3) return { kind: 'deposit', account, amountPaise, by: 'administrator', method: 'PUT', path: `/api/users/${account}/totalfund`, body: amount };
  if (chance < 0.4) return { kind: 'debit', account, amountPaise, by: 'administrator', method: 'PATCH', path: `/api/${account}/reduce-fund`, body: amount };
  if (chance < 0.7 || pending.known.length === 0)
    return { kind: 'withdraw', account, amountPaise, by: 'client', method: 'POST', path: `/api/${account}/withdrawals`, body: amount };
  const at = random.whole(0, pending.known.length - 1);
  const found = pending.known[at];
  if (!found) throw new RangeError('There is no such withdrawal.');
  // Half of them stay known, so that a second decision meets one that is decided.
  if (random.next() < 0.5) pending.known.splice(at, 1);
  const decided = { account: found.account, amountPaise: 0, withdrawal: found.id, path: `/api/${found.account}/withdrawals/${found.id}` };
  if (chance < 0.8) return { ...decided, kind: 'cancel', by: 'client', method: 'DELETE' };
  const kind = chance < 0.92 ? 'approve' : 'reject';
  return { ...decided, kind, by: 'administrator', method: 'PATCH', body: { action: kind } };
}
