import type { Redis } from 'ioredis';
import { StartRefused } from '../errors.ts';
import type { Logger } from '../log.ts';
import type { Cache } from '../ports.ts';
import { memoryCache } from './memory.ts';
import { linkRedis } from './redis-link.ts';

/** Counts one more and gives the count with the milliseconds left; the first of a window sets its end. */
const countOne = "local count = redis.call('INCR', KEYS[1]) if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end return {count, redis.call('PTTL', KEYS[1])}";
const mostMissed = 10_000;
const missedAtOnce = 500;

/** What Redis was not told: a value and when it ends, or that the key was removed. */
type Missed = { readonly value: string; readonly endsAtMs: number } | 'removed';

const wholeMs = (durationMs: number): number => Math.max(1, Math.ceil(durationMs));

/** Remembers the newest change of each key while Redis is away, at most 10,000 keys, and tells Redis of them. */
function missedChanges() {
  const changes = new Map<string, Missed>();

  async function tellSome(redis: Redis): Promise<void> {
    const some = [...changes].slice(0, missedAtOnce);
    const pipeline = redis.pipeline();
    for (const [key, missed] of some) {
      const leftMs = missed === 'removed' ? 0 : missed.endsAtMs - performance.now();
      if (missed === 'removed' || leftMs <= 0) pipeline.del(key);
      else pipeline.set(key, missed.value, 'PX', wholeMs(leftMs));
    }
    const failed = (await pipeline.exec())?.find(([error]) => error !== null);
    if (failed?.[0]) throw failed[0];
    // What changed once more in the meantime is told in the next round.
    for (const [key, missed] of some) if (changes.get(key) === missed) changes.delete(key);
  }

  return {
    add(key: string, missed: Missed): void {
      changes.delete(key);
      changes.set(key, missed);
      const [oldest] = changes.keys();
      if (changes.size > mostMissed && oldest !== undefined) changes.delete(oldest);
    },
    waiting: () => changes.size > 0,
    tellSome,
  };
}

export interface RedisCacheOptions {
  readonly url: string;
  readonly log: Logger;
  /** Stands before each key. */
  readonly prefix?: string;
  /** Hears how connecting goes at first: nothing when it went well, else the error. */
  readonly onFirst?: (error?: unknown) => void;
}

/**
 * A cache that all processes share in Redis. While Redis is away or slow the same calls are served from this process's own memory, which hears of each change and count
 * of this process at all times; what changed meanwhile is told to Redis before it is asked again. Nothing throws but a failing loader, and no call waits for Redis longer than 200 ms.
 */
export function redisCache({ url, log, prefix = 'tradepost:', onFirst }: RedisCacheOptions): Cache {
  const local = memoryCache();
  const missed = missedChanges();
  const link = linkRedis({ url, log, missed, onFirst });
  const loading = new Map<string, Promise<string>>();
  const valueKey = (key: string): string => `${prefix}value:${key}`;
  const countKey = (key: string): string => `${prefix}count:${key}`;

  /** With `onlyNew` what another process has set in the meantime stays. */
  async function write(key: string, value: string, ttlMs: number, onlyNew = false): Promise<void> {
    const endsAtMs = performance.now() + ttlMs;
    await local.set(key, value, ttlMs);
    const told = await link.ask((redis) => (onlyNew ? redis.set(valueKey(key), value, 'PX', wholeMs(ttlMs), 'NX') : redis.set(valueKey(key), value, 'PX', wholeMs(ttlMs))));
    if (!told) missed.add(valueKey(key), { value, endsAtMs });
  }

  async function read(key: string): Promise<string | undefined> {
    const answer = await link.ask((redis) => redis.get(valueKey(key)));
    return answer ? (answer.value ?? undefined) : local.get(key);
  }

  async function readOrLoad(key: string, ttlMs: number, loader: () => Promise<string>, isNewest: () => boolean): Promise<string> {
    const kept = await read(key);
    if (kept !== undefined) return kept;
    const value = await loader();
    // A set or remove in the meantime knows better than a load that began before it.
    if (isNewest()) await write(key, value, ttlMs, true);
    return value;
  }

  function loadOnce(key: string, ttlMs: number, loader: () => Promise<string>): Promise<string> {
    const isNewest = (): boolean => loading.get(key) === running;
    const running: Promise<string> = readOrLoad(key, ttlMs, loader, isNewest).finally(() => {
      if (isNewest()) loading.delete(key);
    });
    loading.set(key, running);
    return running;
  }

  return {
    get: read,
    async set(key, value, ttlMs) {
      loading.delete(key);
      await write(key, value, ttlMs);
    },
    async remove(key) {
      loading.delete(key);
      await local.remove(key);
      if (await link.ask((redis) => redis.del(valueKey(key), countKey(key)))) return;
      missed.add(valueKey(key), 'removed');
      missed.add(countKey(key), 'removed');
    },
    load: (key, ttlMs, loader) => loading.get(key) ?? loadOnce(key, ttlMs, loader),
    async increment(key, windowMs) {
      // Counted here as well, so that a limit goes on from where it is when Redis goes away.
      const own = await local.increment(key, windowMs);
      const answer = await link.ask((redis) => redis.eval(countOne, 1, countKey(key), wholeMs(windowMs)));
      if (!Array.isArray(answer?.value)) return own;
      const [count, leftMs] = answer.value;
      return { count: Number(count), resetMs: Math.max(1, Number(leftMs)) };
    },
    ping: link.ping,
    async close() {
      loading.clear();
      link.close();
      await local.close();
    },
  };
}

/** How long a start waits to hear whether Redis takes its password. */
const firstAnswerMs = 1_000;
/** What Redis says to a user or a password that it does not know, or that may not do what is asked. */
const refusal = /\b(WRONGPASS|NOAUTH|NOPERM)\b/;

/** The same for a start: a Redis that is away is used once it is there. Throws StartRefused with one sentence when Redis refuses the user or the password of the URL. */
export async function openRedisCache(options: Omit<RedisCacheOptions, 'onFirst'>): Promise<Cache> {
  const first = Promise.withResolvers<unknown>();
  const cache = redisCache({ ...options, onFirst: first.resolve });
  const timer = setTimeout(first.resolve, firstAnswerMs);
  const error = await first.promise;
  clearTimeout(timer);
  if (!(error instanceof Error) || !refusal.test(error.message)) return cache;
  await cache.close();
  // Without the cause: the error of a refused sign-in carries the password among its arguments.
  throw new StartRefused(`Redis at ${new URL(options.url).host} does not take the user and the password of REDIS_URL.`);
}
