import type { Chart } from '@tradepost/proto/api/market/paths.ts';
import { type DataStatus, readDataStatus } from './data-status.ts';
import { type DayPoint, type Session, sessionOf } from './day-line.ts';
import { sampleDay } from './sample-day.ts';

/** One index through its day, as a card or the landing page shows it. Times in milliseconds since 1970. */
export interface IndexDay {
  readonly status: DataStatus;
  readonly price: number;
  readonly previousClose: number | undefined;
  /** The time of the price; undefined for the built-in sample, which has none. */
  readonly priceMs: number | undefined;
  readonly points: readonly DayPoint[];
  readonly session: Session;
}

/** Reads a chart answer of /nifty, /banknifty or /sensex. Gives undefined when there is nothing in it to show. */
export function readIndexDay(body: unknown, statusHeader: string | null): IndexDay | undefined {
  const result = (body as Partial<Chart> | undefined)?.chart?.result?.[0];
  if (!result || !Number.isFinite(result.meta?.regularMarketPrice)) return undefined;
  const { meta, timestamp, indicators } = result;
  const closes = indicators?.quote?.[0]?.close ?? [];
  const points = (timestamp ?? []).flatMap((seconds, at) => {
    const price = closes[at];
    return typeof price === 'number' && Number.isFinite(price) ? [{ timeMs: seconds * 1000, price }] : [];
  });
  const priceMs = meta.regularMarketTime * 1000;
  // The line is made of prices at the beginning of each step; the price of this moment is its end.
  if (points.length > 0 && priceMs > (points.at(-1)?.timeMs ?? 0)) points.push({ timeMs: priceMs, price: meta.regularMarketPrice });
  const period = meta.currentTradingPeriod?.regular;
  return {
    status: readDataStatus(statusHeader),
    price: meta.regularMarketPrice,
    previousClose: meta.previousClose ?? meta.chartPreviousClose ?? undefined,
    priceMs,
    points,
    session: period ? { fromMs: period.start * 1000, toMs: period.end * 1000 } : sessionOf(points[0]?.timeMs ?? priceMs),
  };
}

// Round numbers on purpose, so that nobody takes them for a market price.
const samples: Readonly<Record<string, readonly [seed: number, previousClose: number, opens: number, closes: number]>> = {
  nifty: [41, 24_000, -0.0034, 0.0019],
  banknifty: [12, 54_000, -0.001, 0.0027],
  sensex: [5, 79_000, -0.0026, 0.0016],
};

/** The built-in day of an index, for the time before an answer and without one. Always labelled SAMPLE. */
export function sampleIndexDay(index: 'nifty' | 'banknifty' | 'sensex'): IndexDay {
  const [seed, close, opens, closes] = samples[index] ?? [1, 100, 0, 0];
  const { points, previousClose } = sampleDay(seed, close, opens, closes);
  return { status: 'sample', price: points.at(-1)?.price ?? close, previousClose, priceMs: undefined, points, session: sessionOf(points[0]?.timeMs ?? 0) };
}
