import type { Snapshot } from '@tradepost/proto/api/market/paths.ts';
import { type RefObject, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { agedStatus, type DataStatus, worstStatus } from '../../lib/data-status.ts';
import { indices, type MarketIndex, useConstituents, useSnapshots, useTick } from '../../lib/market.ts';
import type { Quote } from '../../lib/quote.ts';
import { Button } from '../../ui/button.tsx';
import { DataStatusBadge } from '../../ui/data-status.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QuoteTable } from '../../ui/quote-table.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Spark } from './spark.tsx';

/** The choice stands in the address: `?index=banknifty`, `&all=1`. */
function useChoice() {
  const [query, setQuery] = useSearchParams();
  const index = indices.find(({ key }) => key === query.get('index')) ?? indices[0];
  const set = (key: string, all: boolean) => setQuery({ ...(key === indices[0].key ? {} : { index: key }), ...(all ? { all: '1' } : {}) }, { replace: true });
  return { index, all: query.has('all'), choose: (key: string) => set(key, query.has('all')), showAll: (all: boolean) => set(index.key, all) };
}

/** The three symbols of an index, for a server that never answered: names without figures. */
const unknownRows = (index: MarketIndex): Quote[] => index.three.map((symbol) => ({ symbol, price: null, changes: '', low: null, high: null, volume: null }));

/** What is under Market Details: the rows, and the worst of their statuses as they have aged. */
export function useMarketDetails(periodMs: number) {
  const choice = useChoice();
  const three = useSnapshots(choice.index.three, periodMs, !choice.all);
  const whole = useConstituents(choice.index, periodMs, choice.all);
  const query = choice.all ? whole : three;
  const nowMs = useTick(5_000);
  const age = (status: DataStatus): DataStatus => agedStatus(status, query.dataUpdatedAt, nowMs, periodMs);
  const rows = query.data?.map((row) => ({ ...row, status: age(row.status) }));
  const status = rows ? worstStatus(rows.map((row) => row.status)) : query.isError ? 'sample' : undefined;
  return { ...choice, query, rows, status };
}

interface Props {
  details: ReturnType<typeof useMarketDetails>;
  /** The page's own badge: rows that say the same carry none. */
  pageStatus: DataStatus;
  selector: RefObject<HTMLSelectElement | null>;
}

/** The detail table: three symbols of the chosen index, or all of them with a field to find one. */
export function MarketDetails({ details, pageStatus, selector }: Props) {
  const { index, all, choose, showAll, query, rows } = details;
  const [sought, setSought] = useState('');
  const counts = { nifty: 50, banknifty: 12, sensex: 30 } as const;
  const wanted = sought.trim().toUpperCase();
  const shown = all ? rows?.filter(({ symbol, name }) => symbol.includes(wanted) || name.toUpperCase().includes(wanted)) : rows;
  const failed = query.isError && !rows;
  const bySymbol = new Map(rows?.map((row) => [row.symbol, row]));
  return (
    <Panel
      title="Market Details"
      flush
      busy={query.isPending}
      refetching={query.isFetching && !query.isPending}
      className="dash-details"
      extra={
        <label className="dash-selector">
          <span className="tp-hidden">Index</span>
          <select ref={selector} className="tp-input" value={index.key} onChange={(event) => choose(event.target.value)}>
            {indices.map(({ key, list }) => (
              <option key={key} value={key}>
                {list}
              </option>
            ))}
          </select>
        </label>
      }
    >
      {all && (
        <label className="tp-control dash-find">
          <span className="tp-hidden">Find a share</span>
          <input type="search" placeholder="Find a share" value={sought} onChange={(event) => setSought(event.target.value)} />
        </label>
      )}
      <QuoteTable
        title={`${index.list}, quotes`}
        quotes={failed ? unknownRows(index) : shown}
        busy={query.isPending}
        skeletonRows={all ? counts[index.key] : 3}
        line={all ? undefined : (quote) => <RowLine row={bySymbol.get(quote.symbol)} />}
        badge={(quote) => <RowBadge row={bySymbol.get(quote.symbol)} pageStatus={pageStatus} />}
        empty={sought.trim() === '' ? undefined : <EmptyState>No share matches “{sought.trim()}”.</EmptyState>}
      />
      <div className="dash-details-foot">
        <span>
          {shown && !failed ? shown.length : 3} of {counts[index.key]} symbols
        </span>
        <Button
          kind="quiet"
          small
          onClick={() => {
            setSought('');
            showAll(!all);
          }}
        >
          {all ? 'Show three' : `Show all ${counts[index.key]}`}
        </Button>
      </div>
    </Panel>
  );
}

const RowLine = ({ row }: { row: Snapshot | undefined }) => (row?.line ? <Spark prices={row.line} previousClose={row.previousClose} /> : null);

function RowBadge({ row, pageStatus }: { row: Snapshot | undefined; pageStatus: DataStatus }) {
  if (!row || row.status === pageStatus) return null;
  return <DataStatusBadge status={row.status} source={row.source} priceMs={Date.parse(row.timestamp)} />;
}
