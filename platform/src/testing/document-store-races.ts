import { DuplicateKey } from '../errors.ts';
import type { Run } from './document-store-suite.ts';

const settled = (results: readonly PromiseSettledResult<unknown>[], status: 'fulfilled' | 'rejected'): number => results.filter((result) => result.status === status).length;

/** What holds when many write at once. */
export function races(run: Run): void {
  test(
    'when 300 insert the same unique key at once then one wins and the others get DuplicateKey',
    run(async (collection) => {
      const results = await Promise.allSettled(Array.from({ length: 300 }, (_, number) => collection.insert({ _id: `p${number}`, account: 'a', seq: 1 })));
      expect(settled(results, 'fulfilled')).toBe(1);
      expect(results.every((result) => result.status === 'fulfilled' || result.reason instanceof DuplicateKey)).toBe(true);
      expect(await collection.count({ limit: 1000 })).toBe(1);
    }),
  );
  test(
    'when 100 replace the same version at once then one wins',
    run(async (collection) => {
      await collection.insert({ _id: 'p', account: 'a', seq: 1, version: 1 });
      const won = await Promise.all(Array.from({ length: 100 }, (_, number) => collection.replace({ _id: 'p', account: 'a', seq: number, version: 2 }, { version: 1 })));
      expect(won.filter(Boolean)).toHaveLength(1);
      expect((await collection.get('p'))?.seq).toBe(won.indexOf(true));
    }),
  );
  test(
    'when many are inserted at once and some are there already then those alone are refused, and each is read as it was inserted',
    run(async (collection) => {
      for (const seq of [7, 70, 150]) await collection.insert({ _id: `old${seq}`, account: 'a', seq });
      const outcomes = await Promise.allSettled(Array.from({ length: 200 }, (_, seq) => collection.insert({ _id: `p${seq}`, account: 'a', seq })));
      const refused = outcomes.flatMap((outcome, seq) => (outcome.status === 'rejected' ? [seq] : []));
      expect(refused).toEqual([7, 70, 150]);
      for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(DuplicateKey);
      const read = await Promise.all(Array.from({ length: 400 }, (_, number) => collection.get(`p${number % 200}`)));
      expect(read.map((found) => found?.seq)).toEqual(Array.from({ length: 400 }, (_, number) => (refused.includes(number % 200) ? undefined : number % 200)));
      expect(read[3]).not.toBe(read[203]);
    }),
  );
  test(
    'when many set different fields at once then none is lost',
    run(async (collection) => {
      await collection.insert({ _id: 'p', account: 'a', seq: 1 });
      await Promise.all(Array.from({ length: 50 }, (_, number) => collection.update('p', { set: { [`bank.field${number}`]: number } })));
      expect(Object.keys((await collection.get('p'))?.bank ?? {})).toHaveLength(50);
    }),
  );
}
