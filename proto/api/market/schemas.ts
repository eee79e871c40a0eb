import { z } from 'zod';
import { contract } from '../schema.ts';
import * as paths from './paths.ts';

export const dataStatus = z.enum(['live', 'delayed', 'stale', 'closed', 'sample']);
/** How honest a price is: of now, late, too late while the market is open, of a closed market, or made by us. */
export type DataStatus = z.infer<typeof dataStatus>;

const figure = z.number().nullable();

/** A day line in the shape of the live source. Times are seconds since 1970; prices are rupees, or points of an index. */
export const chart = z.object({
  chart: z.object({
    result: z.array(
      z.object({
        meta: z.object({
          symbol: z.string(),
          shortName: z.string(),
          currency: z.string(),
          exchangeTimezoneName: z.string(),
          regularMarketPrice: z.number(),
          previousClose: figure,
          chartPreviousClose: figure,
          regularMarketDayHigh: figure,
          regularMarketDayLow: figure,
          regularMarketVolume: figure,
          regularMarketTime: z.number(),
          /** The session that the line belongs to. */
          currentTradingPeriod: z.object({ regular: z.object({ start: z.number(), end: z.number() }) }),
        }),
        timestamp: z.array(z.number()),
        indicators: z.object({ quote: z.array(z.object({ open: z.array(figure), high: z.array(figure), low: z.array(figure), close: z.array(figure), volume: z.array(figure) })) }),
      }),
    ),
    error: z.null(),
  }),
});
export type Chart = z.infer<typeof chart>;

export const snapshot = z.object({
  symbol: z.string(),
  name: z.string(),
  currency: z.string(),
  price: z.number(),
  /** `+123.45 (+0.50%)`; empty when yesterday's close is not known. */
  changes: z.string(),
  previousClose: figure,
  low: figure,
  high: figure,
  /** Millions of shares, one decimal. */
  volume: figure,
  timestamp: z.string(),
  status: dataStatus,
  /** Who says so: `Yahoo Finance`, `Recorded prices` or `Tradepost`. */
  source: z.string(),
  /** Closing prices of each five minutes of the day, when they were asked for. */
  line: z.array(z.number()).optional(),
});
export type Snapshot = z.infer<typeof snapshot>;

export const instrument = z.object({ symbol: z.string(), name: z.string(), tradingView: z.string() });
export type Instrument = z.infer<typeof instrument>;

export const session = z.object({
  state: z.enum(['open', 'pre-open', 'closed', 'holiday']),
  /** Name of the holiday, on one. */
  holiday: z.string().nullable(),
  /** The session that runs or comes next. */
  opensAt: z.string(),
  closesAt: z.string(),
  /** The session that runs or was the last. */
  lastOpensAt: z.string(),
  lastClosesAt: z.string(),
  now: z.string(),
  /** Who says the prices, and when they are asked for again. */
  source: z.string(),
  refreshSeconds: z.number(),
  nextRefreshAt: z.string(),
  /** The holidays of this year in India. */
  holidays: z.array(z.object({ day: z.string(), name: z.string() })),
});
export type MarketSession = z.infer<typeof session>;

export const health = z.object({
  /** As configured: auto, yahoo, replay or simulated. */
  configured: z.string(),
  /** Whose prices are shown now. */
  feed: z.enum(['yahoo', 'replay', 'simulated']),
  reachable: z.boolean(),
  lastSuccessAt: z.string().nullable(),
  lastFailureAt: z.string().nullable(),
  lastFailure: z.string().nullable(),
  successes: z.number(),
  failures: z.number(),
  refreshSeconds: z.number(),
  nextRefreshAt: z.string(),
  /** What is kept now, by symbol. */
  symbols: z.array(z.object({ symbol: z.string(), status: dataStatus, timestamp: z.string(), source: z.string() })),
});
export type MarketHealth = z.infer<typeof health>;

/** At most this many symbols in one call. */
export const mostSymbols = 100;

/** Symbols apart by commas; without any, the 44. */
const snapshotsQuery = z.strictObject({
  symbols: z
    .string()
    .max(2_000, 'There are too many symbols')
    .regex(/^[A-Z0-9&-]{1,20}(,[A-Z0-9&-]{1,20})*$/, 'Symbols are capital letters, apart by commas')
    .refine((value) => value.split(',').length <= mostSymbols, `There are more than ${mostSymbols} symbols`)
    .optional(),
  /** With the day line of each. */
  line: z.literal('1').optional(),
});
export type SnapshotsQuery = z.input<typeof snapshotsQuery>;

export const nifty = contract(paths.nifty, { summary: 'The day of NIFTY 50', access: 'public', answer: chart });
export const bankNifty = contract(paths.bankNifty, { summary: 'The day of BANK NIFTY', access: 'public', answer: chart });
export const sensex = contract(paths.sensex, { summary: 'The day of SENSEX', access: 'public', answer: chart });
export const listSnapshots = contract(paths.listSnapshots, {
  summary: 'Prices of some symbols, or of the 44; symbols that are not known are left out',
  access: 'public',
  query: snapshotsQuery,
  answer: z.array(snapshot),
});
export const listConstituents = contract(paths.listConstituents, {
  summary: 'Who is in an index (nifty, banknifty, sensex), with prices',
  access: 'public',
  answer: z.array(snapshot),
});
export const listInstruments = contract(paths.listInstruments, { summary: 'The 44 symbols of the analytics page', access: 'public', answer: z.array(instrument) });
export const getSession = contract(paths.getSession, { summary: 'Whether the market is open, until when, and when prices are refreshed', access: 'public', answer: session });
export const getHealth = contract(paths.getHealth, { summary: 'How the market feed does', access: 'admin', answer: health });
