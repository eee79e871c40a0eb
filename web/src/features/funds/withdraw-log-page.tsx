import type { Withdrawal } from '@tradepost/proto/api/funds/paths.ts';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { formatDateTime, formatRupees } from '../../lib/format.ts';
import { Banner } from '../../ui/banner.tsx';
import type { Column } from '../../ui/data-list.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useWithdrawals } from './api.ts';
import { CancelRequest } from './cancel-request.tsx';
import './funds.css';
import { PagedList, rowsOf } from './paged-list.tsx';
import { sumRupees } from './sums.ts';
import { whatHappened } from './withdrawal-words.ts';

const columns: readonly Column<Withdrawal>[] = [
  { key: 'date', title: 'Date', render: (row) => <span className="tp-nowrap">{formatDateTime(row.createdAt)}</span> },
  { key: 'amount', title: 'Amount', align: 'right', render: (row) => formatRupees(row.amount) },
  { key: 'status', title: 'Status', render: (row) => <StateTag state={row.status} /> },
  { key: 'what', title: 'What happened', render: whatHappened },
];

/** Every withdrawal of the person, in every state. */
export default function WithdrawLogPage() {
  const withdrawals = useWithdrawals();
  const [cancelled, setCancelled] = useState<Withdrawal>();
  const rows = rowsOf(withdrawals);
  const approved = rows && !withdrawals.hasNextPage ? sumRupees(rows.filter((row) => row.status === 'approved').map((row) => row.amount)) : undefined;
  const cancelOf = (row: Withdrawal) => row.status === 'pending' && <CancelRequest withdrawal={row} onCancelled={setCancelled} />;
  return (
    <>
      <PageHead
        title="Withdrawal Log"
        context="Your withdrawal requests, newest first."
        actions={
          <Link className="tp-button" data-kind="primary" to="/withdraw-fund">
            Withdraw Funds
          </Link>
        }
      />
      {cancelled && (
        <Banner kind="success" title="Withdrawal cancelled." onClose={() => setCancelled(undefined)} focus>
          {formatRupees(cancelled.amount)} is available again.
        </Banner>
      )}
      <Panel flush busy={withdrawals.isPending} refetching={withdrawals.isRefetching}>
        <PagedList
          query={withdrawals}
          caption="Withdrawal Log"
          columns={[...columns, { key: 'deed', title: <span className="tp-hidden">Action</span>, align: 'right', render: cancelOf }]}
          totals={approved === undefined ? undefined : { date: 'Approved in all', amount: <span className="tp-double">{formatRupees(approved)}</span> }}
          card={(row) => <WithdrawalCard row={row} deed={cancelOf(row)} />}
          empty={<EmptyState action={<Link to="/withdraw-fund">Withdraw Funds</Link>}>No withdrawals yet.</EmptyState>}
          fallback="Your withdrawals could not be loaded."
        />
      </Panel>
    </>
  );
}

function WithdrawalCard({ row, deed }: { row: Withdrawal; deed: ReactNode }) {
  return (
    <>
      <div className="tp-card-line">
        <b className="tp-sum">{formatRupees(row.amount)}</b>
        <StateTag state={row.status} />
      </div>
      <div className="tp-card-line">{whatHappened(row)}</div>
      <div className="tp-card-line" data-quiet>
        <span>{formatDateTime(row.createdAt)}</span>
        {deed}
      </div>
    </>
  );
}
