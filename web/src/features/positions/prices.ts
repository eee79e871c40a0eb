import type { Position } from '@tradepost/proto/api/positions/paths.ts';
import { agedStatus, type DataStatus, readDataStatus, worstStatus } from '../../lib/data-status.ts';
import { formatAge } from '../../lib/format.ts';

/** The market is read once a minute. */
const periodMs = 60_000;

export interface Standing {
  /** The worst of the prices on the page. */
  readonly status: DataStatus;
  /** The time of the oldest of them. */
  readonly priceMs: number;
}

/** How far the prices of the active positions may be believed; undefined while none has a price. `answeredMs` is when the server last said so. */
export function standingOf(positions: readonly Position[], answeredMs: number, nowMs: number): Standing | undefined {
  const priced = positions.filter(({ status, priceAt }) => status && priceAt !== null);
  if (priced.length === 0) return undefined;
  const status = worstStatus(priced.map(({ priceStatus }) => agedStatus(readDataStatus(priceStatus), answeredMs, nowMs, periodMs)));
  return { status, priceMs: Math.min(...priced.map(({ priceAt }) => Date.parse(priceAt ?? ''))) };
}

/** The line under the heading: how many, and by which prices the active ones stand. */
export function contextLine(positions: readonly Position[], standing: Standing | undefined, nowMs: number): string {
  const count = positions.length === 1 ? '1 position.' : `${positions.length} positions.`;
  if (!positions.some(({ status }) => status)) return count;
  if (!standing) return `${count} No price of the market is known for the active ones.`;
  const age = formatAge(new Date(standing.priceMs).toISOString(), nowMs);
  const words: Readonly<Record<DataStatus, string>> = {
    live: `Active ones follow the market, ${age} old.`,
    delayed: `Active ones follow the market with a delay, ${age} old.`,
    stale: `Active ones stand at the last price that came, ${age} old.`,
    closed: 'Active ones stand at the last price before the market closed.',
    sample: 'Active ones follow sample prices, not the market.',
  };
  return `${count} ${words[standing.status]}`;
}
