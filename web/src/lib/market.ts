import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { bankNifty, getSession, listConstituents, listInstruments, listSnapshots, type MarketSession, nifty, type Snapshot, sensex } from '@tradepost/proto/api/market/paths.ts';
import { useEffect, useState } from 'react';
import { formatAge } from './format.ts';
import { request } from './http.ts';
import { type IndexDay, readIndexDay, sampleIndexDay } from './index-day.ts';
import { type Quote, quoteOf } from './quote.ts';
import { send } from './transport.ts';

/** Prices are asked for anew each minute, unless the server says another period. */
export const ordinaryPeriodMs = 60_000;

/** The three indices: their address on the dashboard, their call, the names of the specification, and the three symbols it lists for each. */
export const indices = [
  { key: 'nifty', call: nifty, name: 'NIFTY', exchange: 'NSE', list: 'NIFTY 50', three: ['RELIANCE', 'HDFCBANK', 'INFY'] },
  { key: 'banknifty', call: bankNifty, name: 'BANK NIFTY', exchange: 'NSE', list: 'BANK NIFTY', three: ['ICICIBANK', 'AXISBANK', 'SBIN'] },
  { key: 'sensex', call: sensex, name: 'SENSEX', exchange: 'BSE', list: 'SENSEX', three: ['TCS', 'HDFC', 'BHARTIARTL'] },
] as const;
export type MarketIndex = (typeof indices)[number];

/** One index as a card shows it. */
export interface IndexQuote {
  readonly quote: Quote & { readonly currency: string };
  readonly day: IndexDay;
}

/** Reads one index. Its call is for everybody, so no token travels with it; the status stands in a header. Throws NoAnswer, or an Error when the answer has no price. */
async function readIndex(index: MarketIndex, signal: AbortSignal): Promise<IndexQuote> {
  const answer = await send({ method: 'GET', url: `/api${index.call.path}`, headers: { Accept: 'application/json' }, body: undefined, timeoutMs: 10_000, signal });
  const quote = quoteOf(answer.body);
  const day = readIndexDay(answer.body, answer.header('X-Data-Status'));
  if (answer.status !== 200 || !quote || !day) throw new Error(`${index.name} could not be read.`);
  return { quote, day };
}

/** The built-in day, for a server that never answered: round figures under SAMPLE. */
export function sampleIndex(index: MarketIndex): IndexQuote {
  const day = sampleIndexDay(index.key);
  const prices = day.points.map(({ price }) => price);
  const change = day.price - (day.previousClose ?? day.price);
  const share = (change / (day.previousClose ?? day.price)) * 100;
  const signed = (value: number): string => `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(2)}`;
  const quote = {
    symbol: index.name,
    currency: 'INR',
    price: day.price,
    changes: `${signed(change)} (${signed(share)}%)`,
    low: Math.min(...prices),
    high: Math.max(...prices),
    volume: null,
  };
  return { day, quote };
}

/** How often the queries of a page with prices run; never while its tab is hidden. Old figures stay when a read fails. */
const refreshing = (periodMs: number) => ({ refetchInterval: periodMs, staleTime: Math.min(15_000, periodMs / 2), retry: 1 });

/** The session, its source and its period. */
export function useMarketSession(): UseQueryResult<MarketSession & { readonly skewMs: number }> {
  return useQuery({
    queryKey: ['market', 'session'],
    queryFn: async ({ signal }) => {
      const session = await request(getSession, { signal });
      // The server's clock decides what is open, whatever this machine's says.
      return { ...session, skewMs: Date.parse(session.now) - Date.now() };
    },
    ...refreshing(ordinaryPeriodMs),
  });
}

/** One index; `status` of its day is as the server said, not yet aged. */
export function useIndex(index: MarketIndex, periodMs: number): UseQueryResult<IndexQuote> {
  return useQuery({ queryKey: ['market', 'index', index.key], queryFn: ({ signal }) => readIndex(index, signal), ...refreshing(periodMs) });
}

/** Some symbols with the line of their day. */
export function useSnapshots(symbols: readonly string[], periodMs: number, enabled = true): UseQueryResult<Snapshot[]> {
  return useQuery({
    queryKey: ['market', 'snapshots', symbols.join(',')],
    queryFn: ({ signal }) => request(listSnapshots, { query: { symbols: symbols.join(',') || undefined, line: '1' }, signal }),
    enabled,
    ...refreshing(periodMs),
  });
}

/** Everything in an index. */
export function useConstituents(index: MarketIndex, periodMs: number, enabled: boolean): UseQueryResult<Snapshot[]> {
  return useQuery({
    queryKey: ['market', 'constituents', index.key],
    queryFn: ({ signal }) => request(listConstituents, { params: { index: index.key }, signal }),
    enabled,
    ...refreshing(periodMs),
  });
}

/** The 44 symbols of the analytics page; they do not change while it is open. */
export const useInstruments = () =>
  useQuery({ queryKey: ['market', 'instruments'], queryFn: ({ signal }) => request(listInstruments, { signal }), staleTime: Number.POSITIVE_INFINITY });

/** How old prices are, for the line under a heading: `Prices 14 s old`, and after a day `Prices of Jun 2`. */
export function ageWords(priceMs: number, nowMs: number): string {
  const age = formatAge(new Date(priceMs).toISOString(), nowMs);
  return nowMs - priceMs < 86_400_000 ? `Prices ${age} old` : `Prices of ${age}`;
}

/** The time, every `periodMs`, while the page is seen. For figures that age before the reader's eyes. */
export function useTick(periodMs = 1_000): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), periodMs);
    return () => clearInterval(timer);
  }, [periodMs]);
  return nowMs;
}
