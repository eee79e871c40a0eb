import { memoryCache } from '../src/cache/memory.ts';
import { cacheSuite } from '../src/testing/cache-suite.ts';

let nowMs = 1_000;
const clock = { now: () => nowMs };
const cache = memoryCache({ clock });

cacheSuite('memory', () => ({
  cache,
  pass: async (durationMs) => {
    nowMs += durationMs;
  },
}));

describe('memory cache', () => {
  test('full, drops what was used longest ago', async () => {
    const small = memoryCache({ maximumEntries: 3, clock });
    for (const key of ['a', 'b', 'c']) await small.set(key, key, 60_000);
    await small.get('a');
    await small.set('d', 'd', 60_000);
    const found = await Promise.all(['a', 'b', 'c', 'd'].map((key) => small.get(key)));
    expect(found).toEqual(['a', undefined, 'c', 'd']);
    for (const key of ['a', 'b', 'c', 'd']) await small.increment(key, 60_000);
    expect(await small.increment('a', 60_000)).toMatchObject({ count: 1 });
    expect(await small.increment('d', 60_000)).toMatchObject({ count: 2 });
  });

  test('forgets all when closed', async () => {
    const closing = memoryCache({ clock });
    await closing.set('a', 'a', 60_000);
    await closing.close();
    expect(await closing.get('a')).toBeUndefined();
  });
});
