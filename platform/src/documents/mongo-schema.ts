import mongoose, { type mongo } from 'mongoose';
import { StartRefused } from '../errors.ts';
import type { CollectionDefinition, IndexDefinition } from '../ports.ts';
import { fieldOf, partialFilter } from './mongo-query.ts';
import { checkedName } from './query.ts';

const { MongoServerError } = mongoose.mongo;

/**
 * Where it is written down which unique indexes were there once, by `COLLECTION.INDEX`, and as `version` which version of data this is.
 * A unique index that is gone later was dropped by somebody, and until then it held; since then nobody knows.
 */
export const guardsName = 'guards';

interface Guard {
  readonly _id: string;
  readonly version?: number;
}

interface Missing {
  readonly collection: CollectionDefinition;
  readonly index: IndexDefinition;
}

/** Runs work on a connection that waits as long as an index takes. */
export type Patiently = (work: (database: mongo.Db) => Promise<void>) => Promise<void>;

const guardOf = (collection: CollectionDefinition, index: IndexDefinition): string => `${collection.name}.${index.name}`;
const hasCode = (error: unknown, ...codes: readonly number[]): boolean => error instanceof MongoServerError && codes.includes(Number(error.code));

function descriptionOf(collection: CollectionDefinition, index: IndexDefinition): mongo.IndexDescriptionInfo {
  const paths = Object.keys(index.keys);
  if (index.eachElement === true && (paths.length !== 1 || index.unique === true)) {
    throw new RangeError(`The index "${index.name}" of "${collection.name}" finds elements, so it has one key and no more.`);
  }
  return {
    name: checkedName(index.name),
    key: Object.fromEntries(Object.entries(index.keys).map(([path, direction]) => [fieldOf(path), direction])),
    ...(index.unique === true ? { unique: true } : {}),
    ...(index.where === undefined ? {} : { partialFilterExpression: partialFilter(index.where) }),
    v: 2,
  };
}

/** Everything by which an index finds, refuses or even removes documents. */
const shapeOf = (index: mongo.IndexDescriptionInfo): string =>
  JSON.stringify([
    Object.entries(index.key),
    index.unique === true,
    index.partialFilterExpression ?? null,
    index.sparse === true,
    index.collation ?? null,
    index.expireAfterSeconds ?? null,
    index.hidden === true,
  ]);

async function presentIndexes(database: mongo.Db, collection: CollectionDefinition): Promise<Map<string, mongo.IndexDescriptionInfo>> {
  try {
    const indexes = await database.collection(collection.name).listIndexes().toArray();
    return new Map(indexes.map((index) => [String(index.name), index]));
  } catch (error) {
    // NamespaceNotFound: nothing was written yet.
    if (hasCode(error, 26)) return new Map();
    throw error;
  }
}

function refuseDropped(collection: CollectionDefinition, guards: ReadonlySet<string>, present: ReadonlyMap<string, unknown>): void {
  const dropped = collection.indexes.find((index) => index.unique === true && guards.has(guardOf(collection, index)) && !present.has(index.name));
  if (dropped === undefined) return;
  throw new StartRefused(
    `The unique index "${dropped.name}" of the collection "${collection.name}" was dropped, and what it guards may have been written twice since: bring the data back from a backup.`,
  );
}

/** A unique index that nobody defines would refuse good documents, and one with a lifetime would remove them. */
function refuseUnknown(collection: CollectionDefinition, present: ReadonlyMap<string, mongo.IndexDescriptionInfo>): void {
  const known = new Set(['_id_', ...collection.indexes.map(({ name }) => name)]);
  for (const [name, index] of present) {
    if (known.has(name) || (index.unique !== true && index.expireAfterSeconds === undefined)) continue;
    const kind = index.unique === true ? 'unique index' : 'index with a lifetime';
    throw new StartRefused(`The collection "${collection.name}" has the ${kind} "${name}", which this program does not define; drop it or start the program that made it.`);
  }
}

function refuseDifferent(collection: CollectionDefinition, present: ReadonlyMap<string, mongo.IndexDescriptionInfo>): void {
  const wanted = [{ name: '_id_', key: { _id: 1 } }, ...collection.indexes.map((index) => descriptionOf(collection, index))];
  for (const index of wanted) {
    const found = present.get(String(index.name));
    if (found === undefined || shapeOf(found) === shapeOf(index)) continue;
    throw new StartRefused(
      `The index "${index.name}" of the collection "${collection.name}" differs from what this program defines; start the program that made it, or drop it so that it is built again.`,
    );
  }
}

/** The indexes that are not there. Throws StartRefused for those that are there and should not be so. */
async function missingIndexes(database: mongo.Db, collections: readonly CollectionDefinition[], guards: ReadonlySet<string>): Promise<Missing[]> {
  const missing: Missing[] = [];
  for (const collection of collections) {
    const present = await presentIndexes(database, collection);
    refuseDropped(collection, guards, present);
    refuseDifferent(collection, present);
    refuseUnknown(collection, present);
    for (const index of collection.indexes) if (!present.has(index.name)) missing.push({ collection, index });
  }
  return missing;
}

async function buildIndex(database: mongo.Db, { collection, index }: Missing): Promise<void> {
  const { key, v: _version, ...options } = descriptionOf(collection, index);
  try {
    await database.collection(collection.name).createIndex(key, options);
  } catch (error) {
    if (hasCode(error, 11_000)) {
      throw new StartRefused(`The unique index "${index.name}" of the collection "${collection.name}" cannot be built: two documents have the same key.`, { cause: error });
    }
    // IndexOptionsConflict, IndexKeySpecsConflict: the same keys under another name.
    if (hasCode(error, 85, 86)) {
      throw new StartRefused(`The index "${index.name}" of the collection "${collection.name}" is there under another name or with other options; drop that one.`, {
        cause: error,
      });
    }
    throw error;
  }
}

/** Writes a guard down. Another process may do so at the same moment. */
async function remember(guards: mongo.Collection<Guard>, guard: Guard): Promise<void> {
  try {
    await guards.insertOne(guard);
  } catch (error) {
    if (!hasCode(error, 11_000)) throw error;
  }
}

async function rememberAll(guards: mongo.Collection<Guard>, collections: readonly CollectionDefinition[], known: readonly Guard[], version: number): Promise<void> {
  const isKnown = new Set(known.map(({ _id }) => _id));
  const unique = collections.flatMap((collection) => collection.indexes.filter((index) => index.unique === true).map((index) => guardOf(collection, index)));
  for (const _id of unique) if (!isKnown.has(_id)) await remember(guards, { _id });
  if (!isKnown.has('version')) await remember(guards, { _id: 'version', version });
  await guards.updateOne({ _id: 'version', version: { $lt: version } }, { $set: { version } });
}

/**
 * Builds what is missing of the collections and compares the rest with the definitions, as often as processes start, also at the same time.
 * Throws StartRefused naming the first index that differs, was dropped or cannot be built, or the version when the data are newer than `version`.
 */
export async function prepareDatabase(database: mongo.Db, collections: readonly CollectionDefinition[], version: number, patiently: Patiently): Promise<void> {
  const guards = database.collection<Guard>(guardsName);
  // Before the indexes are listed: what another process builds and writes down meanwhile must not look dropped.
  const known = await guards.find().toArray();
  const found = known.find(({ _id }) => _id === 'version')?.version ?? 0;
  if (found > version) throw new StartRefused(`The database "${database.databaseName}" has version ${found}, newer than this program (${version}); start the newer program.`);
  const names = new Set(known.map(({ _id }) => _id));
  const missing = await missingIndexes(database, collections, names);
  if (missing.length > 0) {
    await patiently(async (patient) => {
      for (const one of missing) await buildIndex(patient, one);
    });
    const [lost] = await missingIndexes(database, collections, names);
    if (lost !== undefined) throw new StartRefused(`The index "${lost.index.name}" of the collection "${lost.collection.name}" is missing after it was built.`);
  }
  await rememberAll(guards, collections, known, version);
}
