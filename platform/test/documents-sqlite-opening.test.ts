import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuplicateKey, StartRefused } from '../src/errors.ts';
import { lockFolder } from '../src/sqlite/folder-lock.ts';
import { removeTemporaryFolders, temporaryFolder } from '../src/testing/temporary-folder.ts';
import { change, entries, indexesOf, newFile, nothing, withStore } from './support/sqlite-entries.ts';

afterAll(removeTemporaryFolders);

describe('opening', () => {
  test('when an index was dropped then it is built again, with its elements', async () => {
    const file = newFile();
    await withStore({ file }, (collection) => collection.insert({ _id: 'p1', a: 'x', s: 1, words: ['asha'] }));
    change(file, 'DROP INDEX "i_entries.at"; DROP TRIGGER "e_entries.words.update"; DELETE FROM "e_entries.words"');
    await withStore({ file }, async (collection) => {
      expect(await collection.count({ filter: { words: { prefix: 'as' } }, limit: 9 })).toBe(1);
    });
    expect(indexesOf(file)).toContain('i_entries.at');
  });
  test.each(['a_s', 'settles'])('when the unique index %s was dropped then the start is refused with its name, also when nothing is doubled yet', async (name) => {
    const file = newFile();
    await withStore({ file }, (collection) => collection.insert({ _id: 'p1', a: 'x', s: 1 }));
    change(file, `DROP INDEX "i_entries.${name}"`);
    for (const _time of [1, 2]) await expect(withStore({ file }, nothing)).rejects.toThrow(`The unique index "${name}" of the collection "entries" was dropped`);
    expect(indexesOf(file)).not.toContain(`i_entries.${name}`);
  });
  test('when documents break a unique index that is new then the start is refused with its name', async () => {
    const file = newFile();
    const before = { ...entries, indexes: entries.indexes.filter(({ name }) => name !== 'a_s') };
    await withStore({ file }, (collection) => collection.insert({ _id: 'p1', a: 'x', s: 1 }), before);
    change(file, "INSERT INTO c_entries SELECT 'p2', body FROM c_entries");
    await expect(withStore({ file }, nothing)).rejects.toThrow('The unique index "a_s" of the collection "entries" cannot be built: two documents have the same key.');
  });
  test('when an index differs or an unknown unique one is there then the start is refused with its name', async () => {
    const file = newFile();
    await withStore({ file }, nothing);
    const weaker = { ...entries, indexes: entries.indexes.map((index) => (index.name === 'a_s' ? { ...index, unique: false } : index)) };
    await expect(withStore({ file }, nothing, weaker)).rejects.toThrow('"i_entries.a_s" of the collection "entries" differs');
    const fewer = { ...entries, indexes: entries.indexes.slice(1) };
    await expect(withStore({ file }, nothing, fewer)).rejects.toThrow('has the unique index "i_entries.a_s"');
  });
  test('when the markers of a collection have no columns yet then its documents move, with all they hold, and its guards stay', async () => {
    const file = newFile();
    const papers = [
      { _id: 'p2', a: 'x', s: 2, pub: 0, words: ['asha'] },
      { _id: 'p1', a: 'x', s: 1, email: 'a@b' },
    ];
    await withStore({ file }, async (collection) => {
      for (const paper of papers) await collection.insert(paper);
    });
    const marked = { ...entries, markers: ['pub', 'at'] };
    const check = async (collection: Parameters<Parameters<typeof withStore>[1]>[0]): Promise<void> => {
      expect(await collection.find({ filter: { a: 'x' }, sort: { s: -1 }, limit: 9 })).toEqual(papers);
      expect(await collection.find({ filter: { pub: 0, words: { prefix: 'as' } }, limit: 9 })).toEqual([papers[0]]);
      await expect(collection.insert({ _id: 'p3', a: 'x', s: 2 })).rejects.toBeInstanceOf(DuplicateKey);
      await expect(collection.update('p1', { set: { pub: 0.5 } })).rejects.toThrow(TypeError);
    };
    for (const _time of [1, 2]) await withStore({ file }, check, marked);
    await expect(withStore({ file }, nothing)).rejects.toThrow('"c_entries" of the collection "entries" differs');
    change(file, 'DROP INDEX "i_entries.a_s"');
    await expect(withStore({ file }, nothing, marked)).rejects.toThrow('The unique index "a_s" of the collection "entries" was dropped');
  });
  test('when the data are newer than the program then the start is refused', async () => {
    const file = newFile();
    await withStore({ file, schemaVersion: 3 }, nothing);
    await expect(withStore({ file, schemaVersion: 2 }, nothing)).rejects.toThrow(`The database ${file} has version 3, newer than this program (2)`);
  });
  test('when the file is no database then the start is refused with a sentence', async () => {
    const file = newFile();
    writeFileSync(file, 'not a database '.repeat(1000));
    await expect(withStore({ file }, nothing)).rejects.toThrow('is damaged or not a database');
    await expect(withStore({ file }, nothing)).rejects.toBeInstanceOf(StartRefused);
  });
  test('when a folder is locked then a second holder is refused until it is released', () => {
    const folder = join(temporaryFolder(), 'data');
    const lock = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(`Another Tradepost uses ${folder}`);
    lock.release();
    lockFolder(folder).release();
  });
});
