import type { Deposit } from '@tradepost/proto/api/funds/paths.ts';
import type { UserDetail } from '@tradepost/proto/api/users/paths.ts';
import { Plus } from 'lucide-react';
import { Link, useSearchParams } from 'react-router-dom';
import { formatDate, formatDateTime, formatRupees } from '../../lib/format.ts';
import { useAccount } from '../../lib/use-account.ts';
import { useKeys } from '../../lib/use-keys.ts';
import { Banner, ProblemBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Changing } from '../../ui/changing.tsx';
import type { Column } from '../../ui/data-list.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Known } from '../../ui/missing.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { AddFundDialog } from './add-fund.tsx';
import { useDeposits, useWithdrawals } from './api.ts';
import { BalanceLines } from './balance-lines.tsx';
import './funds.css';
import { LedgerPanel } from './ledger-panel.tsx';
import { NotApprovedNote } from './not-approved-note.tsx';
import { PagedList, rowsOf } from './paged-list.tsx';

const shownDeposits = 5;

/** The dialog stands in the address, `?add`: the back button closes it, and other pages lead to it. */
function useAdding() {
  const [query, setQuery] = useSearchParams();
  return { isOpen: query.has('add'), open: () => setQuery({ add: '1' }), close: () => setQuery({}, { replace: true }) };
}

/** What is available, of what it is made, and every entry behind it. */
export default function FundsPage() {
  const account = useAccount();
  const adding = useAdding();
  useKeys({ a: adding.open });
  return (
    <>
      <PageHead
        title="Available Margin"
        context="What you can withdraw now, and every entry behind it."
        actions={
          <>
            <Link className="tp-button" to="/withdraw-fund">
              Withdraw
            </Link>
            <Button kind="primary" icon={<Icon of={Plus} />} onClick={adding.open}>
              Add Fund
            </Button>
          </>
        }
      />
      <NotApprovedNote state={account.data?.state} />
      <div className="tp-columns">
        <AvailablePanel account={account} />
        <LastDeposits />
      </div>
      <LedgerPanel />
      <AddFundDialog open={adding.isOpen} state={account.data?.state} onClose={adding.close} />
    </>
  );
}

function AvailablePanel({ account }: { account: ReturnType<typeof useAccount> }) {
  const { data, error, isError, isPending, isRefetching, refetch } = account;
  const retry = () => void refetch();
  return (
    <Panel busy={isPending} refetching={isRefetching}>
      <h2 className="tp-quiet-heading">Available</h2>
      {isError && !data && <ErrorState error={error} fallback="Your balance could not be loaded." onRetry={retry} />}
      {isPending && (
        <div className="tp-figure">
          <Skeleton width="12rem" height="2.75rem" />
          <Skeleton height="8.25rem" />
        </div>
      )}
      {data && <Available account={data} />}
      {data && isError && <ProblemBanner error={error} fallback="Your balance could not be loaded." onRetry={retry} />}
    </Panel>
  );
}

function Available({ account }: { account: UserDetail }) {
  const withdrawals = useWithdrawals();
  const pending = rowsOf(withdrawals)?.filter((row) => row.status === 'pending').length;
  return (
    <>
      <p className="tp-figure">
        <Changing value={account.availableFund}>
          <Known>{formatRupees(account.availableFund)}</Known>
        </Changing>
      </p>
      {account.availableFund === null && <Banner kind="warn">Your balance cannot be read right now. It is asked for again every few seconds.</Banner>}
      <BalanceLines money={account} pendingCount={pending} />
      <p className="tp-hint">Profit and loss of positions is not part of this figure.</p>
    </>
  );
}

const columns: readonly Column<Deposit>[] = [
  { key: 'date', title: 'Date', render: (row) => <span className="tp-nowrap">{formatDate(row.createdAt)}</span> },
  { key: 'amount', title: 'Amount', align: 'right', render: (row) => formatRupees(row.amount) },
  { key: 'status', title: 'Status', render: () => <StateTag state="approved" /> },
];

function LastDeposits() {
  const deposits = useDeposits();
  return (
    <Panel title="Last deposits" extra={<Link to="/deposit-log">Deposit Log</Link>} flush busy={deposits.isPending} refetching={deposits.isRefetching}>
      <PagedList
        query={deposits}
        rows={rowsOf(deposits)?.slice(0, shownDeposits)}
        caption="Deposits, newest first"
        columns={columns}
        skeletonRows={3}
        card={(row) => (
          <>
            <div className="tp-card-line">
              <b className="tp-sum">{formatRupees(row.amount)}</b>
              <StateTag state="approved" />
            </div>
            <div className="tp-card-line" data-quiet>
              {formatDateTime(row.createdAt)}
            </div>
          </>
        )}
        empty={<EmptyState action={<Link to="/funds?add=1">Add Fund</Link>}>No deposits yet.</EmptyState>}
        fallback="Your deposits could not be loaded."
      />
    </Panel>
  );
}
