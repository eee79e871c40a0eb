import type { LedgerRow } from '@tradepost/proto/api/funds/paths.ts';
import { capitalise, formatDateTime, formatRupees, formatSignedRupees } from '../../lib/format.ts';
import { DataList } from '../../ui/data-list.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { useLedger } from './api.ts';

/** What an entry is called, and whether its amount adds to or takes from what the client can use. */
const kinds: Readonly<Record<string, { word: string; sign: -1 | 0 | 1 }>> = {
  deposit: { word: 'Deposit', sign: 1 },
  debit: { word: 'Withdrawn by an administrator', sign: -1 },
  hold: { word: 'Withdrawal on hold', sign: -1 },
  post: { word: 'Withdrawal approved', sign: -1 },
  void: { word: 'Withdrawal not paid, hold ended', sign: 1 },
  refused: { word: 'Withdrawal refused', sign: 0 },
  close: { word: 'Account closed', sign: 0 },
};

const wordOf = (row: LedgerRow): string => kinds[row.kind]?.word ?? capitalise(row.kind);
function amountOf(row: LedgerRow): string {
  const sign = kinds[row.kind]?.sign ?? 0;
  return sign === 0 ? formatRupees(row.amount) : formatSignedRupees(sign * row.amount);
}
const entryOf = (row: LedgerRow) => (
  <span className="tp-two-lines">
    <span>{wordOf(row)}</span>
    {row.note && <span>{row.note}</span>}
  </span>
);

/** Every entry of the account's ledger, newest first, with what was booked and available after it. */
export function LedgerPanel({ id }: { id: string }) {
  const ledger = useLedger(id);
  const rows = ledger.data?.pages.flatMap((page) => page.rows);
  const total = ledger.data?.pages.at(-1)?.total;
  return (
    <Panel
      title="Ledger"
      extra={total && <span className="tp-hint">{total === '1' ? '1 entry' : `${total} entries`}</span>}
      flush
      busy={ledger.isPending}
      refetching={ledger.isFetching && !ledger.isPending && !ledger.isFetchingNextPage}
    >
      {ledger.isError && <ErrorState error={ledger.error} fallback="The ledger could not be loaded." onRetry={() => void ledger.refetch()} />}
      {!(ledger.isError && !rows) && (
        <DataList
          caption="Ledger"
          rows={rows}
          rowKey={(row) => row._id}
          columns={[
            { key: 'date', title: 'Date', render: (row) => formatDateTime(row.createdAt) },
            { key: 'entry', title: 'Entry', render: entryOf },
            { key: 'by', title: 'Entered by', wide: true, render: (row) => row.by.name },
            { key: 'amount', title: 'Amount', align: 'right', render: amountOf },
            { key: 'booked', title: 'Booked', align: 'right', render: (row) => formatRupees(row.totalfund) },
            { key: 'available', title: 'Available', align: 'right', render: (row) => <b>{formatRupees(row.availableFund)}</b> },
          ]}
          card={(row) => (
            <>
              <div className="tp-card-line">
                {entryOf(row)}
                <b>{amountOf(row)}</b>
              </div>
              <div className="tp-card-line" data-quiet>
                <span>Booked {formatRupees(row.totalfund)}</span>
                <span>Available {formatRupees(row.availableFund)}</span>
              </div>
              <div className="tp-card-line" data-quiet>
                <span>{formatDateTime(row.createdAt)}</span>
                <span>{row.by.name}</span>
              </div>
            </>
          )}
          empty={<EmptyState>No movements yet.</EmptyState>}
          onMore={ledger.hasNextPage ? () => void ledger.fetchNextPage() : undefined}
          moreBusy={ledger.isFetchingNextPage}
        />
      )}
    </Panel>
  );
}
