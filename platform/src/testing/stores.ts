import { basename, dirname } from 'node:path';
import mongoose from 'mongoose';
import { openMongoDocuments } from '../documents/mongo.ts';
import { openSqliteDocuments } from '../documents/sqlite.ts';
import type { DocumentStore } from '../ports.ts';

const uri = process.env.MONGODB_URI;
/** How many stores are open on each database of this test file. */
const databases = new Map<string, number>();
let isEnding = false;

async function dropDatabase(name: string): Promise<void> {
  const connection = await mongoose.createConnection(uri ?? '').asPromise();
  await connection.getClient().db(name).dropDatabase();
  await connection.close();
}

// Services may be stopped before this or after it; a database goes with the later of both.
if (uri) {
  afterAll(async () => {
    isEnding = true;
    for (const [name, open] of databases) if (open === 0) await dropDatabase(name);
  });
}

function openTestMongo(mongodbUri: string, database: string): DocumentStore {
  const store = openMongoDocuments({ uri: mongodbUri, database });
  const count = (change: number): number => {
    const open = (databases.get(database) ?? 0) + change;
    databases.set(database, open);
    return open;
  };
  return {
    ...store,
    open: async () => {
      await store.open();
      count(1);
    },
    close: async () => {
      await store.close();
      if (count(-1) <= 0 && isEnding) await dropDatabase(database);
    },
  };
}

/**
 * The documents of a service under test: in the SQLite `file`, or, when MONGODB_URI is there, in a MongoDB database that is named after the file and its temporary folder and goes when the tests of its file end.
 * Whoever opens the same file again finds the same documents.
 */
export function openTestDocuments(options: { file: string; minimumFreeBytes?: number }): DocumentStore {
  const named = process.env.MONGODB_URI;
  return named ? openTestMongo(named, `${basename(dirname(options.file))}_${basename(options.file, '.db')}`) : openSqliteDocuments(options);
}
