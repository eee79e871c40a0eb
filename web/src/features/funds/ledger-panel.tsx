import type { LedgerRow } from '@tradepost/proto/api/funds/paths.ts';
import { formatDateTime, formatRupees } from '../../lib/format.ts';
import { useUser } from '../../lib/use-session.ts';
import type { Column } from '../../ui/data-list.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useLedger } from './api.ts';
import { entryAmount, entryDetail, entryWords } from './ledger-words.ts';
import { PagedList } from './paged-list.tsx';

/** Every entry that made the balance what it is. */
export function LedgerPanel() {
  const ledger = useLedger();
  const user = useUser();
  const columns: Column<LedgerRow>[] = [
    { key: 'date', title: 'Date', render: (row) => <span className="tp-nowrap">{formatDateTime(row.createdAt)}</span> },
    { key: 'entry', title: 'Entry', render: (row) => <Entry row={row} readerId={user.id} /> },
    { key: 'amount', title: 'Amount', align: 'right', render: entryAmount },
    { key: 'booked', title: 'Booked', align: 'right', wide: true, render: (row) => formatRupees(row.totalfund) },
    { key: 'held', title: 'On hold', align: 'right', wide: true, render: (row) => formatRupees(row.heldFund) },
    { key: 'available', title: 'Available', align: 'right', render: (row) => formatRupees(row.availableFund) },
  ];
  return (
    <Panel title="Ledger" flush busy={ledger.isPending} refetching={ledger.isRefetching}>
      <PagedList
        query={ledger}
        caption="Ledger entries"
        columns={columns}
        card={(row) => <EntryCard row={row} readerId={user.id} />}
        empty={<EmptyState>Nothing has been booked yet. Every deposit, hold and withdrawal will stand here.</EmptyState>}
        fallback="The ledger could not be loaded."
      />
    </Panel>
  );
}

function Entry({ row, readerId }: { row: LedgerRow; readerId: string }) {
  return (
    <>
      {entryWords(row.kind)}
      <span className="tp-quiet-line">{entryDetail(row, readerId)}</span>
    </>
  );
}

function EntryCard({ row, readerId }: { row: LedgerRow; readerId: string }) {
  return (
    <>
      <div className="tp-card-line tp-entry-line">
        <b>{entryWords(row.kind)}</b>
        <b className="tp-sum">{entryAmount(row)}</b>
      </div>
      <div className="tp-card-line" data-quiet>
        <span>{entryDetail(row, readerId)}</span>
        <span>Available {formatRupees(row.availableFund)}</span>
      </div>
      <div className="tp-card-line" data-quiet>
        <span>{formatDateTime(row.createdAt)}</span>
      </div>
    </>
  );
}
