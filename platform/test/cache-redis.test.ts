import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { redisCache } from '../src/cache/redis.ts';
import { StoreUnavailable } from '../src/errors.ts';
import type { Cache } from '../src/ports.ts';
import { cacheSuite } from '../src/testing/cache-suite.ts';
import { type OwnEngine, startOwnEngine, withEngine, withOwnEngine } from '../src/testing/engines.ts';
import { keptLog } from './support/kept-log.ts';

/** Waits until the cache is shared again. */
async function shared(cache: Cache, withinMs = 6_000): Promise<void> {
  const endMs = performance.now() + withinMs;
  for (;;) {
    const answers = await cache.ping().then(
      () => true,
      () => false,
    );
    if (answers) return;
    if (performance.now() > endMs) throw new Error('Redis did not answer in time.');
    await pause(20);
  }
}

async function opened(url: string, prefix: string) {
  const { log, lines } = keptLog();
  const cache = redisCache({ url, log, prefix });
  await shared(cache);
  return { cache, lines };
}

withEngine('Redis', 'REDIS_URL', (url) => {
  const prefix = `tradepost-test-${randomUUID()}:`;
  let one: Cache;
  let other: Cache;
  beforeAll(async () => {
    [{ cache: one }, { cache: other }] = await Promise.all([opened(url, prefix), opened(url, prefix)]);
  });
  afterAll(() => Promise.all([one.close(), other.close()]));

  cacheSuite('Redis', () => ({ cache: one, pass: (durationMs) => pause(durationMs) }));

  describe('When two processes share a Redis', () => {
    test('then each sees what the other set and removed', async () => {
      await one.set('shared', 'of one', 10_000);
      expect(await other.get('shared')).toBe('of one');
      expect(await other.load('shared', 10_000, async () => 'loaded anew')).toBe('of one');
      await other.remove('shared');
      expect(await one.get('shared')).toBeUndefined();
    });

    test('then they count together, each number once', async () => {
      const counts = await Promise.all(Array.from({ length: 40 }, (_, index) => (index % 2 ? one : other).increment('together', 10_000)));
      expect(counts.map(({ count }) => count).sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
      await one.remove('together');
      expect(await other.increment('together', 10_000)).toMatchObject({ count: 1 });
    });

    test('then a load keeps what another process has set in the meantime', async () => {
      await one.load('overtaken', 10_000, async () => {
        await other.set('overtaken', 'newer', 10_000);
        return 'older';
      });
      expect(await one.get('overtaken')).toBe('newer');
    });
  });
});

withOwnEngine('Redis', 'REDIS_URL', () => {
  let engine: OwnEngine;
  let url = '';
  beforeAll(async () => {
    engine = await startOwnEngine('redis');
    url = engine.environment.REDIS_URL ?? '';
  }, 60_000);
  afterAll(() => engine.stop(), 60_000);

  /** Does every call once, and gives the longest that one took. */
  async function everyCall(cache: Cache): Promise<number> {
    let longestMs = 0;
    const timed = async <T>(call: () => Promise<T>): Promise<T> => {
      const beganMs = performance.now();
      const answer = await call();
      longestMs = Math.max(longestMs, performance.now() - beganMs);
      return answer;
    };
    await timed(() => cache.set('kept', 'meanwhile', 60_000));
    expect(await timed(() => cache.get('kept'))).toBe('meanwhile');
    expect(await timed(() => cache.load('kept', 60_000, async () => 'loaded'))).toBe('meanwhile');
    expect(await timed(() => cache.load('fresh', 60_000, async () => 'loaded'))).toBe('loaded');
    await timed(() => cache.remove('gone'));
    expect(await timed(() => cache.get('gone'))).toBeUndefined();
    await timed(() => cache.increment('limit', 60_000));
    return longestMs;
  }

  describe.each([
    ['killed', 'kill', 'start-one'],
    ['frozen', 'freeze', 'thaw'],
  ] as const)('When Redis is %s', (name, fault, mend) => {
    test('then every call is served from memory in time, and what changed is told to Redis when it is back', async () => {
      const prefix = `${name}:`;
      const [{ cache, lines }, { cache: other }] = await Promise.all([opened(url, prefix), opened(url, prefix)]);
      try {
        for (const key of ['kept', 'gone']) await cache.set(key, 'before', 60_000);
        for (let count = 0; count < 5; count += 1) await cache.increment('limit', 60_000);
        await engine.act(fault);
        // The time limit of a command is 200 ms; the rest is room for a busy machine.
        expect(await everyCall(cache)).toBeLessThan(300);
        const all = await Promise.all(Array.from({ length: 20 }, () => everyCall(cache)));
        expect(Math.max(...all)).toBeLessThan(100);
        await expect(cache.ping()).rejects.toThrow(StoreUnavailable);
        // Counting goes on from where it was.
        expect((await cache.increment('limit', 60_000)).count).toBe(27);
        await engine.act(mend);
        await Promise.all([shared(cache), shared(other)]);
        expect(await other.get('kept')).toBe('meanwhile');
        expect(await other.get('gone')).toBeUndefined();
        expect(lines.filter((line) => line.includes('Redis does not answer'))).toHaveLength(1);
        expect(lines.filter((line) => line.includes('Redis answers again'))).toHaveLength(1);
      } finally {
        await Promise.all([cache.close(), other.close()]);
      }
    }, 60_000);
  });

  test('When the password is wrong, then calls are served from memory and the password stays out of the log', async () => {
    const { log, lines } = keptLog();
    const cache = redisCache({ url: url.replace('redis://', 'redis://nobody:canary@'), log });
    await pause(300);
    await everyCall(cache);
    await expect(cache.ping()).rejects.toThrow(StoreUnavailable);
    await cache.close();
    expect(lines).toHaveLength(1);
    expect(lines.join('')).not.toContain('canary');
  });
});
