import type { Position } from '@tradepost/proto/api/positions/paths.ts';
import { Info, Search } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { KeyMap } from '../../lib/use-keys.ts';
import { ProblemBanner } from '../../ui/banner.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { useInstruments } from './api.ts';
import { type Show, shows } from './listing.ts';
import { PositionDetail } from './position-detail.tsx';
import { PositionTable } from './position-table.tsx';
import { Entered } from './profit.tsx';
import { useClosedNotice, type useListing, useRowKeys } from './use-listing.ts';

const showWords: Readonly<Record<Show, string>> = { all: 'All', active: 'Active', closed: 'Closed' };

interface Props {
  positions: readonly Position[] | undefined;
  listing: ReturnType<typeof useListing>;
  /** The reading that failed; its rows stay. */
  error: unknown;
  onRetry: () => void;
  refetching: boolean;
  /** Stands in place of the list when there is no position at all. */
  empty: ReactNode;
  actions?: (position: Position) => ReactNode;
  keys?: (row: () => string | undefined) => KeyMap;
}

/** The panel of positions with its filter, its search and the details of a row. The words for a reading that fails are the specification's. */
export function PositionsPanel({ positions, listing, error, onRetry, refetching, empty, actions, keys }: Props) {
  const instruments = useInstruments();
  const names = new Map(instruments.data?.map(({ symbol, name }) => [symbol, name]));
  const [opened, setOpened] = useState<string>();
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list, search, keys);
  const notice = useClosedNotice(positions);
  const detail = positions?.find(({ _id }) => _id === opened);
  if (error && !positions)
    return (
      <Panel flush>
        <ErrorState error={error} fallback="Failed to fetch users" onRetry={onRetry} />
      </Panel>
    );
  return (
    <>
      <Panel flush busy={positions === undefined} refetching={refetching}>
        {error !== null && error !== undefined && (
          <div className="tp-failed">
            <ProblemBanner error={error} fallback="Failed to fetch users" onRetry={onRetry} />
          </div>
        )}
        {positions?.length !== 0 && <Tools positions={positions} listing={listing} search={search} />}
        <div ref={list} className="tp-positions">
          <PositionTable
            rows={listing.rows}
            names={names}
            sort={listing.sort}
            onSort={listing.setSort}
            onOpen={(position) => setOpened(position._id)}
            actions={actions}
            empty={positions?.length === 0 ? empty : <EmptyState>{listing.q ? `No position matches “${listing.q}”.` : 'No positions here.'}</EmptyState>}
          />
        </div>
      </Panel>
      {positions && <HowItIsWorkedOut />}
      <p className="tp-hidden" role="status">
        {notice}
      </p>
      <PositionDetail position={detail} name={detail && names.get(detail.symbol)} onClose={() => setOpened(undefined)} />
    </>
  );
}

function Tools({ positions = [], listing, search }: { positions: readonly Position[] | undefined; listing: Props['listing']; search: React.RefObject<HTMLInputElement | null> }) {
  const active = positions.filter(({ status }) => status).length;
  const counts: Readonly<Record<Show, number>> = { all: positions.length, active, closed: positions.length - active };
  return (
    <div className="tp-list-tools tp-position-tools">
      <fieldset className="tp-filter">
        <legend className="tp-hidden">Show</legend>
        {shows.map((show) => (
          <button key={show} type="button" aria-pressed={show === listing.show} onClick={() => listing.setShow(show)}>
            {showWords[show]}
            <span className="tp-count">{counts[show]}</span>
          </button>
        ))}
      </fieldset>
      <label className="tp-control tp-list-search">
        <Icon of={Search} />
        <span className="tp-hidden">Find a symbol</span>
        <input ref={search} type="search" placeholder="Find a symbol" autoCapitalize="characters" value={listing.q} onChange={(event) => listing.setQ(event.target.value)} />
      </label>
    </div>
  );
}

function HowItIsWorkedOut() {
  return (
    <div className="tp-panel tp-how">
      <Icon of={Info} />
      <p>
        <b>How profit is worked out.</b> BUY: (close or last price - open price) × quantity. SELL: the other way round. Figures marked <Entered /> were typed by an administrator;
        the calculated figure stands beside them.
      </p>
    </div>
  );
}
