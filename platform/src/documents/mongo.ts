import type { mongo } from 'mongoose';
import { budgetLeftMs } from '../budget.ts';
import { StoreUnavailable } from '../errors.ts';
import type { Change, Collection, CollectionDefinition, DocumentStore, Filter, Query, Stored } from '../ports.ts';
import { connect, type Opened, startError } from './mongo-connection.ts';
import { duplicatesOf, reading, writing } from './mongo-errors.ts';
import { type Body, type BodyFilter, conditionsOf, countFilter, fieldOf, findFilter, storedValue, together } from './mongo-query.ts';
import { guardsName, prepareDatabase } from './mongo-schema.ts';
import { checkedIds, checkedName } from './query.ts';
import { sharing } from './sharing.ts';

const pingMs = 2_000;
/**
 * What one command may take for a call that somebody waits for; a little more than the driver seeks a primary, so that a write that never went out is told as one.
 * By a timer of ours: the driver takes `timeoutMS` and does nothing about it (mongodb 7.8, resolveOptions), and its own limits add up to ten seconds.
 */
const commandMs = 3_250;
/** What any command may take; with the wait for a turn less than the 10 s of an event's handler, which could not tell that the store is away. */
const patientMs = 7_500;
/** Under load most of what a command costs is the command itself; two under way keep the line busy while the next ones gather. */
const shares = { underWay: 2, together: 64, waitMs: 2_000, waiting: 5_000 } as const;

/** What a collection needs of its open store. */
interface Databases {
  reader(): mongo.Db;
  writer(): mongo.Db;
}

/** The bound of a command on behalf of the call in hand. Work that nobody waits for may take longer. */
const limitMs = (): number => {
  const leftMs = budgetLeftMs();
  return leftMs === Number.POSITIVE_INFINITY ? patientMs : Math.min(commandMs, leftMs);
};

/** A change in MongoDB's words. `$unset` always stands there, so that a change of nothing is one that may be sent. */
function changeOf({ set, unset, pull }: Change): mongo.UpdateFilter<Body> {
  const change: Record<string, object> = { $unset: Object.fromEntries((unset ?? []).map((path) => [fieldOf(path), ''])) };
  const fields = Object.entries(set ?? {}).map(([path, value]) => [fieldOf(path), storedValue(value)]);
  if (fields.length > 0) change.$set = Object.fromEntries(fields);
  if (pull !== undefined) change.$pull = { [fieldOf(pull.path)]: { id: { $in: [...pull.ids] } } };
  return change as mongo.UpdateFilter<Body>;
}

/** Inserts documents by one command, each on its own; gives the error of each that was there already. */
async function insertAll(collection: mongo.Collection<Body>, bodies: readonly Body[]): Promise<(Error | undefined)[]> {
  const [body] = bodies;
  if (bodies.length === 1 && body) {
    await writing(patientMs, () => collection.insertOne(body));
    return [];
  }
  const errors = await writing(patientMs, async () => {
    try {
      await collection.insertMany([...bodies], { ordered: false });
      return new Map<number, Error>();
    } catch (error) {
      const duplicates = duplicatesOf(error);
      if (duplicates === undefined) throw error;
      return duplicates;
    }
  });
  return bodies.map((_, index) => errors.get(index));
}

/** Changes find their document by its id, whatever else they ask of it. */
const byId = { hint: { _id: 1 } } as const;

type OneUpdate = mongo.UpdateOneModel<Body>;

/** Makes changes by one command, each on its own. */
async function applyAll(collection: mongo.Collection<Body>, updates: readonly OneUpdate[]): Promise<undefined[]> {
  await writing(patientMs, () =>
    collection.bulkWrite(
      updates.map((updateOne) => ({ updateOne })),
      { ordered: false },
    ),
  );
  return [];
}

class MongoCollection<T extends Stored> implements Collection<T> {
  readonly #definition: CollectionDefinition;
  readonly #databases: Databases;
  readonly #getTogether: (id: string) => Promise<Body | undefined>;
  readonly #insertTogether: (body: Body) => Promise<void>;
  readonly #applyTogether: (update: OneUpdate) => Promise<void>;

  constructor(definition: CollectionDefinition, databases: Databases) {
    this.#definition = definition;
    this.#databases = databases;
    this.#getTogether = sharing({ ...shares, run: (ids) => this.#getAll(ids) });
    this.#insertTogether = sharing({ ...shares, run: (bodies) => insertAll(this.#written(), bodies) });
    this.#applyTogether = sharing({ ...shares, run: (updates) => applyAll(this.#written(), updates) });
  }

  async get(id: string): Promise<T | undefined> {
    return (await reading(limitMs(), () => this.#getTogether(id))) as Stored | undefined as T | undefined;
  }

  async find(query: Query): Promise<T[]> {
    const { filter, options } = findFilter(this.#definition, query);
    // One batch, so that nothing is left open on the server.
    const found = await reading(limitMs(), () =>
      this.#bodies()
        .find(filter, { ...options, limit: query.limit, batchSize: query.limit })
        .toArray(),
    );
    return found as Stored[] as T[];
  }

  async count(query: { readonly filter?: Filter; readonly all?: readonly Filter[]; readonly limit: number }): Promise<number> {
    const { filter, options } = countFilter(this.#definition, query);
    return reading(limitMs(), () => this.#bodies().countDocuments(filter, { ...options, limit: query.limit }));
  }

  async insert(document: T): Promise<void> {
    await writing(limitMs(), () => this.#insertTogether(this.#bodyOf(document)));
  }

  async replace(document: T, where: Filter): Promise<boolean> {
    const body = this.#bodyOf(document);
    const filter = this.#guarded(document._id, where);
    const { matchedCount } = await writing(limitMs(), () => this.#written().replaceOne(filter, body, byId));
    return matchedCount === 1;
  }

  async update(id: string, change: Change, where: Filter = {}): Promise<boolean> {
    const filter = this.#guarded(id, where);
    const { matchedCount } = await writing(limitMs(), () => this.#written().updateOne(filter, changeOf(change), byId));
    return matchedCount === 1;
  }

  async updateAll(ids: readonly string[], change: Change): Promise<number> {
    const filter: BodyFilter = { _id: { $in: [...checkedIds(ids)] } };
    const { matchedCount } = await writing(limitMs(), () => this.#written().updateMany(filter, changeOf(change), byId));
    return matchedCount;
  }

  async apply(id: string, change: Change, whereAny: readonly Filter[]): Promise<void> {
    const either = whereAny.map((where) => together(conditionsOf(this.#definition, [where])));
    if (either.length === 0) return;
    const filter: BodyFilter = { $and: [{ _id: id }, { $or: either }] };
    await writing(limitMs(), () => this.#applyTogether({ filter, update: changeOf(change), ...byId }));
  }

  async remove(id: string, where: Filter = {}): Promise<boolean> {
    const filter = this.#guarded(id, where);
    const { deletedCount } = await writing(limitMs(), () => this.#written().deleteOne(filter, byId));
    return deletedCount === 1;
  }

  async #getAll(ids: readonly string[]): Promise<(Body | undefined)[]> {
    const [id] = ids;
    if (ids.length === 1 && id !== undefined) return [(await reading(patientMs, () => this.#bodies().findOne({ _id: id }))) ?? undefined];
    const asked = [...new Set(ids)];
    const found = await reading(patientMs, () =>
      this.#bodies()
        .find({ _id: { $in: asked } }, { limit: asked.length, batchSize: asked.length })
        .toArray(),
    );
    const bodies = new Map(found.map((body) => [body._id, body]));
    // Nobody shares an object with another who asked for the same.
    const given = new Set<string>();
    return ids.map((one) => {
      const body = bodies.get(one);
      if (!given.has(one)) return given.add(one) && body;
      return structuredClone(body);
    });
  }

  #bodies(): mongo.Collection<Body> {
    return this.#databases.reader().collection<Body>(this.#definition.name);
  }

  #written(): mongo.Collection<Body> {
    return this.#databases.writer().collection<Body>(this.#definition.name);
  }

  #bodyOf(document: T): Body {
    return { ...(storedValue(document) as object), _id: document._id };
  }

  #guarded(id: string, where: Filter): BodyFilter {
    return { $and: [{ _id: id }, ...conditionsOf(this.#definition, [where])] };
  }
}

function checkDefinition(definition: CollectionDefinition): void {
  if (checkedName(definition.name) === guardsName) throw new RangeError(`"${guardsName}" is the store's own collection.`);
}

/**
 * Documents in one MongoDB database, the service's own: a replica set or a sharded cluster, read and written at its primary, answered when the majority has it on disk.
 * `schemaVersion` (1) is the newest version of data this code reads. A path holds values of one kind, and `set`, `unset` and `pull` of one change name paths apart from one another.
 * `open` throws StartRefused with one sentence: no answer within 5 s, wrong credentials, missing rights, no replica set, indexes that differ, newer data.
 */
export function openMongoDocuments(options: { uri: string; database: string; schemaVersion?: number }): DocumentStore {
  const definitions = new Map<string, CollectionDefinition>();
  const name = checkedName(options.database);
  let open: Opened | undefined;
  const opened = (): mongo.Db => {
    if (open === undefined) throw new StoreUnavailable('The document store is not open.');
    return open.database;
  };
  const databases: Databases = { reader: opened, writer: opened };

  async function patiently(work: (database: mongo.Db) => Promise<void>): Promise<void> {
    const { connection, database } = await connect(options.uri, name, { isPatient: true });
    try {
      await work(database);
    } finally {
      await connection.close();
    }
  }

  return {
    collection: (definition) => {
      if (open !== undefined) throw new Error(`The collection "${definition.name}" was named after the store was opened.`);
      if (definitions.has(definition.name)) throw new Error(`The collection "${definition.name}" is named twice.`);
      checkDefinition(definition);
      definitions.set(definition.name, definition);
      return new MongoCollection(definition, databases);
    },
    open: async () => {
      let opening: Opened | undefined;
      try {
        opening = await connect(options.uri, name);
        await prepareDatabase(opening.database, [...definitions.values()], options.schemaVersion ?? 1, patiently);
        open = opening;
      } catch (error) {
        await opening?.connection.close();
        throw startError(error, options.uri, name);
      }
    },
    ping: async () => {
      await reading(pingMs, () => opened().command({ ping: 1 }));
    },
    close: async () => {
      const closing = open;
      open = undefined;
      await closing?.connection.close();
    },
  };
}

/** Opens the documents of a database for reading alone, beside a platform that runs: nothing is built and every write throws StoreUnavailable. */
export function openMongoDocumentsForReading(options: { uri: string; database: string }): Omit<DocumentStore, 'ping'> {
  const name = checkedName(options.database);
  let open: Opened | undefined;
  const databases: Databases = {
    reader: () => {
      if (open === undefined) throw new StoreUnavailable('The document store is not open.');
      return open.database;
    },
    writer: () => {
      throw new StoreUnavailable('This store is open for reading alone.');
    },
  };
  return {
    collection: (definition) => new MongoCollection(definition, databases),
    open: async () => {
      try {
        open = await connect(options.uri, name);
      } catch (error) {
        throw startError(error, options.uri, name);
      }
    },
    close: async () => {
      await open?.connection.close();
      open = undefined;
    },
  };
}
