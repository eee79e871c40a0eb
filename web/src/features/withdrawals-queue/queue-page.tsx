import type { QueueRow } from '@tradepost/proto/api/funds/paths.ts';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { formatRupees } from '../../lib/format.ts';
import { useTableWidth } from '../../lib/media.ts';
import { useKeys } from '../../lib/use-keys.ts';
import { useLast } from '../../lib/use-last.ts';
import { useUser } from '../../lib/use-session.ts';
import { Banner } from '../../ui/banner.tsx';
import { DecideWithdrawal, type Decision } from '../../ui/decide-withdrawal.tsx';
import { DeskRow } from '../../ui/desk-row.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { decidedOf, useQueue } from './api.ts';
import { QueueList } from './queue-list.tsx';
import { RequestGone, RequestPanel } from './request-panel.tsx';
import '../../ui/queue.css';

interface Outcome {
  decision: Decision;
  row: QueueRow;
  more: boolean;
}

/** Which request is open: the one in the address; on wide screens else the oldest. */
function useOpenRequest(rows: readonly QueueRow[], wide: boolean) {
  const [query, setQuery] = useSearchParams();
  const asked = query.get('request') ?? undefined;
  const open = (id: string | undefined) => setQuery(id ? { request: id } : {}, { replace: true });
  const row = asked ? rows.find(({ _id }) => _id === asked) : wide ? rows[0] : undefined;
  return { asked, row, open, gone: asked !== undefined && row === undefined };
}

export default function QueuePage() {
  const me = useUser();
  const wide = useTableWidth();
  const queue = useQueue();
  const rows = queue.data?.pages.flatMap((page) => page.rows) ?? [];
  const total = queue.data?.pages.at(-1)?.total;
  const { row, open, gone } = useOpenRequest(rows, wide);
  const [decision, setDecision] = useState<Decision>();
  const [outcome, setOutcome] = useState<Outcome>();
  const [moved, setMoved] = useState(false);
  const at = row ? rows.indexOf(row) : -1;
  const go = (next: QueueRow | undefined) => {
    if (!next) return;
    setOutcome(undefined);
    setMoved(true);
    open(next._id);
  };
  const ask = (next: Decision) => {
    if (!row || row.user._id === me.id) return;
    setOutcome(undefined);
    setDecision(next);
  };
  useQueueKeys({ rows, at, go, ask, open });
  const decided = (done: Decision, decidedRow: QueueRow) => {
    const next = rows[at + 1] ?? rows[at - 1];
    setDecision(undefined);
    if (next) go(next);
    else open(undefined);
    setOutcome({ decision: done, row: decidedRow, more: next !== undefined });
  };
  const single = !wide && (row !== undefined || gone);
  return (
    <>
      <PageHead title="Withdrawals to decide" windowTitle={total && total !== '0' ? `(${total}) Withdrawals` : 'Withdrawals'} />
      <DeskRow />
      {outcome && <OutcomeBanner outcome={outcome} onClose={() => setOutcome(undefined)} />}
      <QueueState queue={queue} empty={rows.length === 0 && !gone} />
      {queue.data && (rows.length > 0 || gone) && (
        <div className="tp-queue">
          {!single && (
            <QueueList
              rows={rows}
              total={total ?? ''}
              selected={row?._id}
              refetching={queue.isFetching && !queue.isFetchingNextPage}
              onSelect={go}
              onMore={queue.hasNextPage ? () => void queue.fetchNextPage() : undefined}
              moreBusy={queue.isFetchingNextPage}
            />
          )}
          {row && (
            <RequestPanel
              key={row._id}
              row={row}
              at={at + 1}
              of={total ?? ''}
              own={row.user._id === me.id}
              takeFocus={moved}
              onBack={single ? () => open(undefined) : undefined}
              onAsk={ask}
            />
          )}
          {gone && <RequestGone onNext={() => (rows[0] ? go(rows[0]) : open(undefined))} />}
        </div>
      )}
      <Asked row={row} decision={decision} onDone={decided} onCancel={() => setDecision(undefined)} />
    </>
  );
}

interface KeyDeeds {
  rows: readonly QueueRow[];
  /** Where the open request stands in `rows`; -1 when none is open. */
  at: number;
  go: (next: QueueRow | undefined) => void;
  ask: (decision: Decision) => void;
  open: (id: string | undefined) => void;
}

/** J and K move, A and R ask, O opens the user, Esc goes back to the list. */
function useQueueKeys({ rows, at, go, ask, open }: KeyDeeds): void {
  const navigate = useNavigate();
  const row = rows[at];
  useKeys({
    j: () => go(rows[at + 1]),
    k: () => go(rows[at - 1]),
    a: () => ask('approve'),
    r: () => ask('reject'),
    o: () => row && void navigate(`/user/${row.user._id}?tab=withdrawals`),
    escape: () => open(undefined),
  });
}

/** What stands in place of the queue while it loads, when it failed and when it is empty. */
function QueueState({ queue, empty }: { queue: ReturnType<typeof useQueue>; empty: boolean }) {
  return (
    <>
      {queue.isError && <ErrorState error={queue.error} fallback="The queue could not be loaded." onRetry={() => void queue.refetch()} />}
      {queue.isPending && (
        <Panel busy>
          <SkeletonLines lines={6} />
        </Panel>
      )}
      {queue.data && empty && (
        <Panel>
          <EmptyState>Nothing to decide.</EmptyState>
        </Panel>
      )}
    </>
  );
}

interface AskedProps {
  row: QueueRow | undefined;
  decision: Decision | undefined;
  onDone: (decision: Decision, row: QueueRow) => void;
  onCancel: () => void;
}

/** The dialog keeps the request it was opened for, also when the list is read again meanwhile. */
function Asked({ row, decision, onDone, onCancel }: AskedProps) {
  const [kept, setKept] = useState<QueueRow>();
  if (decision && row && !kept) setKept(row);
  if (!decision && kept) setKept(undefined);
  const shown = useLast(kept);
  if (!shown) return null;
  return <DecideWithdrawal decided={decidedOf(shown)} decision={decision} onDone={(done) => onDone(done, shown)} onCancel={onCancel} />;
}

function OutcomeBanner({ outcome, onClose }: { outcome: Outcome; onClose: () => void }) {
  const { decision, row, more } = outcome;
  return (
    <Banner kind="success" title={`${decision === 'approve' ? 'Approved' : 'Rejected'} ${formatRupees(row.amount)} for ${row.user.name}.`} onClose={onClose} focus={!more}>
      {more && 'The next request is shown. '}
      <Link to={`/user/${row.user._id}?tab=withdrawals`}>Open the decided one</Link>
    </Banner>
  );
}
