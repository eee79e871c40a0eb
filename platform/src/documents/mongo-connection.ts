import mongoose, { type Connection, type mongo } from 'mongoose';
import { StartRefused } from '../errors.ts';
import { countAttempts } from './mongo-errors.ts';

const { MongoServerError, MongoServerSelectionError } = mongoose.mongo;
const { MongooseServerSelectionError } = mongoose.Error;

/** What no connection string may weaken (reliability.md, section 3). A primary that stands still is given up after connectTimeoutMS + heartbeatFrequencyMS. */
const settings = {
  appName: 'tradepost',
  writeConcern: { w: 'majority', journal: true, wtimeoutMS: 5_000 },
  readConcern: { level: 'majority' },
  readPreference: 'primary',
  retryWrites: true,
  retryReads: true,
  maxPoolSize: 20,
  waitQueueTimeoutMS: 2_000,
  serverSelectionTimeoutMS: 3_000,
  socketTimeoutMS: 10_000,
  connectTimeoutMS: 3_000,
  heartbeatFrequencyMS: 3_000,
  monitorCommands: true,
  bufferCommands: false,
  autoIndex: false,
  autoCreate: false,
} as const;

/** The hosts of a connection string, without the password that it may hold. */
const hostsOf = (uri: string): string => /^mongodb(?:\+srv)?:\/\/(?:[^/]*@)?([^/?]+)/.exec(uri)?.[1] ?? 'an unknown host';

/** The roles of each service's user. */
const rolesAreIn = 'docs/operations.md, "MongoDB users"';

/** What the driver knows of each server it has tried. */
function serversOf(error: { readonly reason?: unknown }): mongo.ServerDescription[] {
  const { reason } = error;
  return typeof reason === 'object' && reason !== null && 'servers' in reason && reason.servers instanceof Map ? [...reason.servers.values()] : [];
}

function selectionRefusal(error: Error & { readonly reason?: unknown }, hosts: string): StartRefused {
  const servers = serversOf(error);
  // A server that is no member of the set is struck off the list. Waiting does not help, so the cause that says "away" stays behind.
  if (servers.length === 0) return new StartRefused(withoutReplicaSet(hosts));
  const cause = servers.find((server) => server.error)?.error?.message ?? error.message;
  return new StartRefused(`MongoDB at ${hosts} does not answer, or has no primary (${cause}).`, { cause: error });
}

const withoutReplicaSet = (hosts: string): string =>
  `MongoDB at ${hosts} is not the replica set that MONGODB_URI asks for, and Tradepost needs one: start mongod with --replSet and call rs.initiate() once.`;

/** The one sentence for whatever keeps a store from opening. */
export function startError(error: unknown, uri: string, database: string): unknown {
  if (error instanceof StartRefused || error instanceof RangeError) return error;
  const hosts = hostsOf(uri);
  // Two packages have a class of this name.
  if (error instanceof Error && error.name === 'MongoParseError')
    return new StartRefused('MONGODB_URI is no connection string that the driver of MongoDB understands.', { cause: error });
  if (error instanceof MongoServerSelectionError || error instanceof MongooseServerSelectionError) return selectionRefusal(error, hosts);
  if (error instanceof MongoServerError && error.code === 18)
    return new StartRefused(`MongoDB at ${hosts} does not take the user and the password of MONGODB_URI.`, { cause: error });
  if (error instanceof MongoServerError && error.code === 13)
    return new StartRefused(`MongoDB at ${hosts} lets this user not do what the database "${database}" needs (${error.message}): give it the role of ${rolesAreIn}.`, {
      cause: error,
    });
  const message = error instanceof Error ? error.message : String(error);
  return new StartRefused(`The database "${database}" on MongoDB at ${hosts} cannot be opened: ${message}.`, { cause: error });
}

/** A connection and its database. */
export interface Opened {
  readonly connection: Connection;
  readonly database: mongo.Db;
}

/**
 * Connects. The database is the driver's own: mongoose's collections hold commands back once a connection was lost, and no schema of mongoose fits documents that the port does not describe;
 * types and contracts above it do.
 * `isPatient` sets no limit to one command, for building indexes. Throws StartRefused when MongoDB is no replica set, and the driver's errors.
 */
export async function connect(uri: string, name: string, options: { isPatient?: boolean } = {}): Promise<Opened> {
  const connection = mongoose.createConnection(uri, { ...settings, ...(options.isPatient === true ? { socketTimeoutMS: 0, maxPoolSize: 2 } : {}) });
  try {
    await connection.asPromise();
    const client = connection.getClient();
    countAttempts(client);
    const database = client.db(name);
    const hello = await database.command({ hello: 1 });
    // A router of a sharded cluster says `isdbgrid` instead.
    if (hello.setName === undefined && hello.msg !== 'isdbgrid') throw new StartRefused(withoutReplicaSet(hostsOf(uri)));
    return { connection, database };
  } catch (error) {
    await connection.close();
    throw error;
  }
}
