import type { ContentEdit } from '@tradepost/proto/api/site-content/paths.ts';
import { formatDateTime } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Known } from '../../ui/missing.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { useEdits } from './api.ts';

/** Every edit of the texts, newest first, with what it changed. */
export function History() {
  const edits = useEdits();
  const rows = edits.data?.pages.flatMap((page) => page.rows);
  return (
    <Panel title="History" busy={edits.isPending} refetching={edits.isFetching && !edits.isPending}>
      {edits.isError && <ErrorState error={edits.error} fallback="The history could not be loaded." onRetry={() => void edits.refetch()} />}
      {edits.isPending && <SkeletonLines lines={3} />}
      {rows?.length === 0 && <EmptyState>No edits yet: the texts stand as they came with this version.</EmptyState>}
      {rows?.map((edit) => (
        <Edit key={edit._id} edit={edit} />
      ))}
      {edits.hasNextPage && (
        <Button onClick={() => void edits.fetchNextPage()} busy={edits.isFetchingNextPage} busyLabel="Loading...">
          Show more
        </Button>
      )}
    </Panel>
  );
}

function Edit({ edit }: { edit: ContentEdit }) {
  const who = edit.by.name ?? (edit.by.role === '0' ? 'Owner' : 'Administrator');
  return (
    <details className="tp-content-edit">
      <summary>
        Version {edit.version} · {formatDateTime(edit.createdAt)} · {who} · {edit.changes.length === 1 ? '1 place' : `${edit.changes.length} places`}
      </summary>
      <dl className="tp-content-changes">
        {edit.changes.map((change) => (
          <div key={change.field}>
            <dt>{change.field}</dt>
            <dd>
              <del>
                <Known>{change.before}</Known>
              </del>
              <ins>
                <Known>{change.after}</Known>
              </ins>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
