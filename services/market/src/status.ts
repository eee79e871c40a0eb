import type { DataStatus } from '@tradepost/proto/api/market/schemas.ts';
import { marketState } from './calendar.ts';
import type { Quote } from './quote.ts';

/** Up to which age a price counts as live, and up to which as delayed, while the market is open. */
export const statusAges = { liveMs: 90_000, delayedMs: 20 * 60_000 } as const;

/** How honest a price is at this time. Made figures are samples whatever their age. */
export function statusOf(quote: Pick<Quote, 'source' | 'asOfMs'>, nowMs: number): DataStatus {
  if (quote.source === 'simulated') return 'sample';
  if (marketState(nowMs).state !== 'open') return 'closed';
  const ageMs = nowMs - quote.asOfMs;
  if (ageMs <= statusAges.liveMs) return 'live';
  return ageMs <= statusAges.delayedMs ? 'delayed' : 'stale';
}

const fromBest: readonly DataStatus[] = ['live', 'closed', 'delayed', 'stale', 'sample'];

/** The status of what is shown together: the worst of all. `sample` for nothing at all. */
export const worstOf = (statuses: readonly DataStatus[]): DataStatus => fromBest.findLast((status) => statuses.includes(status)) ?? 'sample';
