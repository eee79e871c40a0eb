import type { Deposit } from '@tradepost/proto/api/funds/paths.ts';
import { Link } from 'react-router-dom';
import { formatDateTime, formatRupees } from '../../lib/format.ts';
import type { Column } from '../../ui/data-list.tsx';
import { Known } from '../../ui/missing.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useDeposits } from './api.ts';
import './funds.css';
import { PagedList, rowsOf } from './paged-list.tsx';
import { sumRupees } from './sums.ts';

// A deposit stands in the list once it is booked, so each one is approved.
const columns: readonly Column<Deposit>[] = [
  { key: 'date', title: 'Date', render: (row) => <span className="tp-nowrap">{formatDateTime(row.createdAt)}</span> },
  { key: 'amount', title: 'Amount', align: 'right', render: (row) => formatRupees(row.amount) },
  { key: 'status', title: 'Status', render: () => <StateTag state="approved" /> },
  { key: 'note', title: 'Note', render: (row) => <Known>{row.note}</Known> },
];

/** Every deposit of the person. */
export default function DepositLogPage() {
  const deposits = useDeposits();
  const rows = rowsOf(deposits);
  // A sum of half the rows would read like the sum of all.
  const sum = rows && !deposits.hasNextPage ? formatRupees(sumRupees(rows.map((row) => row.amount))) : undefined;
  return (
    <>
      <PageHead
        title="Deposit Log"
        context="Deposits that are booked into your account, newest first."
        actions={
          <Link className="tp-button" to="/funds">
            Available Margin
          </Link>
        }
      />
      <Panel flush busy={deposits.isPending} refetching={deposits.isRefetching}>
        <PagedList
          query={deposits}
          caption="Deposit Log"
          columns={columns}
          totals={sum ? { date: 'All deposits', amount: <span className="tp-double">{sum}</span> } : undefined}
          card={(row) => <DepositCard row={row} />}
          empty={<EmptyState action={<Link to="/funds?add=1">Add Fund</Link>}>No deposits yet.</EmptyState>}
          fallback="Your deposits could not be loaded."
        />
      </Panel>
    </>
  );
}

function DepositCard({ row }: { row: Deposit }) {
  return (
    <>
      <div className="tp-card-line">
        <b className="tp-sum">{formatRupees(row.amount)}</b>
        <StateTag state="approved" />
      </div>
      {row.note && <div className="tp-card-line">{row.note}</div>}
      <div className="tp-card-line" data-quiet>
        {formatDateTime(row.createdAt)}
      </div>
    </>
  );
}
