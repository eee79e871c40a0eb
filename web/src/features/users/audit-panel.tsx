import type { AuditEntry } from '@tradepost/proto/api/users/paths.ts';
import { capitalise, formatDateTime } from '../../lib/format.ts';
import { DataList } from '../../ui/data-list.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { useAudit } from './api.ts';

const wordOf = (entry: AuditEntry): string => capitalise(entry.deed.replaceAll('-', ' '));
const fieldsOf = (entry: AuditEntry): string => entry.fields.join(', ');

/** What was done to this account, by whom. */
export function AuditPanel({ id }: { id: string }) {
  const audit = useAudit(id);
  const rows = audit.data?.pages.flatMap((page) => page.rows);
  return (
    <Panel title="What was done to this account" flush busy={audit.isPending}>
      {audit.isError && <ErrorState error={audit.error} fallback="The audit could not be loaded." onRetry={() => void audit.refetch()} />}
      {!(audit.isError && !rows) && (
        <DataList
          caption="What was done to this account"
          rows={rows}
          rowKey={(entry) => entry._id}
          skeletonRows={3}
          columns={[
            { key: 'date', title: 'Date', render: (entry) => formatDateTime(entry.createdAt) },
            { key: 'deed', title: 'Deed', render: wordOf },
            { key: 'fields', title: 'Fields', render: fieldsOf },
            { key: 'by', title: 'By', render: (entry) => entry.by.name },
          ]}
          card={(entry) => (
            <>
              <div className="tp-card-line">
                <b>{wordOf(entry)}</b>
                <span>{entry.by.name}</span>
              </div>
              <div className="tp-card-line" data-quiet>
                <span className="tp-anywhere">{fieldsOf(entry)}</span>
                <span>{formatDateTime(entry.createdAt)}</span>
              </div>
            </>
          )}
          empty={<EmptyState>Nothing was done to this account yet.</EmptyState>}
          onMore={audit.hasNextPage ? () => void audit.fetchNextPage() : undefined}
          moreBusy={audit.isFetchingNextPage}
        />
      )}
    </Panel>
  );
}
