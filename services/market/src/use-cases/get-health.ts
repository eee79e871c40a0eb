import type { MarketHealth } from '@tradepost/proto/api/market/schemas.ts';
import { instruments } from '../instruments.ts';
import type { Market } from '../market.ts';
import { sourceNames } from '../snapshot.ts';
import { statusOf } from '../status.ts';

const iso = (timeMs: number | undefined): string | null => (timeMs === undefined ? null : new Date(timeMs).toISOString());

/** How the feed does, and what each symbol would show now. */
export async function getHealth(market: Market): Promise<MarketHealth> {
  const { record } = market.board;
  const nowMs = market.clock.now();
  const quotes = await market.board.quotes([...instruments.keys()]);
  return {
    ...{ configured: market.configured, feed: market.feedInUse(), reachable: record.reachable, successes: record.successes, failures: record.failures },
    ...{ lastSuccessAt: iso(record.lastSuccessMs), lastFailureAt: iso(record.lastFailureMs), lastFailure: record.lastFailure ?? null },
    ...{ refreshSeconds: market.refreshSeconds, nextRefreshAt: new Date(market.rounds.periodEndMs()).toISOString() },
    symbols: [...quotes.values()].map((quote) => ({
      ...{ symbol: quote.symbol, status: statusOf(quote, nowMs), timestamp: new Date(quote.asOfMs).toISOString(), source: sourceNames[quote.source] },
    })),
  };
}
