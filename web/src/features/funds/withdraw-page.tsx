import type { Withdrawal } from '@tradepost/proto/api/funds/paths.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { formatDate, formatDateTime, formatRupees } from '../../lib/format.ts';
import { useAccount } from '../../lib/use-account.ts';
import { Banner, ProblemBanner } from '../../ui/banner.tsx';
import type { Column } from '../../ui/data-list.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useWithdrawals } from './api.ts';
import { BalanceLines } from './balance-lines.tsx';
import './funds.css';
import { NotApprovedNote } from './not-approved-note.tsx';
import { PagedList, rowsOf } from './paged-list.tsx';
import { RequestTracker } from './request-tracker.tsx';
import { WithdrawPanel } from './withdraw-panel.tsx';
import { splitRequests, whatHappened } from './withdrawal-words.ts';

type Done = { deed: 'requested' | 'cancelled'; amount: number };

/** Take money out: how much, where to, how far each request has come. */
export default function WithdrawPage() {
  const account = useAccount();
  const withdrawals = useWithdrawals();
  const [done, setDone] = useState<Done>();
  const { followed, earlier } = splitRequests(rowsOf(withdrawals) ?? []);
  const onCancelled = ({ amount }: Withdrawal) => setDone({ deed: 'cancelled', amount });
  return (
    <>
      <PageHead title="Withdraw Funds" context="Withdrawals typically process within 1-3 business days" />
      {done && <DoneBanner done={done} onClose={() => setDone(undefined)} />}
      <NotApprovedNote state={account.data?.state} />
      {account.isError && !account.data ? (
        <ErrorState error={account.error} fallback="Your balance could not be loaded." onRetry={() => void account.refetch()} />
      ) : (
        <div className="tp-columns tp-withdraw">
          {account.data ? (
            <WithdrawPanel account={account.data} onStart={() => setDone(undefined)} onDone={(amount) => setDone({ deed: 'requested', amount })} />
          ) : (
            <Panel busy>
              <Skeleton height="var(--withdraw-form-height)" />
            </Panel>
          )}
          <CanWithdraw account={account} withdrawalsPending={withdrawals.isPending} pendingCount={withdrawals.data && followed.filter((row) => row.status === 'pending').length} />
        </div>
      )}
      {followed.map((row) => (
        <RequestTracker key={row._id} withdrawal={row} onCancelled={onCancelled} />
      ))}
      {earlier.length > 0 || withdrawals.isError ? <EarlierRequests withdrawals={withdrawals} rows={earlier} /> : null}
    </>
  );
}

function DoneBanner({ done, onClose }: { done: Done; onClose: () => void }) {
  const amount = formatRupees(done.amount);
  if (done.deed === 'cancelled')
    return (
      <Banner kind="success" title="Withdrawal cancelled." onClose={onClose} focus>
        {amount} is available again.
      </Banner>
    );
  return (
    <Banner kind="success" title="Withdrawal request submitted successfully!" onClose={onClose} focus>
      {amount} is on hold until it is reviewed. You can cancel it below while it is pending.
    </Banner>
  );
}

interface CanWithdrawProps {
  account: ReturnType<typeof useAccount>;
  withdrawalsPending: boolean;
  pendingCount: number | undefined;
}

function CanWithdraw({ account, withdrawalsPending, pendingCount }: CanWithdrawProps) {
  const { data, error, isError, isPending, isRefetching, refetch } = account;
  return (
    <Panel title="What you can withdraw" busy={isPending} refetching={isRefetching}>
      {data && (pendingCount !== undefined || !withdrawalsPending) ? (
        <BalanceLines money={data} pendingCount={pendingCount} bookedLabel="Booked balance" />
      ) : (
        <Skeleton height="var(--withdraw-lines-height)" />
      )}
      {data?.availableFund === null && <Banner kind="warn">Your balance cannot be read right now. It is asked for again every few seconds.</Banner>}
      {data && isError && <ProblemBanner error={error} fallback="Your balance could not be loaded." onRetry={() => void refetch()} />}
      <p className="tp-hint">Profit and loss of positions is not part of this figure.</p>
    </Panel>
  );
}

const columns: readonly Column<Withdrawal>[] = [
  { key: 'date', title: 'Date', render: (row) => <span className="tp-nowrap">{formatDate(row.createdAt)}</span> },
  { key: 'amount', title: 'Amount', align: 'right', render: (row) => formatRupees(row.amount) },
  { key: 'status', title: 'Status', render: (row) => <StateTag state={row.status} /> },
  { key: 'what', title: 'What happened', render: whatHappened },
];

function EarlierRequests({ withdrawals, rows }: { withdrawals: ReturnType<typeof useWithdrawals>; rows: readonly Withdrawal[] }) {
  return (
    <Panel title="Earlier requests" extra={<Link to="/withdraw-log">Withdrawal Log</Link>} flush>
      <PagedList
        query={withdrawals}
        rows={rows.slice(0, 5)}
        caption="Requests, newest first"
        columns={columns}
        card={(row) => (
          <>
            <div className="tp-card-line">
              <b className="tp-sum">{formatRupees(row.amount)}</b>
              <StateTag state={row.status} />
            </div>
            <div className="tp-card-line">{whatHappened(row)}</div>
            <div className="tp-card-line" data-quiet>
              {formatDateTime(row.createdAt)}
            </div>
          </>
        )}
        empty={null}
        fallback="Your withdrawals could not be loaded."
      />
    </Panel>
  );
}
