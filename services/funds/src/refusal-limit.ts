import { Refused } from '@tradepost/platform/errors.ts';
import type { Clock } from '@tradepost/platform/ports.ts';

const windowMs = 60_000;
const perMinute = 1_000;

/** Counts the refusals of each account, which are recorded for good. Throws 429 above 1,000 a minute, before anything is written; what is not refused always passes. */
export function refusalLimit(clock: Clock): { count(account: string): void } {
  let sinceMs = clock.now();
  const counts = new Map<string, number>();

  return {
    count(account) {
      const nowMs = clock.now();
      if (nowMs - sinceMs >= windowMs || nowMs < sinceMs) {
        counts.clear();
        sinceMs = nowMs;
      }
      const count = (counts.get(account) ?? 0) + 1;
      if (count > perMinute) throw new Refused('too-many-requests', { retryAfterSeconds: Math.ceil((sinceMs + windowMs - nowMs) / 1000) });
      counts.set(account, count);
    },
  };
}
