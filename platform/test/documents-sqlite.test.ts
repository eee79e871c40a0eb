import { spawn } from 'node:child_process';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { filtersOf } from '../src/documents/query.ts';
import { openSqliteDocuments } from '../src/documents/sqlite.ts';
import { planElements } from '../src/documents/sqlite-elements.ts';
import { findSql } from '../src/documents/sqlite-query.ts';
import { OutcomeUnknown, StoreUnavailable } from '../src/errors.ts';
import type { CollectionDefinition, Query, Stored } from '../src/ports.ts';
import { openReader } from '../src/sqlite/reader.ts';
import { openWriter } from '../src/sqlite/writer.ts';
import { documentStoreSuite } from '../src/testing/document-store-suite.ts';
import { removeTemporaryFolders } from '../src/testing/temporary-folder.ts';
import { entries, newFile, nothing, withStore } from './support/sqlite-entries.ts';

afterAll(removeTemporaryFolders);

documentStoreSuite('sqlite', async () => {
  const file = newFile();
  return { store: () => openSqliteDocuments({ file }), remove: async () => undefined };
});

describe('prefixes of elements', () => {
  const people: CollectionDefinition = {
    name: 'people',
    indexes: [
      { name: 'seq', keys: { seq: 1, _id: 1 }, where: { listed: true } },
      { name: 'words', keys: { words: 1 }, eachElement: true, where: { listed: true } },
    ],
  };
  interface Someone extends Stored {
    readonly seq: number;
    readonly listed: boolean;
    readonly words: readonly string[];
  }

  test('when few, some or nearly all documents match then the same pages and counts come out, and those outside the index are never found', async () => {
    const store = openSqliteDocuments({ file: newFile() });
    const collection = store.collection<Someone>(people);
    await store.open();
    const total = 24_000;
    const wordsOf = (seq: number): string[] => ['everybody', ...(seq % 8 === 0 ? ['eighth'] : []), ...(seq % 4_000 === 0 ? ['rare', 'rarely'] : [])];
    for (let first = 0; first < total; first += 2_000)
      await Promise.all(
        Array.from({ length: 2_000 }, (_, index) => first + index).map((seq) => collection.insert({ _id: `p${seq}`, seq, listed: seq % 16 !== 8, words: wordsOf(seq) })),
      );
    const asked = async (...prefixes: string[]) => {
      const query = { filter: { listed: true }, all: prefixes.map((prefix) => ({ words: { prefix } })) };
      const rows = await collection.find({ ...query, sort: { seq: -1, _id: -1 }, limit: 3 });
      return { seqs: rows.map(({ seq }) => seq), count: await collection.count({ ...query, limit: 10_001 }) };
    };
    const listed = (seq: number): boolean => seq % 16 !== 8;
    const expected = (matches: (seq: number) => boolean) => {
      const found = Array.from({ length: total }, (_, seq) => seq).filter((seq) => listed(seq) && matches(seq));
      return { seqs: found.slice(-3).reverse(), count: Math.min(found.length, 10_001) };
    };
    expect(await asked('rar')).toEqual(expected((seq) => seq % 4_000 === 0));
    expect(await asked('eig')).toEqual(expected((seq) => seq % 8 === 0));
    expect(await asked('every')).toEqual(expected(() => true));
    expect(await asked('every', 'eig')).toEqual(expected((seq) => seq % 8 === 0));
    expect(await asked('nobody', 'every')).toEqual({ seqs: [], count: 0 });
    await collection.update('p16', { set: { listed: false } });
    await collection.update('p8', { set: { listed: true } });
    expect((await asked('eig')).count).toBe(1_500);
    expect(await collection.find({ filter: { words: { prefix: 'eig' }, seq: 16 }, limit: 3 })).toHaveLength(1);
    await store.close();
  }, 30_000);
});

describe('query plans', () => {
  const file = newFile();
  beforeAll(() => withStore({ file }, nothing));
  test.each<[string, Query, string]>([
    ['newest entry of an account', { filter: { a: 'x' }, sort: { s: -1 }, limit: 1 }, 'SEARCH c_entries USING INDEX i_entries.a_s (<expr>=?)'],
    ['page of an account', { filter: { a: 'x' }, sort: { s: -1 }, after: [5], limit: 50 }, 'SEARCH c_entries USING INDEX i_entries.a_s (<expr>=? AND <expr><?)'],
    ['page by time and id', { sort: { at: -1, _id: -1 }, after: [5, 'x'], limit: 50 }, 'SEARCH c_entries USING INDEX i_entries.at (<expr><?)'],
    ['partial index by literals', { filter: { pub: 0, kind: "o'b" }, sort: { at: 1, s: 1 }, limit: 50 }, 'SCAN c_entries USING INDEX i_entries.pub'],
    ['partial index by presence', { filter: { a: 'x', settles: 'y' }, limit: 1 }, 'SEARCH c_entries USING INDEX i_entries.settles (<expr>=? AND <expr>=?)'],
    ['prefix of a text', { filter: { email: { prefix: 'as' } }, limit: 9 }, 'SEARCH c_entries USING INDEX i_entries.email (<expr>>? AND <expr><?)'],
    ['prefix of an element', { filter: { words: { prefix: 'as' } }, limit: 9 }, 'SEARCH e_entries.words USING PRIMARY KEY (value>? AND value<?)'],
    ['few elements of an account', { filter: { a: 'x', words: { prefix: 'as' } }, limit: 9 }, 'SEARCH c_entries USING INDEX sqlite_autoindex_c_entries_1 (id=?)'],
    ['one of many', { filter: { email: { in: ['x', 'y'] } }, limit: 9 }, 'SEARCH c_entries USING INDEX i_entries.email (<expr>=?)'],
    ['by id', { filter: { _id: 'x' }, limit: 1 }, 'SEARCH c_entries USING INDEX sqlite_autoindex_c_entries_1 (id=?)'],
  ])('when the %s is asked then the index serves it without a sort', (_name, query, expected) => {
    const reader = openReader(file);
    const { text, params } = findSql(entries, query, planElements(entries, filtersOf(query), reader));
    reader.close();
    const database = new DatabaseSync(file, { readOnly: true });
    const plan = database
      .prepare(`EXPLAIN QUERY PLAN ${text}`)
      .all(...params)
      .map((row) => String(row.detail));
    database.close();
    expect(plan).toContain(expected);
    expect(plan.join()).not.toContain('TEMP B-TREE');
  });
  test('when a partial index names a value then the query says it as a literal, and other values are bound', () => {
    expect(findSql(entries, { filter: { pub: 0 }, limit: 1 }).text).toContain("body ->> '$.pub' = 0 LIMIT");
    expect(findSql(entries, { filter: { pub: 1 }, limit: 1 }).text).toContain("body ->> '$.pub' = ? LIMIT");
  });
  test('when names or paths could break out of the SQL then they are refused', () => {
    expect(() => findSql(entries, { filter: { "a') --": 1 }, limit: 1 })).toThrow(RangeError);
    expect(() => findSql({ name: 'a"b', indexes: [] }, { limit: 1 })).toThrow(RangeError);
    expect(() => findSql(entries, { limit: 1001 })).toThrow(RangeError);
  });
});

describe('trouble', () => {
  test('when the disk is nearly full then writes are refused and reads go on', async () => {
    const file = newFile();
    await withStore({ file }, (collection) => collection.insert({ _id: 'p1', a: 'x', s: 1 }));
    await withStore({ file, minimumFreeBytes: Number.MAX_SAFE_INTEGER }, async (collection) => {
      await expect(collection.insert({ _id: 'p2', a: 'x', s: 2 })).rejects.toBeInstanceOf(StoreUnavailable);
      expect(await collection.get('p1')).toEqual({ _id: 'p1', a: 'x', s: 1 });
    });
  });
  test('when the file is full then nothing of the commit is kept, and writing goes on when there is room', async () => {
    const writer = await openWriter({ file: newFile() });
    const insert = (id: string, length: number): Promise<unknown> => writer.write([{ sql: 'INSERT INTO t VALUES (?, ?)', params: [id, 'x'.repeat(length)] }]);
    await writer.write([{ sql: 'CREATE TABLE t (id TEXT PRIMARY KEY, body TEXT)', params: [] }]);
    await writer.write([{ sql: 'PRAGMA max_page_count = 20', params: [] }]);
    await expect(insert('big', 200_000)).rejects.toBeInstanceOf(StoreUnavailable);
    await insert('small', 10);
    await writer.write([{ sql: 'PRAGMA max_page_count = 1000', params: [] }]);
    expect(await insert('big', 200_000)).toEqual([1]);
    await writer.close();
  });
  test('when one statement of a command fails then the others of it are undone and its neighbours are kept', async () => {
    const file = newFile();
    const writer = await openWriter({ file });
    await writer.write([{ sql: 'CREATE TABLE t (id TEXT PRIMARY KEY)', params: [] }]);
    const insert = (id: string): { sql: string; params: string[] } => ({ sql: 'INSERT INTO t VALUES (?)', params: [id] });
    const results = await Promise.allSettled([writer.write([insert('a')]), writer.write([insert('b'), insert('a')]), writer.write([insert('c')])]);
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    await writer.close();
    const database = new DatabaseSync(file);
    expect(database.prepare('SELECT group_concat(id) AS ids FROM t').get()?.ids).toBe('a,c');
    database.close();
    await expect(writer.write([insert('d')])).rejects.toBeInstanceOf(StoreUnavailable);
  });
  test('when more than 10,000 writes wait then further ones are refused, and closing waits for the rest', async () => {
    const writer = await openWriter({ file: newFile() });
    await writer.write([{ sql: 'CREATE TABLE t (number INTEGER)', params: [] }]);
    const writes = Array.from({ length: 10_050 }, (_, number) => writer.write([{ sql: 'INSERT INTO t VALUES (?)', params: [number] }]));
    const [results] = await Promise.all([Promise.allSettled(writes), writer.close()]);
    expect(results.filter((result) => result.status === 'rejected')).toHaveLength(50);
  });
  test('when the writing thread dies then what it held is of unknown outcome, what waited was not written, and later writes are refused', async () => {
    const writer = await openWriter({ file: newFile() });
    // More text than the thread's heap holds.
    const deadly = writer.write([{ sql: 'SELECT 1', params: Array.from({ length: 200 }, (_, number) => String(number).repeat(1_000_000)) }]);
    const sent = Array.from({ length: 255 }, () => writer.write([{ sql: 'SELECT 1', params: [] }]));
    const waiting = writer.write([{ sql: 'SELECT 1', params: [] }]);
    const results = await Promise.allSettled([deadly, ...sent, waiting]);
    expect(results.slice(0, 256).every((result) => result.status === 'rejected' && result.reason instanceof OutcomeUnknown)).toBe(true);
    expect(results.at(-1)).toMatchObject({ reason: expect.any(StoreUnavailable) });
    await expect(writer.write([{ sql: 'SELECT 1', params: [] }])).rejects.toBeInstanceOf(StoreUnavailable);
    expect(() => writer.check()).toThrow(StoreUnavailable);
    await writer.close();
  });
  test('when the process is killed amid writes then every answered one is there', async () => {
    const file = newFile();
    const child = spawn(process.execPath, [fileURLToPath(new URL('./support/insert-until-killed.ts', import.meta.url)), file], { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.length > 5000) child.kill('SIGKILL');
    });
    await new Promise((resolve) => child.once('close', resolve));
    const answered = output.split('\n').slice(0, -1);
    expect(answered.length).toBeGreaterThan(500);
    await withStore(
      { file },
      async (collection) => {
        const found = await Promise.all(answered.map((id) => collection.get(id)));
        expect(found.filter((paper) => paper === undefined)).toHaveLength(0);
      },
      { name: 'papers', indexes: [] },
    );
  }, 20_000);
});
