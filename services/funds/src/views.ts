import { platformActor } from '@tradepost/platform/call.ts';
import { codes } from '@tradepost/proto/api/codes.ts';
import type { Deposit, LedgerRow, Withdrawal } from '@tradepost/proto/api/funds/schemas.ts';
import { rupees } from '@tradepost/proto/api/money.ts';
import type { Account, Entry } from './collections.ts';
import { available, type Balance } from './ledger.ts';

const timeText = (atMs: number): string => new Date(atMs).toISOString();

/** A withdrawal as callers see it: the hold, joined with the entry that settles it; `pending` without one. */
export function withdrawalView(hold: Entry, settlement?: Entry): Withdrawal {
  const asked = { _id: hold._id, amount: rupees(hold.amt), createdAt: timeText(hold.at) };
  if (!settlement?.outcome) return { ...asked, status: 'pending' };
  return { ...asked, status: settlement.outcome, decidedAt: timeText(settlement.at), ...(settlement.reason === undefined ? {} : { reason: settlement.reason }) };
}

export function depositView(entry: Entry): Deposit {
  return { _id: entry._id, amount: rupees(entry.amt), createdAt: timeText(entry.at), ...(entry.note === undefined ? {} : { note: entry.note }) };
}

/** The three figures of an account, in rupees. */
export const moneyView = (balance: Balance) => ({ totalfund: rupees(balance.posted), heldFund: rupees(balance.held), availableFund: rupees(available(balance)) });

function nameOf(who: Entry['who'], account: Account | undefined): string {
  if (who.id === platformActor.id) return 'Platform';
  if (account?.state === 'deleted') return 'Deleted account';
  // An account that is not projected yet is named by what it may do.
  return account?.name || (who.role === '0' || who.role === '1' ? 'Administrator' : 'Account holder');
}

/** A line of the ledger; a refusal says in its note why. `names` are the accounts of those who entered it. */
export function ledgerRow(entry: Entry, names: ReadonlyMap<string, Account>): LedgerRow {
  const note = entry.refused ? codes[entry.refused.code].sentence : (entry.note ?? entry.reason);
  return {
    _id: entry._id,
    seq: entry.s,
    kind: entry.t,
    amount: rupees(entry.amt),
    ...moneyView(entry.after),
    ...(note === undefined ? {} : { note }),
    by: { _id: entry.who.id, role: entry.who.role, name: nameOf(entry.who, names.get(entry.who.id)) },
    createdAt: timeText(entry.at),
  };
}
