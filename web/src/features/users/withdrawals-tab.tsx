import type { Withdrawal } from '@tradepost/proto/api/funds/paths.ts';
import type { UserDetail } from '@tradepost/proto/api/users/paths.ts';
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { formatDate, formatRupees, formatSignedRupees } from '../../lib/format.ts';
import { useKeys } from '../../lib/use-keys.ts';
import { useLast } from '../../lib/use-last.ts';
import { useUser } from '../../lib/use-session.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { DataList } from '../../ui/data-list.tsx';
import { DecideWithdrawal, type Decision } from '../../ui/decide-withdrawal.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { useWithdrawals } from './api.ts';

interface Asked {
  withdrawal: Withdrawal;
  decision: Decision;
}

const noteOf = (row: Withdrawal): string => row.reason ?? (row.status === 'rejected' ? 'No reason was given.' : '');

/** The account's withdrawals; pending ones can be decided, except by their owner. A and R decide the oldest pending one. */
export function WithdrawalsTab({ detail }: { detail: UserDetail }) {
  const me = useUser();
  const withdrawals = useWithdrawals(detail._id);
  const [asked, setAsked] = useState<Asked>();
  const [done, setDone] = useState<string>();
  const rows = withdrawals.data?.pages.flatMap((page) => page.rows);
  const own = me.id === detail._id;
  const ask = (withdrawal: Withdrawal | undefined, decision: Decision) => {
    if (own || !withdrawal) return;
    setDone(undefined);
    setAsked({ withdrawal, decision });
  };
  const oldest = rows?.findLast(({ status }) => status === 'pending');
  useKeys({ a: () => ask(oldest, 'approve'), r: () => ask(oldest, 'reject') });
  const action = (row: Withdrawal) => {
    if (row.status !== 'pending') return <span className="tp-hint">{row.decidedAt && `Decided ${formatDate(row.decidedAt)}`}</span>;
    return own ? <span className="tp-hint">Another administrator must decide.</span> : <Actions onAsk={(decision) => ask(row, decision)} amount={row.amount} />;
  };
  return (
    <>
      {done && (
        <Banner kind="success" onClose={() => setDone(undefined)} focus>
          {done}
        </Banner>
      )}
      <Panel title="Withdrawals" flush busy={withdrawals.isPending} refetching={withdrawals.isFetching && !withdrawals.isPending && !withdrawals.isFetchingNextPage}>
        {withdrawals.isError && <ErrorState error={withdrawals.error} fallback="The withdrawals could not be loaded." onRetry={() => void withdrawals.refetch()} />}
        {!(withdrawals.isError && !rows) && (
          <DataList
            caption="Withdrawals"
            rows={rows}
            rowKey={(row) => row._id}
            columns={[
              { key: 'date', title: 'Date', render: (row) => formatDate(row.createdAt) },
              { key: 'amount', title: 'Amount', align: 'right', render: (row) => formatRupees(row.amount) },
              { key: 'status', title: 'Status', render: (row) => <StateTag state={row.status} /> },
              { key: 'reason', title: 'Reason', wide: true, render: noteOf },
              { key: 'action', title: 'Action', align: 'right', render: action },
            ]}
            card={(row) => (
              <>
                <div className="tp-card-line">
                  <StateTag state={row.status} />
                  <b>{formatRupees(row.amount)}</b>
                </div>
                <div className="tp-card-line" data-quiet>
                  <span>{formatDate(row.createdAt)}</span>
                  <span className="tp-anywhere">{noteOf(row)}</span>
                </div>
                <div className="tp-card-line">{action(row)}</div>
              </>
            )}
            empty={<EmptyState>No withdrawals yet.</EmptyState>}
            onMore={withdrawals.hasNextPage ? () => void withdrawals.fetchNextPage() : undefined}
            moreBusy={withdrawals.isFetchingNextPage}
          />
        )}
      </Panel>
      <Dialog
        detail={detail}
        asked={asked}
        onDone={(message) => {
          setAsked(undefined);
          setDone(message);
        }}
        onCancel={() => setAsked(undefined)}
      />
    </>
  );
}

function Actions({ amount, onAsk }: { amount: number; onAsk: (decision: Decision) => void }) {
  return (
    <span className="tp-row-actions" data-wide-gap>
      <Button small kind="danger-outline" icon={<Icon of={X} size={15} />} aria-label={`Reject ${formatRupees(amount)}`} onClick={() => onAsk('reject')}>
        Reject
      </Button>
      <Button small kind="primary" icon={<Icon of={Check} size={15} />} aria-label={`Approve ${formatRupees(amount)}`} onClick={() => onAsk('approve')}>
        Approve
      </Button>
    </span>
  );
}

interface DialogProps {
  detail: UserDetail;
  asked: Asked | undefined;
  onDone: (message: string) => void;
  onCancel: () => void;
}

function Dialog({ detail, asked, onDone, onCancel }: DialogProps) {
  const shown = useLast(asked);
  if (!shown) return null;
  const { amount, _id } = shown.withdrawal;
  const bank = detail.bankDetails;
  const after = detail.totalfund === null ? null : (Math.round(detail.totalfund * 100) - Math.round(amount * 100)) / 100;
  return (
    <DecideWithdrawal
      decision={asked?.decision}
      decided={{
        accountId: detail._id,
        withdrawalId: _id,
        amountRupees: amount,
        client: `${detail.name}, ${detail.userId}`,
        target: bank ? `${bank.bankName}, ending ${bank.accountNumber.slice(-4)}` : 'No bank details saved',
        lines: [
          { label: 'Booked now', value: formatRupees(detail.totalfund) },
          { label: 'This withdrawal', value: formatSignedRupees(-amount) },
          { label: 'Booked afterwards', value: formatRupees(after), total: true },
        ],
      }}
      onDone={(decision) => onDone(`${decision === 'approve' ? 'Approved' : 'Rejected'} ${formatRupees(amount)} for ${detail.name}.`)}
      onCancel={onCancel}
    />
  );
}
