import type { ContactMessage } from '@tradepost/proto/api/site-content/paths.ts';
import { formatAge, formatDateTime } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';

interface Props {
  rows: readonly ContactMessage[];
  title: string;
  selected: string | undefined;
  refetching: boolean;
  onSelect: (row: ContactMessage) => void;
  onMore: (() => void) | undefined;
  moreBusy: boolean;
}

/** Who wrote, about what and how long ago; newest first. Names are text. */
export function MessageList({ rows, title, selected, refetching, onSelect, onMore, moreBusy }: Props) {
  const nowMs = useNow();
  return (
    <Panel flush title={title} refetching={refetching} className="tp-queue-list">
      <ul>
        {rows.map((row) => (
          <li key={row._id}>
            <button type="button" aria-current={row._id === selected || undefined} onClick={() => onSelect(row)}>
              <b>{row.name}</b>
              <b>{row.subject}</b>
              <span>{row.status === 'new' ? 'New' : 'Answered'}</span>
              <span title={formatDateTime(row.createdAt)}>{formatAge(row.createdAt, nowMs)}</span>
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
      <p className="tp-queue-foot">Newest first.</p>
    </Panel>
  );
}
