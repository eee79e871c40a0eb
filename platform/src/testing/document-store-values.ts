// Where databases differ by themselves: missing paths beside null, the order of values, the signs of a prefix, large numbers.
import type { Collection, Query } from '../ports.ts';
import type { Paper, Run } from './document-store-suite.ts';

const idsOf = async (collection: Collection<Paper>, query: Partial<Query>): Promise<string[]> => (await collection.find({ limit: 99, ...query })).map(({ _id }) => _id);

/** Inserts one paper for each, numbered from 1. */
async function fill(collection: Collection<Paper>, papers: readonly Partial<Paper>[]): Promise<void> {
  for (const [index, paper] of papers.entries()) await collection.insert({ _id: `p${index + 1}`, account: 'a', seq: index + 1, ...paper });
}

function missing(run: Run): void {
  test(
    'when a path is null or missing then each condition takes both for the same',
    run(async (collection) => {
      await fill(collection, [{ amount: 5, title: 'x' }, { amount: null, settles: null }, { settles: null }, {}]);
      const found = (filter: Query['filter']) => idsOf(collection, { filter: filter ?? {}, sort: { _id: 1 } });
      expect(await found({ amount: null })).toEqual(['p2', 'p3', 'p4']);
      expect(await found({ amount: { exists: false } })).toEqual(['p2', 'p3', 'p4']);
      expect(await found({ amount: { exists: true } })).toEqual(['p1']);
      expect(await found({ amount: { in: [5, null] } })).toEqual(['p1', 'p2', 'p3', 'p4']);
      expect(await found({ settles: { exists: true } })).toEqual([]);
      expect(await found({ amount: { lte: null } })).toEqual([]);
      expect(await found({ amount: { lt: 9 } })).toEqual(['p1']);
      expect(await found({ amount: { in: [] } })).toEqual([]);
      expect(await found({ 'bank.sealed': null, title: 'x' })).toEqual(['p1']);
    }),
  );
  test(
    'when the first element of a list is compared then an empty list has none, and no element stands for another',
    run(async (collection) => {
      await fill(collection, [{ outbox: [{ id: 'e1' }, { id: 'e2' }] }, { outbox: [] }, {}]);
      const found = (filter: Query['filter']) => idsOf(collection, { filter: filter ?? {}, sort: { _id: 1 } });
      expect(await found({ 'outbox.0.id': null })).toEqual(['p2', 'p3']);
      expect(await found({ 'outbox.0.id': 'e1' })).toEqual(['p1']);
      expect(await found({ 'outbox.0.id': 'e2' })).toEqual([]);
      expect(await found({ 'outbox.0.id': { in: ['e9', null] } })).toEqual(['p2', 'p3']);
      const emptied: Paper = { _id: 'p1', account: 'a', seq: 1, outbox: [] };
      expect(await collection.replace(emptied, { 'outbox.0.id': null })).toBe(false);
      expect(await collection.replace(emptied, { 'outbox.0.id': 'e1' })).toBe(true);
      expect(await collection.replace(emptied, { 'outbox.0.id': null })).toBe(true);
    }),
  );
  test(
    'when a change says nothing then it tells whether the condition holds',
    run(async (collection) => {
      await fill(collection, [{ version: 1 }]);
      expect(await collection.update('p1', {}, { version: 1 })).toBe(true);
      expect(await collection.update('p1', {}, { version: 2 })).toBe(false);
    }),
  );
}

function order(run: Run): void {
  test(
    'when values are sorted then missing ones are the least, numbers stand by size and texts by their code points',
    run(async (collection) => {
      await fill(collection, [{ amount: 10 }, { amount: 9.5 }, { amount: -1 }, { amount: null }, {}, { amount: 8_000_000_000 }]);
      expect(await idsOf(collection, { sort: { amount: 1, _id: 1 } })).toEqual(['p4', 'p5', 'p3', 'p2', 'p1', 'p6']);
      expect(await idsOf(collection, { sort: { amount: -1, _id: -1 } })).toEqual(['p6', 'p1', 'p2', 'p3', 'p5', 'p4']);
      // As UTF-16 the last two would change places.
      const titles = ['B', 'a', 'a b', 'ab', 'z', 'é', 'अ', '\uFFFD', '😀'];
      for (const [index, title] of titles.toReversed().entries()) await collection.insert({ _id: `t${index}`, account: 't', seq: index, title });
      const sorted = await collection.find({ filter: { account: 't' }, sort: { title: 1 }, limit: 99 });
      expect(sorted.map(({ title }) => title)).toEqual(titles);
      expect(await idsOf(collection, { filter: { account: 't', title: { gt: 'z', lt: '\uFFFD' } }, sort: { title: 1 } })).toEqual(['t3', 't2']);
    }),
  );
  test(
    'when numbers are large then they come back as they were and compare exactly',
    run(async (collection) => {
      const amounts = [2_147_483_647, 2_147_483_648, -2_147_483_649, 10_000_000_000_000, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER - 1, 0.1, 1e300];
      await fill(
        collection,
        amounts.map((amount) => ({ amount })),
      );
      for (const [index, amount] of amounts.entries()) {
        expect((await collection.get(`p${index + 1}`))?.amount).toBe(amount);
        expect(await idsOf(collection, { filter: { amount } })).toEqual([`p${index + 1}`]);
      }
      await collection.update('p1', { set: { amount: 9_007_199_254_740_000 } });
      expect((await collection.get('p1'))?.amount).toBe(9_007_199_254_740_000);
    }),
  );
}

function prefixes(run: Run): void {
  test(
    'when a prefix holds signs of patterns, nothing or characters of any kind then it means itself',
    run(async (collection) => {
      const words = ['a.b', 'axb', 'a\\d', 'a1', '^a', '$a', '(a|b)', '[a]', 'a*', 'a\n1', '\\Qa\\E', 'a\u0000b', '😀x', 'É'];
      await fill(
        collection,
        words.map((word) => ({ words: ['zz', word], title: word })),
      );
      for (const [index, word] of words.entries()) {
        expect(await idsOf(collection, { filter: { words: { prefix: word } } })).toEqual([`p${index + 1}`]);
        expect(await idsOf(collection, { filter: { title: { prefix: word } } })).toEqual([`p${index + 1}`]);
      }
      expect(await idsOf(collection, { filter: { words: { prefix: 'a.' } } })).toEqual(['p1']);
      expect(await idsOf(collection, { filter: { words: { prefix: 'A' } } })).toEqual([]);
      expect(await collection.count({ filter: { words: { prefix: '' } }, limit: 99 })).toBe(words.length);
      expect(await collection.count({ filter: { _id: { prefix: 'p1' } }, limit: 99 })).toBe(6);
    }),
  );
  test(
    'when a list without an index is searched then one element alone must begin so',
    run(async (collection) => {
      await fill(collection, [{ bank: { sealed: 'mumbai' } }]);
      await collection.update('p1', { set: { tags: ['ab', 'zz'] } });
      expect(await idsOf(collection, { filter: { tags: { prefix: 'zz' } } })).toEqual(['p1']);
      expect(await idsOf(collection, { filter: { tags: { prefix: 'm' } } })).toEqual([]);
      expect(await idsOf(collection, { filter: { 'bank.sealed': { prefix: 'mum' } } })).toEqual(['p1']);
    }),
  );
}

/** Part of the suite of document stores: what values mean in conditions and orders. */
export function comparing(run: Run): void {
  missing(run);
  order(run);
  prefixes(run);
}
