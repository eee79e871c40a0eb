import type { Cache } from '../ports.ts';

export interface CacheUnderTest {
  readonly cache: Cache;
  /** Lets this much time pass, by a clock of the test or by waiting. */
  pass(durationMs: number): Promise<void>;
}

function held<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<T>((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  return { promise, resolve, reject };
}

/** What every Cache does. `subject` gives the cache of the running test; all tests may share it, so each uses keys of its own. */
export function cacheSuite(name: string, subject: () => CacheUnderTest): void {
  const cache = () => subject().cache;

  describe(`${name}: cache contract`, () => {
    test('keeps a value until it expires', async () => {
      expect(await cache().get('expiry')).toBeUndefined();
      await cache().set('expiry', 'one', 2_000);
      expect(await cache().get('expiry')).toBe('one');
      await subject().pass(1_000);
      expect(await cache().get('expiry')).toBe('one');
      await subject().pass(1_500);
      expect(await cache().get('expiry')).toBeUndefined();
    });

    test('replaces and removes, and keeps an empty text', async () => {
      await cache().set('change', 'one', 60_000);
      await cache().set('change', '', 60_000);
      expect(await cache().get('change')).toBe('');
      await cache().remove('change');
      await cache().remove('change');
      expect(await cache().get('change')).toBeUndefined();
    });

    test('loads once for all who ask at the same time, then answers from memory', async () => {
      let loads = 0;
      const loader = async () => {
        loads++;
        await new Promise((resolve) => setTimeout(resolve, 20));
        return `value ${loads}`;
      };
      const answers = await Promise.all(Array.from({ length: 50 }, () => cache().load('load', 2_000, loader)));
      expect(new Set(answers)).toEqual(new Set(['value 1']));
      expect(await cache().load('load', 2_000, loader)).toBe('value 1');
      await subject().pass(2_500);
      expect(await cache().load('load', 2_000, loader)).toBe('value 2');
    });

    test('tells all who wait of a failed load, and loads again', async () => {
      let loads = 0;
      const fails = async () => {
        loads++;
        await new Promise((resolve) => setTimeout(resolve, 20));
        throw new Error('The source is away.');
      };
      const answers = await Promise.allSettled(Array.from({ length: 5 }, () => cache().load('fails', 60_000, fails)));
      expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 5 }, () => 'rejected'));
      expect(loads).toBe(1);
      expect(await cache().load('fails', 60_000, async () => 'back')).toBe('back');
    });

    test('does not keep a load that began before the key was removed or set', async () => {
      const removed = held<string>();
      const first = cache().load('stale-removed', 60_000, () => removed.promise);
      await cache().remove('stale-removed');
      removed.resolve('old');
      expect(await first).toBe('old');
      expect(await cache().get('stale-removed')).toBeUndefined();

      const overtaken = held<string>();
      const second = cache().load('stale-set', 60_000, () => overtaken.promise);
      await cache().set('stale-set', 'new', 60_000);
      overtaken.resolve('old');
      await second;
      expect(await cache().get('stale-set')).toBe('new');
    });

    test('counts within a window and starts again after it', async () => {
      const counts = await Promise.all(Array.from({ length: 20 }, () => cache().increment('count', 2_000)));
      expect(counts.map(({ count }) => count).sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
      for (const { resetMs } of counts) {
        expect(resetMs).toBeGreaterThan(0);
        expect(resetMs).toBeLessThanOrEqual(2_000);
      }
      await subject().pass(1_000);
      const later = await cache().increment('count', 2_000);
      expect(later.count).toBe(21);
      expect(later.resetMs).toBeLessThanOrEqual(1_000);
      await subject().pass(1_500);
      expect(await cache().increment('count', 2_000)).toMatchObject({ count: 1 });
    });
  });
}
