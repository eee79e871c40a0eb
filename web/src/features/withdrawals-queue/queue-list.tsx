import type { QueueRow } from '@tradepost/proto/api/funds/paths.ts';
import { formatAge, formatDateTime, formatRupees } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { sumOf } from './api.ts';

interface Props {
  rows: readonly QueueRow[];
  total: string;
  selected: string | undefined;
  refetching: boolean;
  onSelect: (row: QueueRow) => void;
  onMore: (() => void) | undefined;
  moreBusy: boolean;
}

const dayMs = 86_400_000;
/** `waiting 26 min`, or after a day `waiting since Jun 2`. */
const waitingOf = (row: QueueRow, nowMs: number): string => `waiting ${nowMs - Date.parse(row.createdAt) >= dayMs ? 'since ' : ''}${formatAge(row.createdAt, nowMs)}`;

/** Who waits, oldest first, with the count and, once all are loaded, the sum. */
export function QueueList({ rows, total, selected, refetching, onSelect, onMore, moreBusy }: Props) {
  const nowMs = useNow();
  return (
    <Panel flush title={`${total} pending`} extra={!onMore && <span className="tp-hint">{formatRupees(sumOf(rows))}</span>} refetching={refetching} className="tp-queue-list">
      <ul>
        {rows.map((row) => (
          <li key={row._id}>
            <button type="button" aria-current={row._id === selected || undefined} onClick={() => onSelect(row)}>
              <b>{row.user.name}</b>
              <b>{formatRupees(row.amount)}</b>
              <span>{row.user.userId}</span>
              <span title={formatDateTime(row.createdAt)}>{waitingOf(row, nowMs)}</span>
            </button>
          </li>
        ))}
      </ul>
      {onMore && (
        <div className="tp-list-more">
          <Button onClick={onMore} busy={moreBusy} busyLabel="Loading...">
            Show more
          </Button>
        </div>
      )}
      <p className="tp-queue-foot">Oldest first.</p>
    </Panel>
  );
}
