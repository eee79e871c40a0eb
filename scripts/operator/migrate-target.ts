// Where `migrate` copies to: the databases of MongoDB, with a note in each of what it was copied from.
import { join } from 'node:path';
import { StartRefused } from '@tradepost/platform/errors.ts';
import { canonicalJson } from '@tradepost/platform/json.ts';
import type { Collection, CollectionDefinition, Stored } from '@tradepost/platform/ports.ts';
import { databaseOf } from '../adapters.ts';
import { copyDocuments, isClash, type Sum, sumOf } from './copying.ts';
import { type Replayed, verifyDocuments } from './ledger.ts';
import { collectionsOf, type Keeper, keepers, type SourceCollection } from './migrate-source.ts';

/** What is noted in a database that embedded data are copied into. The one document is `embedded`. */
interface Migration extends Stored {
  /** Names the data folder. */
  readonly source: string;
  readonly doneAt?: string;
}

const migrationsDefinition: CollectionDefinition = { name: 'migrations', indexes: [] };
const migrationId = 'embedded';
const progressEvery = 10_000;

interface Database {
  readonly service: Keeper;
  readonly migrations: Collection<Migration>;
  readonly collections: ReadonlyMap<string, Collection<Stored>>;
}

/** Databases that are to take the folder's documents. */
export interface Target {
  /** When all was copied from this very folder before, ISO 8601 UTC. Throws an Error when a database holds anything else. */
  check(source: string): Promise<string | undefined>;
  /** Copies a collection, reads it back and gives what it holds. Throws an Error when that is not `wanted`. */
  take(from: SourceCollection, wanted: Sum): Promise<void>;
  verify(headsFolder: string): Promise<Replayed>;
  done(source: string): Promise<void>;
}

async function openDatabase(uri: string, service: Keeper, closers: (() => Promise<void>)[]): Promise<Database> {
  const { openMongoDocuments } = await import('@tradepost/platform/documents/mongo.ts');
  const store = openMongoDocuments({ uri, database: databaseOf(service) });
  const migrations = store.collection<Migration>(migrationsDefinition);
  const collections = new Map(collectionsOf[service].map((definition) => [definition.name, store.collection<Stored>(definition)]));
  await store.open();
  closers.push(() => store.close());
  return { service, migrations, collections };
}

async function checkDatabase({ service, migrations, collections }: Database, source: string): Promise<void> {
  const noted = await migrations.get(migrationId);
  if (noted?.source === source) return;
  if (noted) throw new StartRefused(`The database ${databaseOf(service)} was filled from another data folder: name an empty MongoDB.`);
  for (const [name, collection] of collections) {
    if ((await collection.count({ limit: 1 })) > 0)
      throw new StartRefused(
        `The database ${databaseOf(service)} holds other data (${name}): name an empty MongoDB, and migrate before \`prepare\` or a start makes an owner there.`,
      );
  }
}

/** Opens the five databases, makes their indexes, and gives what is done there. Throws StartRefused with one sentence. */
export async function openTarget(uri: string, closers: (() => Promise<void>)[], told: (line: string) => void): Promise<Target> {
  const databases = new Map<Keeper, Database>();
  for (const service of keepers) databases.set(service, await openDatabase(uri, service, closers));
  const of = (service: Keeper): Database => {
    const database = databases.get(service);
    if (!database) throw new Error(`There is no database of ${service}.`);
    return database;
  };
  return {
    async check(source) {
      for (const database of databases.values()) await checkDatabase(database, source);
      // Before anything else is written, so that a second run knows what the first has left.
      for (const { migrations } of databases.values()) if (!(await migrations.get(migrationId))) await migrations.insert({ _id: migrationId, source });
      return (await of('users').migrations.get(migrationId))?.doneAt;
    },
    async take({ service, definition, documents }, wanted) {
      const collection = of(service).collections.get(definition.name);
      if (!collection) throw new Error(`There is no collection ${definition.name} of ${service}.`);
      const name = `${databaseOf(service)}.${definition.name}`;
      let next = progressEvery;
      const progress = (done: number): void => {
        if (done < next) return;
        next += progressEvery;
        told(`${name}: ${done} of ${wanted.documents}`);
      };
      const otherwise = (cause?: unknown): Error =>
        new Error(`The collection ${name} holds something else than the folder: drop the databases tradepost_* and begin again.`, { cause });
      await copyDocuments(documents, collection, progress).catch((error: unknown) => {
        throw isClash(error) ? otherwise(error) : error;
      });
      if (canonicalJson(await sumOf(collection)) !== canonicalJson(wanted)) throw otherwise();
      told(`${name}: ${wanted.documents} documents, the same on both sides`);
    },
    async verify(headsFolder) {
      const { openMongoDocumentsForReading } = await import('@tradepost/platform/documents/mongo.ts');
      const funds = openMongoDocumentsForReading({ uri, database: databaseOf('funds') });
      await funds.open();
      return verifyDocuments(funds, headsFolder);
    },
    async done(source) {
      const doneAt = new Date().toISOString();
      for (const service of keepers) await of(service).migrations.update(migrationId, { set: { doneAt } }, { source });
    },
  };
}

/** The folder of the daily heads beside a data folder. */
export const headsOf = (dataDir: string): string => join(dataDir, 'heads');
