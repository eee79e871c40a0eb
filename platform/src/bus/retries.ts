import { OutcomeUnknown, Refused, StoreUnavailable, Unprocessable } from '../errors.ts';

/** How often an event has failed: by itself, and because something was away. */
export interface Failures {
  readonly byItself: number;
  readonly byOthers: number;
  readonly sinceMs: number;
}

/** So long an event waits for what is away. One that only looks like that must not hold its partition for ever. */
const awayLimitMs = 3_600_000;

const isAway = (error: unknown): boolean => error instanceof StoreUnavailable || error instanceof OutcomeUnknown || (error instanceof Refused && error.status === 503);

/**
 * What becomes of an event that has just failed: the pause until it comes again, or undefined for the dead letters.
 * It goes there at once when no try can mend it, and after as many tries as there are pauses and one. A store or service that is away is no failing of the event: it is tried again for an
 * hour without being counted, or every outage would fill the dead letters with what is right.
 */
export function afterFailure(
  before: Failures | undefined,
  error: unknown,
  delaysMs: readonly number[],
  nowMs: number,
): { readonly failures: Failures; readonly delayMs: number } | undefined {
  if (error instanceof Unprocessable) return undefined;
  const { byItself, byOthers, sinceMs } = before ?? { byItself: 0, byOthers: 0, sinceMs: nowMs };
  if (isAway(error) && nowMs - sinceMs < awayLimitMs)
    return { failures: { byItself, byOthers: byOthers + 1, sinceMs }, delayMs: delaysMs[Math.min(byOthers, delaysMs.length - 1)] ?? 0 };
  const delayMs = delaysMs[byItself];
  return delayMs === undefined ? undefined : { failures: { byItself: byItself + 1, byOthers, sinceMs }, delayMs };
}
