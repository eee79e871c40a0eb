import type { Logger } from '@tradepost/platform/log.ts';
import type { Cache, Clock } from '@tradepost/platform/ports.ts';
import { within } from '@tradepost/platform/within.ts';
import type { Feed } from './feeds/feed.ts';
import { limiter } from './limiter.ts';
import type { Quote } from './quote.ts';

/** A reader gets what there is after this time, though the source may still be asked. */
const patienceMs = 1_000;
/** The last good value of a symbol is shown for so long when its source is away: over a long week-end. */
const lastGoodMs = 5 * 24 * 3_600_000;
/** After so many failures in a row the source counts as away, and nobody waits for it. */
const failuresUntilAway = 3;
const fetchesAtOnce = 6;

export interface FeedRecord {
  reachable: boolean;
  lastSuccessMs: number | undefined;
  lastFailureMs: number | undefined;
  lastFailure: string | undefined;
  successes: number;
  failures: number;
}

/** Keeps the price of every symbol that is asked for, each asked of its source once a period at most. */
export interface Board {
  /** Gives a quote for each symbol within 2 s: the source's, its last good one, or a made one. Never throws. */
  quotes(symbols: readonly string[]): Promise<Map<string, Quote>>;
  /** Asks a source that counts as away for one symbol; true when it answers. */
  probe(): Promise<boolean>;
  readonly record: Readonly<FeedRecord>;
  /** Gives up whatever is being asked. */
  close(): void;
}

const nothing = (): undefined => undefined;

/** The board over one source. `sample` stands in for it; `assumeAway` starts with the samples until a probe succeeds. `periodEndMs` tells when prices are asked for anew. */
export function openBoard(options: { feed: Feed; sample: Feed; cache: Cache; clock: Clock; log: Logger; assumeAway: boolean; periodEndMs: () => number }): Board {
  const { feed, sample, cache, clock, log, periodEndMs } = options;
  const ending = new AbortController();
  const inTurn = limiter(fetchesAtOnce);
  const record: FeedRecord = { reachable: !options.assumeAway, lastSuccessMs: undefined, lastFailureMs: undefined, lastFailure: undefined, successes: 0, failures: 0 };
  let failuresInARow = 0;

  async function ask(symbol: string): Promise<Quote> {
    try {
      const quote = await feed.quote(symbol, ending.signal);
      if (!record.reachable) log.info({ feed: feed.source }, 'the source of prices answers again');
      failuresInARow = 0;
      Object.assign(record, { reachable: true, lastSuccessMs: clock.now(), successes: record.successes + 1 });
      await cache.set(`market:last:${symbol}`, JSON.stringify(quote), lastGoodMs);
      return quote;
    } catch (error) {
      failuresInARow += 1;
      Object.assign(record, { lastFailureMs: clock.now(), lastFailure: error instanceof Error ? error.message : 'unknown', failures: record.failures + 1 });
      if (feed.source === 'yahoo' && record.reachable && failuresInARow >= failuresUntilAway) {
        record.reachable = false;
        log.warn({ err: error, feed: feed.source, symbol }, 'the source of prices does not answer; the last good ones or samples stand in');
      }
      throw error;
    }
  }

  async function lastGood(symbol: string): Promise<Quote | undefined> {
    const text = await cache.get(`market:last:${symbol}`);
    return text === undefined ? undefined : (JSON.parse(text) as Quote);
  }

  /** What is known of this period. A failure is kept as well, so that a symbol is asked for once a period at most. */
  async function load(symbol: string): Promise<Quote | undefined> {
    const ttlMs = Math.max(1, periodEndMs() - clock.now());
    const text = await cache.load(`market:now:${symbol}`, ttlMs, () =>
      inTurn(async () => {
        if (!record.reachable) throw new Error('The source is away.');
        return ask(symbol).then(
          (quote) => JSON.stringify(quote),
          () => '',
        );
      }),
    );
    return text === '' ? undefined : (JSON.parse(text) as Quote);
  }

  async function quote(symbol: string): Promise<Quote> {
    if (feed.source === 'simulated') return feed.quote(symbol, ending.signal);
    try {
      const now = record.reachable ? await within(patienceMs, load(symbol).catch(nothing), nothing) : undefined;
      return now ?? (await lastGood(symbol)) ?? (await sample.quote(symbol, ending.signal));
    } catch (error) {
      log.warn({ err: error }, 'the cache of prices does not answer');
      return sample.quote(symbol, ending.signal);
    }
  }

  return {
    record,
    quotes: async (symbols) => new Map(await Promise.all(symbols.map(async (symbol) => [symbol, await quote(symbol)] as const))),
    async probe() {
      if (feed.source === 'simulated') return true;
      return ask('NIFTY').then(
        () => true,
        () => false,
      );
    },
    close: () => ending.abort(),
  };
}
