import { istOffsetMs } from './calendar.ts';
import { type Bar, type Quote, rounded } from './quote.ts';

/** What a chart answer says of its instrument, under the source's own spelling. */
export type ChartFacts = Omit<Quote, 'symbol' | 'source' | 'currency'> & { readonly sourceSymbol: string; readonly currency: string | null };

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const priceOf = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) && value > 0 && value < 1e9 ? rounded(value) : null);
const countOf = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) && value >= 0 && value < 1e13 ? Math.round(value) : null);
const secondsOf = (value: unknown): number | null => (typeof value === 'number' && Number.isSafeInteger(value) && value > 0 && value < 1e11 ? value * 1000 : null);

/** No day at the finest interval has more. */
const mostBars = 1_500;

function barsOf(result: Fields): Bar[] {
  const quote = fieldsOf(listOf(fieldsOf(result.indicators).quote)[0]);
  const column = (name: string): readonly unknown[] => listOf(quote[name]);
  const [open, high, low, close, volume] = [column('open'), column('high'), column('low'), column('close'), column('volume')];
  return listOf(result.timestamp)
    .slice(-mostBars)
    .flatMap((time, index, kept) => {
      const at = index + listOf(result.timestamp).length - kept.length;
      const atMs = secondsOf(time);
      if (atMs === null) return [];
      return [{ atMs, open: priceOf(open[at]), high: priceOf(high[at]), low: priceOf(low[at]), close: priceOf(close[at]), volume: countOf(volume[at]) }];
    });
}

const known = (values: readonly (number | null)[]): number[] => values.filter((value) => value !== null);
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const ordered = (bars: readonly Bar[]): boolean => bars.every((bar, index) => index === 0 || bar.atMs >= (bars[index - 1]?.atMs ?? 0));

/**
 * Reads a chart answer of the live source (`/v8/finance/chart`, of one day: with a longer range `chartPreviousClose` is the close before the whole range).
 * Where the head leaves day low, day high or volume out, the bars of its last day say them. Throws an Error with one sentence for an error answer and for figures that cannot be.
 */
export function readChart(answer: unknown): ChartFacts {
  const chart = fieldsOf(fieldsOf(answer).chart);
  const failure = fieldsOf(chart.error);
  if (typeof failure.code === 'string') throw new Error(`The source answered ${failure.code.slice(0, 40)}.`);
  const result = fieldsOf(listOf(chart.result)[0]);
  const meta = fieldsOf(result.meta);
  if (typeof meta.symbol !== 'string') throw new Error('The source answered something that is no chart.');
  const price = priceOf(meta.regularMarketPrice);
  const asOfMs = secondsOf(meta.regularMarketTime);
  if (price === null || asOfMs === null) throw new Error('The source answered without a price or its time.');
  const all = barsOf(result);
  if (!ordered(all)) throw new Error('The source answered with times out of order.');
  // A day is one of the exchange's own place: the source says how far its clocks are ahead.
  const aheadMs = typeof meta.gmtoffset === 'number' && Math.abs(meta.gmtoffset) <= 14 * 3600 ? meta.gmtoffset * 1000 : istOffsetMs;
  const dayIn = (atMs: number): string => new Date(atMs + aheadMs).toISOString().slice(0, 10);
  const lastDay = dayIn(all.at(-1)?.atMs ?? asOfMs);
  const bars = all.filter((bar) => dayIn(bar.atMs) === lastDay);
  const [lows, highs, volumes] = [known(bars.map(({ low }) => low)), known(bars.map(({ high }) => high)), known(bars.map(({ volume }) => volume))];
  const low = priceOf(meta.regularMarketDayLow) ?? (lows.length > 0 ? Math.min(...lows) : null);
  const high = priceOf(meta.regularMarketDayHigh) ?? (highs.length > 0 ? Math.max(...highs) : null);
  if (low !== null && high !== null && low > high) throw new Error('The source answered with a day low above the day high.');
  return {
    sourceSymbol: meta.symbol,
    currency: typeof meta.currency === 'string' ? meta.currency : null,
    price,
    previousClose: priceOf(meta.previousClose) ?? priceOf(meta.chartPreviousClose),
    low,
    high,
    volume: countOf(meta.regularMarketVolume) ?? (volumes.length > 0 ? sum(volumes) : null),
    asOfMs,
    bars,
  };
}
