import { openMongoDocuments, openMongoDocumentsForReading } from '../src/documents/mongo.ts';
import { type Body, countFilter, findFilter } from '../src/documents/mongo-query.ts';
import { StartRefused, StoreUnavailable } from '../src/errors.ts';
import type { Collection, CollectionDefinition, Query, Stored } from '../src/ports.ts';
import { documentStoreSuite } from '../src/testing/document-store-suite.ts';
import { withEngine } from '../src/testing/engines.ts';
import { dropDatabase, inDatabase, newDatabase, stagesOf } from './support/mongo.ts';

interface Entry extends Stored {
  readonly a: string;
  readonly s: number;
  readonly at?: number;
  readonly settles?: string;
  readonly pub?: number;
  readonly kind?: string;
  readonly email?: string;
  readonly words?: readonly string[];
  readonly amount?: number;
}

const entries: CollectionDefinition = {
  name: 'entries',
  indexes: [
    { name: 'a_s', keys: { a: 1, s: 1 }, unique: true },
    { name: 'at', keys: { at: -1, _id: -1 } },
    { name: 'settles', keys: { a: 1, settles: 1 }, unique: true, where: { settles: { exists: true } } },
    { name: 'pub', keys: { at: 1, s: 1 }, where: { pub: 0, kind: "o'b" } },
    { name: 'outbox', keys: { 'outbox.0.id': 1 }, where: { 'outbox.0.id': { exists: true } } },
    { name: 'email', keys: { email: 1 } },
    { name: 'words', keys: { words: 1 }, eachElement: true },
  ],
};

const nothing = async (): Promise<void> => undefined;

test('when nothing listens there then the start is refused with one sentence within 5 s, and no password in it', async () => {
  const store = openMongoDocuments({ uri: 'mongodb://somebody:secret@127.0.0.1:1/?replicaSet=rs0', database: 'test' });
  const startMs = Date.now();
  const refusal: unknown = await store.open().catch((error: unknown) => error);
  expect(Date.now() - startMs).toBeLessThan(5_000);
  expect(refusal).toBeInstanceOf(StartRefused);
  expect(String(refusal)).toMatch(/^StartRefused: MongoDB at 127\.0\.0\.1:1 does not answer, or has no primary \(connect ECONNREFUSED 127\.0\.0\.1:1\)\.$/);
  await expect(store.ping()).rejects.toBeInstanceOf(StoreUnavailable);
  await store.close();
});

test('when the address is none that the driver understands then the start is refused with one sentence, and no password in it', async () => {
  for (const uri of ['mongodb://somebody:sec@ret@127.0.0.1/', 'mongodb://127.0.0.1/?nothing=secret', 'secret']) {
    const refusal: unknown = await openMongoDocuments({ uri, database: 'test' })
      .open()
      .catch((error: unknown) => error);
    expect(String(refusal)).toBe('StartRefused: MONGODB_URI is no connection string that the driver of MongoDB understands.');
  }
});

withEngine('MongoDB', 'MONGODB_URI', (uri) => {
  const databases: string[] = [];
  const fresh = (): string => {
    const name = newDatabase();
    databases.push(name);
    return name;
  };
  afterAll(async () => {
    for (const name of databases) await dropDatabase(uri, name);
  });

  async function withStore(database: string, work: (collection: Collection<Entry>) => Promise<void>, definition = entries, schemaVersion?: number): Promise<void> {
    const store = openMongoDocuments({ uri, database, ...(schemaVersion === undefined ? {} : { schemaVersion }) });
    const collection = store.collection<Entry>(definition);
    try {
      await store.open();
      await work(collection);
    } finally {
      await store.close();
    }
  }

  documentStoreSuite('mongo', async () => {
    const database = newDatabase();
    return { store: () => openMongoDocuments({ uri, database }), remove: () => dropDatabase(uri, database).then(() => undefined) };
  });

  describe('mongo: query plans', () => {
    const database = fresh();
    beforeAll(() =>
      withStore(database, async (collection) => {
        const several = Array.from({ length: 400 }, (_, number) => number);
        await Promise.all(
          several.map((number) =>
            collection.insert({
              _id: `p${number}`,
              a: `a${number % 7}`,
              s: number,
              at: number,
              email: `e${number}`,
              words: ['everybody', `w${number}`],
              ...(number % 9 === 0 ? { settles: `p${number - 1}` } : {}),
              ...(number % 5 === 0 ? { pub: 0, kind: "o'b" } : {}),
            }),
          ),
        );
      }),
    );
    test.each<[string, Query, string]>([
      ['newest entry of an account', { filter: { a: 'a1' }, sort: { s: -1 }, limit: 1 }, 'IXSCAN a_s'],
      ['page of an account', { filter: { a: 'a1' }, sort: { s: -1 }, after: [50], limit: 50 }, 'IXSCAN a_s'],
      ['page by time and id', { sort: { at: -1, _id: -1 }, after: [50, 'x'], limit: 50 }, 'IXSCAN at'],
      ['partial index by values', { filter: { pub: 0, kind: "o'b" }, sort: { at: 1, s: 1 }, limit: 50 }, 'IXSCAN pub'],
      ['partial index by presence', { filter: { a: 'a2', settles: 'p8' }, limit: 1 }, 'IXSCAN settles'],
      ['oldest of those with something in their list', { filter: { 'outbox.0.id': { exists: true } }, sort: { 'outbox.0.id': 1 }, limit: 9 }, 'IXSCAN outbox'],
      ['prefix of a text', { filter: { email: { prefix: 'e1' } }, limit: 9 }, 'IXSCAN email'],
      ['prefix of an element', { filter: { words: { prefix: 'w1' } }, limit: 9 }, 'IXSCAN words'],
      ['prefixes of two elements', { all: [{ words: { prefix: 'every' } }, { words: { prefix: 'w39' } }], limit: 9 }, 'IXSCAN words'],
      ['one of many', { filter: { email: { in: ['x', 'y'] } }, limit: 9 }, 'IXSCAN email'],
      ['what a partial index holds, in no order,', { filter: { pub: 0, kind: "o'b", s: { gt: 3 } }, limit: 9 }, 'IXSCAN pub'],
      ['by id', { filter: { _id: 'p1' }, limit: 1 }, 'IXSCAN _id_'],
    ])('when the %s is asked then the index serves it without a sort', async (_name, query, expected) => {
      const { filter, options } = findFilter(entries, query);
      const explained = await inDatabase(uri, database, (beside) =>
        beside
          .collection<Body>('entries')
          .find(filter, { ...options, limit: query.limit })
          .explain(),
      );
      const stages = stagesOf(explained);
      expect(stages).toContain(expected);
      expect(stages).not.toContain('SORT');
      expect(stages).not.toContain('COLLSCAN');
    });
    test('when what a partial index holds is counted then the index is read and not the collection', async () => {
      const { filter, options } = countFilter(entries, { filter: { pub: 0, kind: "o'b" } });
      const explained = await inDatabase(uri, database, (beside) => beside.collection<Body>('entries').find(filter, options).explain());
      expect(stagesOf(explained)).toContain('IXSCAN pub');
      await withStore(database, async (collection) => expect(await collection.count({ filter: { pub: 0, kind: "o'b" }, limit: 999 })).toBe(80));
    });
    test('when names or paths could break out of the query then they are refused', () => {
      expect(() => findFilter(entries, { filter: { $where: 'sleep(1000)' }, limit: 1 })).toThrow(RangeError);
      expect(() => findFilter(entries, { filter: { 'a.$ne': 1 }, limit: 1 })).toThrow(RangeError);
      expect(() => findFilter(entries, { filter: JSON.parse('{"a":{"$ne":1}}'), limit: 1 })).toThrow(RangeError);
      expect(() => findFilter(entries, { limit: 1001 })).toThrow(RangeError);
      expect(() => openMongoDocuments({ uri, database: 'a/b' })).toThrow(RangeError);
      expect(() => openMongoDocuments({ uri, database: 'a' }).collection({ name: 'guards', indexes: [] })).toThrow(RangeError);
    });
  });

  describe('mongo: opening', () => {
    test('when an index was dropped then it is built again', async () => {
      const database = fresh();
      await withStore(database, (collection) => collection.insert({ _id: 'p1', a: 'x', s: 1 }));
      await inDatabase(uri, database, (beside) => beside.collection('entries').dropIndex('words'));
      await withStore(database, nothing);
      const names = await inDatabase(uri, database, (beside) => beside.collection('entries').listIndexes().toArray());
      expect(names.map(({ name }) => name).sort()).toEqual(['_id_', 'a_s', 'at', 'email', 'outbox', 'pub', 'settles', 'words']);
    });
    test.each(['a_s', 'settles'])('when the unique index %s was dropped then the start is refused with its name, also when nothing is doubled yet', async (name) => {
      const database = fresh();
      await withStore(database, (collection) => collection.insert({ _id: 'p1', a: 'x', s: 1 }));
      await inDatabase(uri, database, (beside) => beside.collection('entries').dropIndex(name));
      for (const _time of [1, 2]) await expect(withStore(database, nothing)).rejects.toThrow(`The unique index "${name}" of the collection "entries" was dropped`);
    });
    test('when documents break a unique index that is new then the start is refused with its name', async () => {
      const database = fresh();
      const before = { ...entries, indexes: entries.indexes.filter(({ name }) => name !== 'a_s') };
      await withStore(
        database,
        async (collection) => {
          await collection.insert({ _id: 'p1', a: 'x', s: 1 });
          await collection.insert({ _id: 'p2', a: 'x', s: 1 });
        },
        before,
      );
      await expect(withStore(database, nothing)).rejects.toThrow('The unique index "a_s" of the collection "entries" cannot be built: two documents have the same key.');
    });
    test('when an index differs or an unknown unique one is there then the start is refused with its name', async () => {
      const database = fresh();
      await withStore(database, nothing);
      const weaker = { ...entries, indexes: entries.indexes.map((index) => (index.name === 'a_s' ? { ...index, unique: false } : index)) };
      await expect(withStore(database, nothing, weaker)).rejects.toThrow('The index "a_s" of the collection "entries" differs');
      const fewer = { ...entries, indexes: entries.indexes.slice(1) };
      await expect(withStore(database, nothing, fewer)).rejects.toThrow('has the unique index "a_s"');
      await inDatabase(uri, database, (beside) => beside.collection('entries').createIndex({ at: 1 }, { name: 'gone_soon', expireAfterSeconds: 3_600 }));
      await expect(withStore(database, nothing)).rejects.toThrow('has the index with a lifetime "gone_soon"');
    });
    test('when two processes open an empty database at once then both are ready', async () => {
      const database = fresh();
      await Promise.all([1, 2, 3].map(() => withStore(database, nothing)));
      await withStore(database, nothing);
    });
    test('when the data are newer than the program then the start is refused', async () => {
      const database = fresh();
      await withStore(database, nothing, entries, 3);
      await expect(withStore(database, nothing, entries, 2)).rejects.toThrow(`The database "${database}" has version 3, newer than this program (2)`);
    });
    test('when a database is opened for reading then documents are read, nothing is built and every write is refused', async () => {
      const database = fresh();
      await withStore(database, (collection) => collection.insert({ _id: 'p1', a: 'x', s: 1 }));
      const store = openMongoDocumentsForReading({ uri, database });
      const collection = store.collection<Entry>({ ...entries, indexes: [...entries.indexes, { name: 'new', keys: { kind: 1 } }] });
      await expect(collection.get('p1')).rejects.toBeInstanceOf(StoreUnavailable);
      await store.open();
      expect(await collection.get('p1')).toEqual({ _id: 'p1', a: 'x', s: 1 });
      await expect(collection.insert({ _id: 'p2', a: 'x', s: 2 })).rejects.toBeInstanceOf(StoreUnavailable);
      await store.close();
      const indexes = await inDatabase(uri, database, (beside) => beside.collection('entries').listIndexes().toArray());
      expect(indexes.map(({ name }) => name)).not.toContain('new');
    });
  });

  test('mongo: when amounts are large then MongoDB keeps them as 64-bit integers', async () => {
    const database = fresh();
    await withStore(database, (collection) => collection.insert({ _id: 'p1', a: 'x', s: 1, amount: 10_000_000_000 }));
    const types = await inDatabase(uri, database, (beside) => beside.collection('entries').countDocuments({ amount: { $type: 'long' }, s: { $type: 'int' } }));
    expect(types).toBe(1);
  });
});
