import type { MarketSession } from '@tradepost/proto/api/market/schemas.ts';
import { lastSession, marketState } from '../calendar.ts';
import type { Market } from '../market.ts';
import { holidays } from '../sessions.ts';
import { sourceNames } from '../snapshot.ts';

const iso = (timeMs: number): string => new Date(timeMs).toISOString();

const indiaOffsetMs = 5.5 * 3_600_000;
const holidaysOf = (year: string): MarketSession['holidays'] =>
  Object.entries(holidays)
    .filter(([day]) => day.startsWith(year))
    .map(([day, name]) => ({ day, name }));

/** Whether the market is open, until when, and when prices are refreshed. */
export async function getSession(market: Market): Promise<MarketSession> {
  const nowMs = market.clock.now();
  const { state, holiday, session } = marketState(nowMs);
  const last = lastSession(nowMs);
  return {
    ...{ state, holiday: holiday ?? null, now: iso(nowMs) },
    ...{ opensAt: iso(session.opensAtMs), closesAt: iso(session.closesAtMs), lastOpensAt: iso(last.opensAtMs), lastClosesAt: iso(last.closesAtMs) },
    holidays: holidaysOf(iso(nowMs + indiaOffsetMs).slice(0, 4)),
    ...{ source: sourceNames[market.feedInUse()], refreshSeconds: market.refreshSeconds, nextRefreshAt: iso(market.rounds.periodEndMs()) },
  };
}
