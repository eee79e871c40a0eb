import type { Position } from '@tradepost/proto/api/positions/paths.ts';
import { ArrowLeft, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { ApiProblem } from '../../lib/problem.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { DataStatusBadge } from '../../ui/data-status.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useAccountPositions } from './api.ts';
import { CsvButton } from './csv-button.tsx';
import { DeletePosition } from './delete-position.tsx';
import { PositionDrawer } from './position-drawer.tsx';
import { PositionSummary } from './position-summary.tsx';
import { PositionsPanel } from './positions-panel.tsx';
import './positions.css';
import { contextLine, standingOf } from './prices.ts';
import { useListing, useNow } from './use-listing.ts';

type Asked = { readonly deed: 'add' } | { readonly deed: 'edit' | 'delete'; readonly position: Position };

/** What an administrator is asked for on the page, and what the last deed said. */
function useDeeds(positions: readonly Position[] | undefined) {
  const [asked, setAsked] = useState<Asked>();
  const [done, setDone] = useState<string>();
  const ask = (next: Asked) => {
    setDone(undefined);
    setAsked(next);
  };
  const finish = (message: string) => {
    setAsked(undefined);
    setDone(message);
  };
  const onRow = (deed: 'edit' | 'delete', id: string | undefined) => {
    const position = positions?.find(({ _id }) => _id === id);
    if (position) ask({ deed, position });
  };
  return { asked, done, ask, finish, onRow, cancel: () => setAsked(undefined), close: () => setDone(undefined) };
}

/** The positions of one client, kept by administrators. */
export default function AccountPositionsPage() {
  const { id = '' } = useParams();
  const query = useAccountPositions(id);
  const positions = query.data?.positions;
  const listing = useListing(positions);
  const nowMs = useNow();
  const { asked, done, ask, finish, onRow, cancel, close } = useDeeds(positions);
  if (query.error instanceof ApiProblem && query.error.status === 404) throw query.error;
  const add = () => ask({ deed: 'add' });
  const reread = async (position: string) => (await query.refetch()).data?.positions.find(({ _id }) => _id === position);
  const standing = positions && standingOf(positions, query.dataUpdatedAt, nowMs);
  const drawerAsked = asked?.deed === 'add' ? 'new' : asked?.deed === 'edit' ? asked.position : undefined;
  return (
    <>
      <PageHead
        title={query.data ? `Positions for ${query.data.userName}` : 'Positions'}
        back={<BackLink id={id} />}
        badge={
          <>
            {query.data ? <span className="tp-count">{query.data.count}</span> : <span className="tp-badges-place" />}
            {standing && <DataStatusBadge status={standing.status} priceMs={standing.priceMs} nowMs={nowMs} />}
          </>
        }
        context={<span className="tp-positions-context">{positions && contextLine(positions, standing, nowMs)}</span>}
        actions={
          <>
            {listing.rows?.length !== 0 && <CsvButton rows={listing.rows} />}
            <Button kind="primary" icon={<Icon of={Plus} />} onClick={add}>
              Add Position
            </Button>
          </>
        }
      />
      {done && (
        <Banner kind="success" onClose={close} focus>
          {done}
        </Banner>
      )}
      {positions?.length !== 0 && !(query.isError && !positions) && <PositionSummary positions={positions} />}
      <PositionsPanel
        positions={positions}
        listing={listing}
        error={query.error}
        onRetry={() => void query.refetch()}
        refetching={query.isRefetching}
        empty={<EmptyState action={<Button onClick={add}>Add Position</Button>}>No positions yet.</EmptyState>}
        actions={(position) => <RowActions position={position} onAsk={ask} />}
        keys={(row) => ({ n: add, e: () => onRow('edit', row()), delete: () => onRow('delete', row()) })}
      />
      <PositionDrawer account={id} asked={drawerAsked} reread={reread} onDone={finish} onCancel={cancel} />
      <DeletePosition account={id} position={asked?.deed === 'delete' ? asked.position : undefined} onDone={finish} onCancel={cancel} />
    </>
  );
}

const BackLink = ({ id }: { id: string }) => (
  <Link to={`/user/${id}`}>
    <Icon of={ArrowLeft} size={15} />
    Back to the user
  </Link>
);

function RowActions({ position, onAsk }: { position: Position; onAsk: (asked: Asked) => void }) {
  const button = (deed: 'edit' | 'delete', word: string, icon: typeof Pencil) => (
    <button type="button" className="tp-icon-button" aria-label={`${word} ${position.symbol}`} title={`${word} ${position.symbol}`} onClick={() => onAsk({ deed, position })}>
      <Icon of={icon} />
    </button>
  );
  return (
    <span className="tp-position-actions">
      {button('edit', 'Edit', Pencil)}
      {button('delete', 'Delete', Trash2)}
    </span>
  );
}
