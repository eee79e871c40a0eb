import { useUser } from '../../lib/use-session.ts';
import { DataStatusBadge } from '../../ui/data-status.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useOwnPositions } from './api.ts';
import { CsvButton } from './csv-button.tsx';
import { PositionSummary } from './position-summary.tsx';
import { PositionsPanel } from './positions-panel.tsx';
import './positions.css';
import { contextLine, standingOf } from './prices.ts';
import { useListing, useNow } from './use-listing.ts';

/** What the person holds and how it stands. */
export default function NetPositionPage() {
  const query = useOwnPositions(useUser().id);
  const positions = query.data?.positions;
  const listing = useListing(positions);
  const nowMs = useNow();
  const standing = positions && standingOf(positions, query.dataUpdatedAt, nowMs);
  return (
    <>
      <PageHead
        title="Your Positions"
        badge={standing && <DataStatusBadge status={standing.status} priceMs={standing.priceMs} nowMs={nowMs} />}
        context={<span className="tp-positions-context">{positions && contextLine(positions, standing, nowMs)}</span>}
        actions={listing.rows?.length === 0 ? undefined : <CsvButton rows={listing.rows} />}
      />
      {positions?.length !== 0 && !(query.isError && !positions) && <PositionSummary positions={positions} />}
      <PositionsPanel
        positions={positions}
        listing={listing}
        error={query.error}
        onRetry={() => void query.refetch()}
        refetching={query.isRefetching}
        empty={<EmptyState>No positions yet. An administrator enters them; they appear here at once.</EmptyState>}
      />
    </>
  );
}
