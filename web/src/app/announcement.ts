import { listLedger, listWithdrawals } from '@tradepost/proto/api/funds/paths.ts';
import { formatRupees } from '../lib/format.ts';
import { request } from '../lib/http.ts';
import type { LiveMessage } from '../lib/stream.ts';

// What was said already: an event may arrive twice.
let spoken = '';

async function moneyMoved(userId: string, seq: number | undefined): Promise<string | undefined> {
  const row = (await request(listLedger, { params: { userId }, query: { limit: 10 } })).find((one) => one.seq === seq);
  if (!row) return undefined;
  return `${formatRupees(row.amount)} was ${row.kind === 'deposit' ? 'added' : 'taken off'}. Available: ${formatRupees(row.availableFund)}.`;
}

async function decided(userId: string, withdrawalId: string | undefined): Promise<string | undefined> {
  const row = (await request(listWithdrawals, { params: { userId }, query: { limit: 20 } })).find(({ _id }) => _id === withdrawalId);
  if (row?.status === 'approved') return `Your withdrawal of ${formatRupees(row.amount)} was approved.`;
  if (row?.status === 'rejected') return `Your withdrawal of ${formatRupees(row.amount)} was rejected${row.reason ? `: ${row.reason}` : '.'}`;
  return undefined;
}

/** The sentence for a change of the reader's own money or state that somebody else made; undefined when nothing is to be said. The figures are read anew: events carry none. */
export async function announcementOf(userId: string, { event, data }: LiveMessage): Promise<string | undefined> {
  const name = `${data.kind} ${data.seq ?? data.version}`;
  if (event === 'ready' || spoken === name) return undefined;
  spoken = name;
  switch (data.kind) {
    case 'FundsAdded':
    case 'FundsReduced':
      return moneyMoved(userId, data.seq);
    case 'WithdrawalApproved':
    case 'WithdrawalRejected':
      return decided(userId, data.withdrawalId);
    case 'UserApproved':
      return 'Your account is approved.';
    default:
      return undefined;
  }
}
