import { setTimeout as pause } from 'node:timers/promises';
import mongoose from 'mongoose';
import { StartRefused } from '../errors.ts';

/** A MongoDB user and the databases in which it may read and write documents. */
export interface MongoUser {
  readonly name: string;
  readonly password: string;
  readonly databases: readonly string[];
}

type Admin = ReturnType<mongoose.mongo.Db['admin']>;

/** What a service does with its documents. Nothing here drops a collection, an index or a database, makes users, or looks into another database. */
const documentActions = ['find', 'insert', 'update', 'remove', 'createCollection', 'createIndex', 'listCollections', 'listIndexes'];

const codeOf = (error: unknown): unknown => (typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined);
const alreadyInitialized = 23;
const refusedCodes: readonly unknown[] = [13, 18];

/** Makes the server a replica set of one under the name by which the services reach it, unless it is one, and gives whether it takes writes. */
async function initiated(client: mongoose.mongo.MongoClient, member: string): Promise<boolean> {
  // A client whose first connection failed stays closed until it is told to connect again.
  await client.connect();
  const admin = client.db('admin').admin();
  const { setName, isWritablePrimary } = await admin.command({ hello: 1 });
  if (setName !== undefined) return isWritablePrimary === true;
  try {
    await admin.command({ replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host: member }] } });
  } catch (error) {
    // Known to the server, and not yet taken up by it.
    if (codeOf(error) !== alreadyInitialized) throw error;
  }
  return false;
}

async function grant(admin: Admin, { name, password, databases }: MongoUser): Promise<void> {
  for (const database of databases) {
    const privileges = [{ resource: { db: database, collection: '' }, actions: documentActions }];
    const { roles } = await admin.command({ rolesInfo: `documents-of-${database}` });
    await admin.command({ [roles.length > 0 ? 'updateRole' : 'createRole']: `documents-of-${database}`, privileges, roles: [] });
  }
  const { users } = await admin.command({ usersInfo: name });
  const roles = databases.map((database) => ({ role: `documents-of-${database}`, db: 'admin' }));
  await admin.command({ [users.length > 0 ? 'updateUser' : 'createUser']: name, pwd: password, roles });
}

/**
 * Prepares a new MongoDB server for the platform: a replica set of one member `member` (host:port), and each of `users` with the least that it needs.
 * May be run again: users and roles are brought to what is given. Waits `waitMs` for the server; throws StartRefused when it does not come, or refuses `rootUri`.
 */
export async function prepareMongo({ rootUri, member, users, waitMs }: { rootUri: string; member: string; users: readonly MongoUser[]; waitMs: number }): Promise<void> {
  const deadlineMs = Date.now() + waitMs;
  const client = new mongoose.mongo.MongoClient(rootUri, { serverSelectionTimeoutMS: 2_000, connectTimeoutMS: 2_000, directConnection: true });
  const admin = client.db('admin').admin();
  try {
    for (;;) {
      const outcome = await initiated(client, member).catch((error: unknown) => error);
      if (outcome === true) break;
      if (refusedCodes.includes(codeOf(outcome)))
        throw new StartRefused('MongoDB refuses the root user: its password is another one than when the server was made.', { cause: outcome });
      if (Date.now() > deadlineMs)
        throw new StartRefused(`MongoDB at ${member} takes no writes after ${waitMs / 1_000} s.`, { cause: outcome instanceof Error ? outcome : undefined });
      await pause(500);
    }
    for (const user of users) await grant(admin, user);
  } finally {
    await client.close();
  }
}
