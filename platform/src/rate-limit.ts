import { Refused } from './errors.ts';
import type { Cache } from './ports.ts';

const windowMs = 60_000;

export interface RateLimiter {
  /** Counts one call of `who` under `name`. Throws Refused 429 with `Retry-After` above `perMinute`. */
  count(name: string, who: string, perMinute: number): Promise<void>;
}

/** Limits calls a minute through the cache; `factor` multiplies every limit (load tests). A cache that is away lets calls pass: limits guard, they do not decide. */
export function rateLimiter(cache: Cache, factor: number): RateLimiter {
  return {
    async count(name, who, perMinute) {
      const counted = await cache.increment(`rate:${name}:${who}`, windowMs).catch(() => undefined);
      if (counted && counted.count > perMinute * factor) {
        const seconds = Math.max(1, Math.ceil(counted.resetMs / 1000));
        throw new Refused('too-many-requests', { detail: `Too many requests. Please try again in ${seconds} seconds.`, retryAfterSeconds: seconds });
      }
    },
  };
}
