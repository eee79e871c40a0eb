import type { Chart, Snapshot } from '@tradepost/proto/api/market/schemas.ts';
import { lastSession } from './calendar.ts';
import { lookUp } from './instruments.ts';
import type { Quote, Source } from './quote.ts';
import { statusOf } from './status.ts';

/** What the sources are called before people. */
export const sourceNames: Readonly<Record<Source, string>> = { yahoo: 'Yahoo Finance', replay: 'Recorded prices', simulated: 'Tradepost' };

const signed = (value: number, text: string): string => `${value < 0 ? '-' : '+'}${text}`;

/** The change since yesterday's close, `+123.45 (+0.50%)`; '' when that close is not known. */
export function changesOf({ price, previousClose }: Pick<Quote, 'price' | 'previousClose'>): string {
  if (previousClose === null) return '';
  const change = price - previousClose;
  const percent = (change / previousClose) * 100;
  // A change that rounds to nothing has no minus sign.
  const [amount, share] = [Math.abs(change).toFixed(2), Math.abs(percent).toFixed(2)];
  return `${signed(amount === '0.00' ? 0 : change, amount)} (${signed(share === '0.00' ? 0 : percent, share)}%)`;
}

/** One line of a quote table. `symbol` may be another name of the same instrument. */
export function snapshotOf(quote: Quote, nowMs: number, options: { symbol?: string; line?: boolean } = {}): Snapshot {
  const symbol = options.symbol ?? quote.symbol;
  return {
    symbol,
    name: lookUp(symbol)?.name ?? symbol,
    currency: quote.currency,
    price: quote.price,
    changes: changesOf(quote),
    previousClose: quote.previousClose,
    low: quote.low,
    high: quote.high,
    volume: quote.volume === null ? null : Math.round(quote.volume / 100_000) / 10,
    timestamp: new Date(quote.asOfMs).toISOString(),
    status: statusOf(quote, nowMs),
    source: sourceNames[quote.source],
    ...(options.line ? { line: quote.bars.flatMap(({ close }) => (close === null ? [] : [close])) } : {}),
  };
}

const seconds = (timeMs: number): number => Math.floor(timeMs / 1000);

/** The day of an index in the shape of the live source. Only what was read and checked goes out again, never the source's own bytes. */
export function chartOf(quote: Quote): Chart {
  const { bars } = quote;
  const session = lastSession(quote.asOfMs);
  return {
    chart: {
      result: [
        {
          meta: {
            symbol: quote.symbol,
            shortName: lookUp(quote.symbol)?.name ?? quote.symbol,
            currency: quote.currency,
            exchangeTimezoneName: 'Asia/Kolkata',
            regularMarketPrice: quote.price,
            previousClose: quote.previousClose,
            chartPreviousClose: quote.previousClose,
            regularMarketDayHigh: quote.high,
            regularMarketDayLow: quote.low,
            regularMarketVolume: quote.volume,
            regularMarketTime: seconds(quote.asOfMs),
            currentTradingPeriod: { regular: { start: seconds(session.opensAtMs), end: seconds(session.closesAtMs) } },
          },
          timestamp: bars.map(({ atMs }) => seconds(atMs)),
          indicators: {
            quote: [
              {
                open: bars.map(({ open }) => open),
                high: bars.map(({ high }) => high),
                low: bars.map(({ low }) => low),
                close: bars.map(({ close }) => close),
                volume: bars.map(({ volume }) => volume),
              },
            ],
          },
        },
      ],
      error: null,
    },
  };
}
