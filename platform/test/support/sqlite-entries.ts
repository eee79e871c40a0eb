import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqliteDocuments } from '../../src/documents/sqlite.ts';
import type { Collection, CollectionDefinition, DocumentStore } from '../../src/ports.ts';
import { temporaryFolder } from '../../src/testing/temporary-folder.ts';

export interface Entry {
  readonly _id: string;
  readonly a: string;
  readonly s: number;
  readonly words?: readonly string[];
}

export const entries: CollectionDefinition = {
  name: 'entries',
  indexes: [
    { name: 'a_s', keys: { a: 1, s: 1 }, unique: true },
    { name: 'at', keys: { at: -1, _id: -1 } },
    { name: 'settles', keys: { a: 1, settles: 1 }, unique: true, where: { settles: { exists: true } } },
    { name: 'pub', keys: { at: 1, s: 1 }, where: { pub: 0, kind: "o'b" } },
    { name: 'email', keys: { email: 1 } },
    { name: 'words', keys: { words: 1 }, eachElement: true },
  ],
};

export const newFile = (): string => join(temporaryFolder(), 'entries.db');

export async function withStore(
  options: { file: string; minimumFreeBytes?: number; schemaVersion?: number },
  work: (collection: Collection<Entry>, store: DocumentStore) => Promise<void>,
  definition = entries,
): Promise<void> {
  const store = openSqliteDocuments(options);
  const collection = store.collection<Entry>(definition);
  try {
    await store.open();
    await work(collection, store);
  } finally {
    await store.close();
  }
}

export const nothing = async (): Promise<void> => undefined;

export function change(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

export function indexesOf(file: string): string[] {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'index'").all();
  database.close();
  return rows.map(({ name }) => String(name));
}
