import { useInfiniteQuery } from '@tanstack/react-query';
import { listQueue, type QueueRow } from '@tradepost/proto/api/funds/paths.ts';
import { formatRupees, formatSignedRupees } from '../../lib/format.ts';
import { requestPage } from '../../lib/http.ts';
import { refetchInterval } from '../../lib/live.ts';
import type { Decided } from '../../ui/decide-withdrawal.tsx';
import type { LedgerLine } from '../../ui/ledger-lines.tsx';

/** The pending withdrawals of all clients, oldest first, page by page. */
export const useQueue = () =>
  useInfiniteQuery({
    queryKey: ['queue', 'pending'],
    queryFn: ({ pageParam }) => requestPage(listQueue, { query: { status: 'pending', sort: 'createdAt', limit: 100, after: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.after,
    refetchInterval,
  });

const toPaise = (amount: number): number => Math.round(amount * 100);

/** The sum of requests in rupees, added in whole paise. */
export const sumOf = (rows: readonly QueueRow[]): number => rows.reduce((sum, row) => sum + toPaise(row.amount), 0) / 100;

/** What a request does to what the client can use. The amount is on hold already, so what is left afterwards is what is available now. */
export const linesOf = (row: QueueRow): LedgerLine[] => [
  { label: 'Available without this request', value: formatRupees((toPaise(row.availableFund) + toPaise(row.amount)) / 100) },
  { label: 'This withdrawal, on hold', value: formatSignedRupees(-row.amount) },
  { label: 'Left afterwards', value: formatRupees(row.availableFund), total: true },
];

/** The request as the dialog of a decision takes it. */
export function decidedOf(row: QueueRow): Decided {
  const { bankDetails, name, userId, _id } = row.user;
  return {
    accountId: _id,
    withdrawalId: row._id,
    amountRupees: row.amount,
    client: `${name}, ${userId}`,
    target: bankDetails ? `${bankDetails.bankName}, ending ${bankDetails.accountNumber.slice(-4)}` : 'No bank details saved',
    lines: linesOf(row),
  };
}
