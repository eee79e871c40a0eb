import type { LedgerRow } from '@tradepost/proto/api/funds/paths.ts';
import { formatRupees, formatSignedRupees } from '../../lib/format.ts';

const words: Readonly<Record<LedgerRow['kind'], string>> = {
  deposit: 'Deposit',
  debit: 'Withdrawn by an administrator',
  hold: 'Withdrawal requested, put on hold',
  post: 'Withdrawal approved, paid from the hold',
  void: 'Hold ended, free again',
  refused: 'Refused, nothing was booked',
  close: 'Account closed',
};

/** What an entry of the ledger means, in words. */
export const entryWords = (kind: LedgerRow['kind']): string => words[kind];

/** The amount of an entry. A sign stands only where the booked balance changed; holds and their end carry none. */
export function entryAmount({ kind, amount }: Pick<LedgerRow, 'kind' | 'amount'>): string {
  if (kind === 'deposit') return formatSignedRupees(amount);
  if (kind === 'debit' || kind === 'post') return formatSignedRupees(-amount);
  return formatRupees(amount);
}

/** Who entered it, from the point of view of `readerId`, and the note if there is one: `by you`, `by Meera Nair: Bank transfer`. */
export function entryDetail({ by, note }: Pick<LedgerRow, 'by' | 'note'>, readerId: string): string {
  const who = by._id === readerId ? 'by you' : `by ${by.name || 'Tradepost'}`;
  return note ? `${who}: ${note}` : who;
}
