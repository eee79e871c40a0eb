import { DuplicateKey } from '../errors.ts';
import type { Collection, CollectionDefinition, DocumentStore, Filter } from '../ports.ts';
import { races } from './document-store-races.ts';
import { comparing } from './document-store-values.ts';

/** Somewhere to keep documents: opened as often as a test likes, always with the same content. */
export interface DocumentPlace {
  /** A store that is not open yet. */
  store(): DocumentStore;
  /** Removes the content. All stores are closed. */
  remove(): Promise<void>;
}

export interface Paper {
  readonly _id: string;
  readonly account: string;
  readonly seq: number;
  readonly version?: number;
  readonly amount?: number | null;
  readonly unsent?: number;
  readonly settles?: string | null;
  readonly words?: readonly string[];
  readonly title?: string;
  readonly urgent?: boolean;
  readonly outbox?: readonly { readonly id: string; readonly urgent?: boolean }[];
  readonly bank?: { readonly sealed: string };
}

const papers: CollectionDefinition = {
  name: 'papers',
  markers: ['unsent'],
  indexes: [
    { name: 'account_seq', keys: { account: 1, seq: 1 }, unique: true },
    { name: 'settles', keys: { settles: 1 }, unique: true, where: { settles: { exists: true } } },
    { name: 'unsent', keys: { seq: 1, _id: 1 }, where: { unsent: 0 } },
    { name: 'outbox', keys: { 'outbox.0.id': 1 }, where: { 'outbox.0.id': { exists: true } } },
    { name: 'title', keys: { title: 1 } },
    { name: 'words', keys: { words: 1 }, eachElement: true },
    { name: 'amount', keys: { amount: 1, _id: 1 } },
  ],
};

const ids = (found: readonly Paper[]): string[] => found.map((paper) => paper._id);

export type Run = (work: (collection: Collection<Paper>, place: DocumentPlace) => Promise<void>) => () => Promise<void>;

/** Opens a fresh place for one test and removes it afterwards. */
function runner(create: () => Promise<DocumentPlace>): Run {
  return (work) => async () => {
    const place = await create();
    const store = place.store();
    const collection = store.collection<Paper>(papers);
    try {
      await store.open();
      await store.ping();
      await work(collection, place);
    } finally {
      await store.close();
      await place.remove();
    }
  };
}

function writing(run: Run): void {
  test(
    'when a document is inserted then it is read back as it was',
    run(async (collection) => {
      const paper: Paper = { _id: 'p1', account: 'a', seq: 1, urgent: true, title: 'Ünï "quoted" \u0000', outbox: [{ id: 'e', urgent: false }], settles: null };
      await collection.insert(paper);
      expect(await collection.get('p1')).toEqual(paper);
      expect(await collection.get('p2')).toBeUndefined();
    }),
  );
  test(
    'when an id or a unique key is taken then DuplicateKey is thrown and nothing changes',
    run(async (collection) => {
      await collection.insert({ _id: 'p1', account: 'a', seq: 1 });
      await expect(collection.insert({ _id: 'p1', account: 'b', seq: 1 })).rejects.toBeInstanceOf(DuplicateKey);
      await expect(collection.insert({ _id: 'p2', account: 'a', seq: 1 })).rejects.toBeInstanceOf(DuplicateKey);
      await collection.insert({ _id: 'p3', account: 'a', seq: 3 });
      await expect(collection.replace({ _id: 'p3', account: 'a', seq: 1 }, {})).rejects.toBeInstanceOf(DuplicateKey);
      expect(await collection.find({ sort: { _id: 1 }, limit: 9 })).toEqual([
        { _id: 'p1', account: 'a', seq: 1 },
        { _id: 'p3', account: 'a', seq: 3 },
      ]);
    }),
  );
  test(
    'when a unique partial index does not hold a document then its key may be missing many times',
    run(async (collection) => {
      await collection.insert({ _id: 'p1', account: 'a', seq: 1 });
      await collection.insert({ _id: 'p2', account: 'a', seq: 2 });
      await collection.insert({ _id: 'p3', account: 'a', seq: 3, settles: 'p1' });
      await expect(collection.insert({ _id: 'p4', account: 'a', seq: 4, settles: 'p1' })).rejects.toBeInstanceOf(DuplicateKey);
    }),
  );
  test(
    'when a marker is set and unset then the document has it meanwhile, in every answer and every condition',
    run(async (collection) => {
      const marked = { _id: 'p1', account: 'a', seq: 1, unsent: 0, title: 'one' };
      const { unsent: _unsent, ...bare } = marked;
      const waiting = () => collection.find({ filter: { unsent: 0 }, sort: { seq: 1, _id: 1 }, limit: 9 });
      await collection.insert(marked);
      await collection.insert({ ...bare, _id: 'p2', seq: 2 });
      expect(await collection.get('p1')).toEqual(marked);
      expect(await waiting()).toEqual([marked]);
      expect(await collection.update('p1', { unset: ['unsent'] }, { unsent: 0 })).toBe(true);
      expect(await collection.update('p1', { unset: ['unsent'] }, { unsent: 0 })).toBe(false);
      expect(await collection.get('p1')).toEqual(bare);
      expect(await waiting()).toEqual([]);
      expect(await collection.count({ filter: { unsent: { exists: false } }, limit: 9 })).toBe(2);
      expect(await collection.update('p1', { set: { unsent: 0, title: 'two' } })).toBe(true);
      expect(await waiting()).toEqual([{ ...marked, title: 'two' }]);
      expect(await collection.replace({ ...bare, title: 'three' }, { unsent: 0 })).toBe(true);
      expect(await collection.get('p1')).toEqual({ ...bare, title: 'three' });
      expect(await collection.replace({ ...marked, unsent: 7 }, { unsent: { exists: false } })).toBe(true);
      expect((await collection.get('p1'))?.unsent).toBe(7);
    }),
  );
  test(
    'when a change matches then fields are set, unset and pulled in one step',
    run(async (collection) => {
      const outbox = [{ id: 'e1', urgent: true }, { id: 'e2', urgent: false }, { id: 'e3' }];
      await collection.insert({ _id: 'p1', account: 'a', seq: 1, version: 1, title: 'old', outbox });
      const change = { set: { 'bank.sealed': 's', urgent: true, version: 2 }, unset: ['title'], pull: { path: 'outbox', ids: ['e1', 'e3', 'e9'] } };
      expect(await collection.update('p1', change, { version: 1 })).toBe(true);
      expect(await collection.update('p1', change, { version: 1 })).toBe(false);
      expect(await collection.update('p9', change)).toBe(false);
      expect(await collection.get('p1')).toEqual({ _id: 'p1', account: 'a', seq: 1, version: 2, urgent: true, outbox: [{ id: 'e2', urgent: false }], bank: { sealed: 's' } });
      expect(await collection.update('p1', { pull: { path: 'words', ids: ['x'] }, unset: ['nothing'] })).toBe(true);
      expect((await collection.get('p1'))?.words).toBeUndefined();
      expect(await collection.update('p1', { set: { 'outbox.0.urgent': true } })).toBe(true);
      expect((await collection.get('p1'))?.outbox).toEqual([{ id: 'e2', urgent: true }]);
    }),
  );
  test(
    'when several documents get the same change then those that are there have it, and nothing else changes',
    run(async (collection) => {
      for (const seq of [1, 2, 3]) await collection.insert({ _id: `p${seq}`, account: 'a', seq, unsent: 0, version: 1 });
      expect(await collection.updateAll(['p1', 'p3', 'p9', 'p1'], { set: { version: 2 }, unset: ['unsent'] })).toBe(2);
      expect(await collection.find({ sort: { seq: 1, _id: 1 }, limit: 9 })).toEqual([
        { _id: 'p1', account: 'a', seq: 1, version: 2 },
        { _id: 'p2', account: 'a', seq: 2, unsent: 0, version: 1 },
        { _id: 'p3', account: 'a', seq: 3, version: 2 },
      ]);
      expect(await collection.updateAll([], { set: { version: 3 } })).toBe(0);
      expect(await collection.updateAll(['p1'], {})).toBe(1);
      await expect(
        collection.updateAll(
          Array.from({ length: 1001 }, (_, number) => `p${number}`),
          { set: { version: 3 } },
        ),
      ).rejects.toThrow(RangeError);
    }),
  );
  test(
    'when changes are made unheard then each is in its document where one of its conditions holds, and nowhere else',
    run(async (collection) => {
      for (const seq of [1, 2, 3]) await collection.insert({ _id: `p${seq}`, account: 'a', seq, unsent: 0, version: seq });
      const older = (version: number): Filter[] => [{ version: { lt: version } }, { account: 'b' }];
      await Promise.all([
        collection.apply('p1', { set: { version: 2 }, unset: ['unsent'] }, older(2)),
        collection.apply('p2', { set: { version: 2, title: 'not older' } }, older(2)),
        collection.apply('p3', { set: { title: 'unconditional' } }, [{}]),
        collection.apply('p3', { set: { version: 9 } }, []),
        collection.apply('p9', { set: { version: 9 } }, [{}]),
        ...Array.from({ length: 80 }, (_, number) => collection.apply('p1', { set: { title: `newest of ${number}` } }, [{ seq: number }])),
      ]);
      expect(await collection.find({ sort: { seq: 1, _id: 1 }, limit: 9 })).toEqual([
        { _id: 'p1', account: 'a', seq: 1, version: 2, title: 'newest of 1' },
        { _id: 'p2', account: 'a', seq: 2, unsent: 0, version: 2 },
        { _id: 'p3', account: 'a', seq: 3, unsent: 0, version: 3, title: 'unconditional' },
      ]);
    }),
  );
  test(
    'when a document is removed then it is gone, and only where the condition holds',
    run(async (collection) => {
      await collection.insert({ _id: 'p1', account: 'a', seq: 1, words: ['word'] });
      expect(await collection.remove('p1', { seq: 2 })).toBe(false);
      expect(await collection.remove('p1', { seq: 1 })).toBe(true);
      expect(await collection.remove('p1')).toBe(false);
      expect(await collection.count({ filter: { words: { prefix: 'wo' } }, limit: 9 })).toBe(0);
    }),
  );
}

function reading(run: Run): void {
  test(
    'when documents are asked by each kind of condition then those that match are found',
    run(async (collection) => {
      for (let seq = 1; seq <= 5; seq += 1) await collection.insert({ _id: `p${seq}`, account: seq % 2 === 0 ? 'even' : 'odd', seq, ...(seq > 3 ? { title: `t${seq}` } : {}) });
      await collection.insert({ _id: 'p6', account: 'even', seq: 6, settles: null, urgent: false });
      const found = async (filter: Parameters<typeof collection.count>[0]['filter']): Promise<string[]> =>
        ids(await collection.find({ filter: filter ?? {}, sort: { _id: 1 }, limit: 9 }));
      expect(await found({ account: 'odd' })).toEqual(['p1', 'p3', 'p5']);
      expect(await found({ seq: { in: [2, 5, 7] } })).toEqual(['p2', 'p5']);
      expect(await found({ seq: { gt: 1, lte: 3 } })).toEqual(['p2', 'p3']);
      expect(await found({ seq: { gte: 2, lt: 3 }, account: 'even' })).toEqual(['p2']);
      expect(await found({ title: { exists: true } })).toEqual(['p4', 'p5']);
      expect(await found({ title: { exists: false }, account: 'odd' })).toEqual(['p1', 'p3']);
      expect(await found({ settles: null, seq: 6 })).toEqual(['p6']);
      expect(await found({ title: { in: ['t4', null] }, account: 'even' })).toEqual(['p2', 'p4', 'p6']);
      expect(await found({ urgent: false })).toEqual(['p6']);
      expect(await found({ seq: '1' })).toEqual([]);
      expect(await found({ _id: 'p3' })).toEqual(['p3']);
      expect(await collection.count({ filter: { account: 'odd' }, limit: 2 })).toBe(2);
    }),
  );
  test(
    'when a condition mixes kinds then it is refused, so that no half of it is lost',
    run(async (collection) => {
      await expect(collection.find({ filter: { seq: { exists: true, gte: 2 } }, limit: 9 })).rejects.toBeInstanceOf(RangeError);
      await expect(collection.count({ filter: { seq: { in: [1], lt: 2 } }, limit: 9 })).rejects.toBeInstanceOf(RangeError);
    }),
  );
  test(
    'when pages are asked behind the last document then equal sort values are neither lost nor doubled',
    run(async (collection) => {
      for (let number = 10; number < 35; number += 1) await collection.insert({ _id: `p${number}`, account: `a${number}`, seq: Math.floor(number / 7) });
      for (const direction of [1, -1] as const) {
        const seen: string[] = [];
        let after: (string | number)[] | undefined;
        for (;;) {
          const page = await collection.find({ sort: { seq: direction, _id: direction }, limit: 4, ...(after === undefined ? {} : { after }) });
          seen.push(...ids(page));
          const last = page.at(-1);
          if (last === undefined) break;
          after = [last.seq, last._id];
        }
        const expected = Array.from({ length: 25 }, (_, number) => `p${number + 10}`);
        expect(seen).toEqual(direction === 1 ? expected : expected.toReversed());
      }
    }),
  );
  test(
    'when documents leave a partial index then its query finds the rest in order',
    run(async (collection) => {
      for (let seq = 1; seq <= 4; seq += 1) await collection.insert({ _id: `p${seq}`, account: 'a', seq, unsent: 0 });
      await collection.update('p2', { unset: ['unsent'] });
      await collection.update('p3', { set: { unsent: 1 } });
      expect(ids(await collection.find({ filter: { unsent: 0 }, sort: { seq: 1, _id: 1 }, limit: 9 }))).toEqual(['p1', 'p4']);
      await collection.insert({ _id: 'p5', account: 'a', seq: 5, outbox: [{ id: 'e5' }] });
      await collection.insert({ _id: 'p6', account: 'a', seq: 6, outbox: [] });
      expect(ids(await collection.find({ filter: { 'outbox.0.id': { exists: true } }, limit: 9 }))).toEqual(['p5']);
    }),
  );
  test(
    'when a prefix is looked for then texts and elements of lists are found, and signs of patterns mean themselves',
    run(async (collection) => {
      await collection.insert({ _id: 'p1', account: 'a', seq: 1, title: '50%_off', words: ['asha', 'mumbai', 'ash'] });
      await collection.insert({ _id: 'p2', account: 'a', seq: 2, title: '50 off', words: ['ashok', "o'neil"] });
      await collection.insert({ _id: 'p3', account: 'a', seq: 3, title: '.*', words: [] });
      const found = async (...prefixes: string[]): Promise<string[]> =>
        ids(await collection.find({ all: prefixes.map((prefix) => ({ words: { prefix } })), sort: { _id: 1 }, limit: 9 }));
      expect(await found('ash')).toEqual(['p1', 'p2']);
      expect(await found('ash', 'mum')).toEqual(['p1']);
      expect(await found("o'")).toEqual(['p2']);
      expect(await found('%')).toEqual([]);
      expect(ids(await collection.find({ filter: { title: { prefix: '50%' } }, limit: 9 }))).toEqual(['p1']);
      expect(ids(await collection.find({ filter: { title: { prefix: '.' } }, limit: 9 }))).toEqual(['p3']);
      await collection.update('p1', { set: { words: ['delhi'] } });
      expect(await found('ash')).toEqual(['p2']);
      expect(await found('del')).toEqual(['p1']);
      await collection.replace({ _id: 'p2', account: 'a', seq: 2, words: ['ravi'] }, { seq: 99 });
      expect(await found('ravi')).toEqual([]);
    }),
  );
  test(
    'when a store is opened again then everything is there',
    run(async (collection, place) => {
      await collection.insert({ _id: 'p1', account: 'a', seq: 1, words: ['asha'] });
      const again = place.store();
      const second = again.collection<Paper>(papers);
      await again.open();
      try {
        expect(ids(await second.find({ filter: { words: { prefix: 'as' } }, limit: 9 }))).toEqual(['p1']);
        await expect(second.insert({ _id: 'p2', account: 'a', seq: 1 })).rejects.toBeInstanceOf(DuplicateKey);
      } finally {
        await again.close();
      }
    }),
  );
}

/** What every document store must do. `create` gives an empty place for each test. Call it in a test file. */
export function documentStoreSuite(name: string, create: () => Promise<DocumentPlace>): void {
  describe(`document store: ${name}`, () => {
    const run = runner(create);
    describe('writing', () => writing(run));
    describe('races', () => races(run));
    describe('reading', () => reading(run));
    describe('comparing', () => comparing(run));
  });
}
