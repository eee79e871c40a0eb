import { Switch } from 'antd';
import { Search } from 'lucide-react';
import { type RefObject, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { worstStatus } from '../../lib/data-status.ts';
import { ageWords, ordinaryPeriodMs, useInstruments, useMarketSession, useSnapshots, useTick } from '../../lib/market.ts';
import { useKeys } from '../../lib/use-keys.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DataStatusBadge } from '../../ui/data-status.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import './analytics.css';
import { arrange, join, type ShareCard as Share, type Sort, sorts } from './cards.ts';
import { ShareCard } from './share-card.tsx';
import { useExternal } from './use-external.ts';

const allSymbols: readonly string[] = [];

/** What stands in the address: `?q=` to find, `?sort=rise`. What is typed counts at once; the address follows when it can. */
function useView() {
  const [query, setQuery] = useSearchParams();
  const [sought, setSought] = useState(query.get('q') ?? '');
  const set = (name: string, value: string) =>
    setQuery(
      (before) => {
        if (value) before.set(name, value);
        else before.delete(name);
        return before;
      },
      { replace: true },
    );
  const sort: Sort = sorts.find(({ key }) => key === query.get('sort'))?.key ?? 'name';
  const seek = (text: string) => {
    setSought(text);
    set('q', text);
  };
  return { sought, sort, seek, order: (key: string) => set('sort', key === 'name' ? '' : key) };
}

/** The 44 shares with their prices as they age. */
function useShares() {
  const session = useMarketSession();
  const periodMs = session.data ? session.data.refreshSeconds * 1000 : ordinaryPeriodMs;
  const instruments = useInstruments();
  const snapshots = useSnapshots(allSymbols, periodMs);
  const nowMs = useTick(15_000);
  const shares = useMemo(
    () => instruments.data && snapshots.data && join(instruments.data, snapshots.data, snapshots.dataUpdatedAt, nowMs, periodMs),
    [instruments.data, snapshots.data, snapshots.dataUpdatedAt, nowMs, periodMs],
  );
  const rows = shares?.flatMap(({ row }) => row ?? []) ?? [];
  return {
    shares,
    /** By the server's clock: the ages of prices are told by it. */
    serverMs: nowMs + (session.data?.skewMs ?? 0),
    source: session.data?.source,
    status: rows.length > 0 ? worstStatus(rows.map(({ status }) => status)) : undefined,
    newestMs: Math.max(0, ...rows.map(({ timestamp }) => Date.parse(timestamp))),
    error: instruments.error ?? (snapshots.data ? null : snapshots.error),
    retry: () => void Promise.all([instruments.refetch(), snapshots.refetch()]),
  };
}

/** J and K walk over the cards by their headings. */
function useCardKeys(grid: RefObject<HTMLDivElement | null>, search: RefObject<HTMLInputElement | null>) {
  const step = (by: 1 | -1) => {
    const headings = [...(grid.current?.querySelectorAll<HTMLElement>('.share-card h2') ?? [])];
    const at = document.activeElement instanceof HTMLElement ? headings.indexOf(document.activeElement) : -1;
    const next = headings[at === -1 ? 0 : at + by];
    next?.focus();
    next?.closest('.share-card')?.scrollIntoView({ block: 'nearest' });
  };
  useKeys({ j: () => step(1), k: () => step(-1), '/': () => search.current?.focus() });
}

/** The 44 shares of the specification: the day of each by our own figures, or the external service's chart where the reader asks for it. */
export default function AnalyticsPage() {
  const { shares, serverMs, source, status = 'sample', newestMs, error, retry } = useShares();
  const { sought, sort, seek, order } = useView();
  const external = useExternal();
  const grid = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  useCardKeys(grid, search);
  const shown = shares && arrange(shares, sought, sort);
  const origin = { source, ...(newestMs > 0 ? { priceMs: newestMs } : {}) };
  const age = status === 'live' || status === 'delayed' ? ` ${ageWords(newestMs, serverMs)}.` : '';
  return (
    <>
      <PageHead
        title="Analytics"
        badge={shares && <DataStatusBadge status={status} nowMs={serverMs} {...origin} />}
        context={`44 NSE shares and the day of each.${age} Figures, not advice.`}
      />
      <div className="share-tools">
        <label className="tp-control">
          <Icon of={Search} />
          <span className="tp-hidden">Find a share</span>
          <input ref={search} type="search" placeholder="Find a share" value={sought} onChange={(event) => seek(event.target.value)} />
        </label>
        <label>
          <span className="tp-hidden">Order</span>
          <select className="tp-input" value={sort} onChange={(event) => order(event.target.value)}>
            {sorts.map(({ key, word }) => (
              <option key={key} value={key}>
                {word}
              </option>
            ))}
          </select>
        </label>
        <p className="share-switch">
          <Switch id="all-external" size="small" checked={external.all} onChange={(on) => external.turn(undefined, on)} />
          <label htmlFor="all-external">All charts of the external service</label>
        </p>
      </div>
      {error && !shares ? (
        <Panel>
          <ErrorState error={error} fallback="The shares could not be loaded." onRetry={retry} />
        </Panel>
      ) : (
        <Grid grid={grid} shown={shown} sought={sought} status={status} external={external} />
      )}
      <ConfirmDialog
        open={external.asked !== undefined}
        title="Show charts of an external service?"
        note="The charts come from TradingView. That site sees your visit: your network address, your browser, and which shares you look at. Nothing of your account goes there. Until you leave this page you are not asked again."
        deed={external.asked?.symbol === undefined ? 'Show all charts' : 'Show the chart'}
        onConfirm={external.agree}
        onCancel={external.refuse}
      />
    </>
  );
}

interface GridProps {
  grid: RefObject<HTMLDivElement | null>;
  shown: readonly Share[] | undefined;
  sought: string;
  status: Parameters<typeof ShareCard>[0]['pageStatus'];
  external: ReturnType<typeof useExternal>;
}

function Grid({ grid, shown, sought, status, external }: GridProps) {
  if (shown?.length === 0)
    return (
      <Panel>
        <EmptyState>No share matches “{sought.trim()}”.</EmptyState>
      </Panel>
    );
  return (
    <div ref={grid} className="share-grid" aria-busy={shown === undefined}>
      {shown
        ? shown.map((share) => (
            <ShareCard key={share.instrument.symbol} share={share} pageStatus={status} external={external.isExternal(share.instrument.symbol)} onExternal={external.turnOne} />
          ))
        : Array.from({ length: 44 }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: grey cards are all alike.
            <div key={at} className="tp-panel share-card">
              <Skeleton height="100%" />
            </div>
          ))}
    </div>
  );
}
