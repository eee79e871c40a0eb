import type { Chart } from '@tradepost/proto/api/market/paths.ts';

/** One line of quotes, as the summary card and the quote table take it. What is not known is null. */
export interface Quote {
  readonly symbol: string;
  readonly name?: string | undefined;
  readonly price: number | null;
  /** `+123.45 (+0.50%)`; empty when yesterday's close is not known. */
  readonly changes: string;
  readonly low: number | null;
  readonly high: number | null;
  /** Millions of shares. */
  readonly volume: number | null;
  /** When the price was made, ISO 8601. */
  readonly timestamp?: string | undefined;
}

const isFigure = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const figureOf = (value: unknown): number | null => (isFigure(value) ? value : null);
const twoDecimals = (value: number): string => `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(2)}`;

/** The share of change in percent that stands in the text: `-7.30 (-0.56%)` → -0.56; 0 when there is none. */
export function percentOf(changes: string): number {
  const found = /([+-]?\d+(?:\.\d+)?)\s*%/.exec(changes)?.[1];
  return found === undefined ? 0 : Number(found);
}

/** Whether the change is shown as a rise: the specification looks for a plus sign. */
export const rises = (changes: string): boolean => changes.includes('+');

/** The volume as it is written: 12.34 million → `12.3M`; '-' when it is not known. */
export const formatVolume = (millions: number | null | undefined): string => (isFigure(millions) ? `${millions.toFixed(1)}M` : '-');

/** What a chart answer says of its instrument, from the head of its first result. Gives undefined when there is no price in it. */
export function quoteOf(answer: unknown): (Quote & { readonly currency: string }) | undefined {
  const meta = (answer as Partial<Chart> | undefined)?.chart?.result?.[0]?.meta;
  const price = figureOf(meta?.regularMarketPrice);
  if (!meta || price === null) return undefined;
  const previousClose = figureOf(meta.previousClose) ?? figureOf(meta.chartPreviousClose);
  const change = previousClose === null || previousClose === 0 ? undefined : price - previousClose;
  const volume = figureOf(meta.regularMarketVolume);
  return {
    symbol: meta.symbol,
    currency: typeof meta.currency === 'string' ? meta.currency : 'INR',
    price,
    changes: change === undefined || previousClose === null ? '' : `${twoDecimals(change)} (${twoDecimals((change / previousClose) * 100)}%)`,
    low: figureOf(meta.regularMarketDayLow),
    high: figureOf(meta.regularMarketDayHigh),
    volume: volume === null ? null : volume / 1_000_000,
    timestamp: isFigure(meta.regularMarketTime) ? new Date(meta.regularMarketTime * 1000).toISOString() : undefined,
  };
}

/** Where a price stands between low and high, 0 to 100; undefined when one of them is not known. */
export function placeInRange({ price, low, high }: Pick<Quote, 'price' | 'low' | 'high'>): number | undefined {
  if (price === null || low === null || high === null || high < low) return undefined;
  return high === low ? 50 : Math.min(100, Math.max(0, ((price - low) / (high - low)) * 100));
}

const localClock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', second: '2-digit' });

/** The time of a price as the reader's own clock shows it: `1:42:10 PM`; '' when it is not known. */
export function localTime(timestamp: string | undefined): string {
  const date = new Date(timestamp ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? '' : localClock.format(date);
}
