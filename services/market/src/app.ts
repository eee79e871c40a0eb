import type { Cache } from '@tradepost/platform/ports.ts';
import type { HotReads } from '@tradepost/platform/prepared.ts';
import { assemble, type Service, type ServiceContext } from '@tradepost/platform/service.ts';
import { openBoard } from './board.ts';
import type { Feed } from './feeds/feed.ts';
import { replayFeed } from './feeds/replay.ts';
import { simulatedFeed } from './feeds/simulated.ts';
import { yahooFeed } from './feeds/yahoo.ts';
import { hotReads } from './hot.ts';
import type { Market } from './market.ts';
import type { Source } from './quote.ts';
import { openRounds } from './rounds.ts';
import { internalRoutes, routes } from './routes.ts';

/** Which source is asked, and how often. */
export interface FeedConfiguration {
  readonly feed: 'auto' | 'yahoo' | 'replay' | 'simulated';
  /** Base of the live source when it is another than the public one. */
  readonly url: string | undefined;
  /** Where recordings lie, for `replay`. */
  readonly replayDir: string | undefined;
  readonly seed: string;
  readonly refreshSeconds: number;
}

/** What market stands on. It keeps nothing of its own: prices come again. */
export interface MarketPorts {
  readonly cache: Cache;
  readonly feed: FeedConfiguration;
  /** Replaced in tests alone. */
  readonly fetch?: typeof fetch;
}

export interface MarketService extends Service {
  /** Public reads as bytes, for the gateway in the same process. */
  readonly hot: HotReads;
  /** Whose prices are shown now. */
  feedInUse(): Source;
}

/** Builds market: the prices of the indices and of everything in them, each with its source and age. */
export function createMarket(context: ServiceContext, ports: MarketPorts): MarketService {
  const { clock, bus } = context;
  const { feed: configuration, cache } = ports;
  const log = context.log.child({ service: 'market' });
  const now = (): number => clock.now();
  const sample = simulatedFeed({ seed: configuration.seed, now });
  const feed = feedOf(configuration, sample, ports.fetch ?? fetch, now);
  const refreshMs = configuration.refreshSeconds * 1000;
  const rounds = openRounds({ board: () => board, bus, clock, log, refreshMs, everything: feed.source === 'simulated' });
  const board = openBoard({ feed, sample, cache, clock, log, assumeAway: configuration.feed === 'auto', periodEndMs: rounds.periodEndMs });
  const feedInUse = (): Source => (board.record.reachable ? feed.source : sample.source);
  const market: Market = { board, rounds, clock, refreshSeconds: configuration.refreshSeconds, configured: configuration.feed, feedInUse };
  const service = assemble({
    name: 'market',
    context,
    state: market,
    routes,
    internalRoutes,
    consumers: [],
    begin: async () => rounds.start(),
    end: async () => {
      board.close();
      await rounds.stop();
    },
  });
  return { ...service, hot: hotReads(market), feedInUse };
}

function feedOf(configuration: FeedConfiguration, sample: Feed, fetchNow: typeof fetch, now: () => number): Feed {
  if (configuration.feed === 'simulated') return sample;
  if (configuration.feed === 'replay' && configuration.replayDir !== undefined) return replayFeed({ folder: configuration.replayDir, now });
  return yahooFeed({ base: configuration.url, fetch: fetchNow, now });
}
