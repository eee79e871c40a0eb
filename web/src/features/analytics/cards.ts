import type { Instrument, Snapshot } from '@tradepost/proto/api/market/paths.ts';
import { agedStatus } from '../../lib/data-status.ts';
import { type DayPoint, sessionOf } from '../../lib/day-line.ts';
import { percentOf } from '../../lib/quote.ts';

/** One share of the page: who it is, and what is known of its price. */
export interface ShareCard {
  readonly instrument: Instrument;
  readonly row: Snapshot | undefined;
}

export const sorts = [
  { key: 'name', word: 'By symbol' },
  { key: 'rise', word: 'Biggest rise first' },
  { key: 'fall', word: 'Biggest fall first' },
] as const;
export type Sort = (typeof sorts)[number]['key'];

/** The shares that match, in the wished order. A share without a price stands last when moves are compared. */
export function arrange(cards: readonly ShareCard[], sought: string, sort: Sort): ShareCard[] {
  const wanted = sought.trim().toUpperCase();
  const found = cards.filter(({ instrument: { symbol, name } }) => symbol.includes(wanted) || name.toUpperCase().includes(wanted));
  if (sort === 'name') return found;
  const moveOf = ({ row }: ShareCard): number => (row && row.changes !== '' ? percentOf(row.changes) * (sort === 'rise' ? -1 : 1) : Number.POSITIVE_INFINITY);
  // Two unknown moves are equal; their difference would be no number.
  return found.toSorted((a, b) => (moveOf(a) === moveOf(b) ? 0 : moveOf(a) - moveOf(b)));
}

/** Joins the list of shares with their prices, whose statuses age while nothing is heard. */
export function join(instruments: readonly Instrument[], rows: readonly Snapshot[], answeredMs: number, nowMs: number, periodMs: number): ShareCard[] {
  const bySymbol = new Map(rows.map((row) => [row.symbol, row]));
  return instruments.map((instrument) => {
    const row = bySymbol.get(instrument.symbol);
    return { instrument, row: row && { ...row, status: agedStatus(row.status, answeredMs, nowMs, periodMs) } };
  });
}

const stepMs = 5 * 60_000;

/** The day of a share as points in time: the line holds the close of each five minutes, the last one up to now. */
export function dayPoints({ line = [], timestamp }: Pick<Snapshot, 'line' | 'timestamp'>): DayPoint[] {
  const priceMs = Date.parse(timestamp);
  const { fromMs } = sessionOf(priceMs);
  return line.map((price, index) => ({ price, timeMs: Math.min(fromMs + (index + 1) * stepMs, Math.max(priceMs, fromMs)) }));
}

/** The address of the external service's chart: interval, theme, language and mode as the specification names them. */
export function externalChart(tradingView: string): string {
  const settings = { interval: '1D', width: '100%', height: '100%', isTransparent: false, symbol: tradingView, showIntervalTabs: true, displayMode: 'single', colorTheme: 'light' };
  return `https://www.tradingview-widget.com/embed-widget/technical-analysis/?locale=en#${encodeURIComponent(JSON.stringify(settings))}`;
}
