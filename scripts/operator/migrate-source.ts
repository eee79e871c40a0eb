// What `migrate` copies: a data folder that no platform uses, looked through before anything is written.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { credentialsDefinition, resetLinksDefinition, sessionsDefinition } from '@tradepost/auth/collections.ts';
import { accountsDefinition as fundsAccounts, entriesDefinition as fundsEntries } from '@tradepost/funds/collections.ts';
import { settingsDefinition } from '@tradepost/funds/epoch.ts';
import { openBusReader, type Unhandled } from '@tradepost/platform/bus/embedded-read.ts';
import type { Configuration } from '@tradepost/platform/config.ts';
import { deedsDefinition } from '@tradepost/platform/deeds.ts';
import { openSqliteDocuments } from '@tradepost/platform/documents/sqlite.ts';
import { openFileObjects } from '@tradepost/platform/objects/filesystem.ts';
import type { Collection, CollectionDefinition, ObjectStore, Stored } from '@tradepost/platform/ports.ts';
import { openSealer, SealBroken } from '@tradepost/platform/seal.ts';
import { openSecrets, type Secrets } from '@tradepost/platform/secrets.ts';
import { openReader } from '@tradepost/platform/sqlite/reader.ts';
import { accountsDefinition, entriesDefinition, pricesDefinition } from '@tradepost/positions/collections.ts';
import { companyDefinition, messagesDefinition, textsDefinition } from '@tradepost/site-content/collections.ts';
import { storyDefinition, storyId, usersDefinition } from '@tradepost/users/collections.ts';
import { restoringFile } from '../version.ts';

/** All that the services keep. Of a relay's lease nothing is to be kept. */
export const collectionsOf = {
  auth: [credentialsDefinition, sessionsDefinition, resetLinksDefinition],
  funds: [fundsEntries, fundsAccounts, settingsDefinition],
  positions: [entriesDefinition, accountsDefinition, pricesDefinition, deedsDefinition],
  'site-content': [companyDefinition, textsDefinition, messagesDefinition, deedsDefinition],
  users: [usersDefinition, deedsDefinition, storyDefinition],
} as const satisfies Record<string, readonly CollectionDefinition[]>;

export type Keeper = keyof typeof collectionsOf;
/** Users comes last: what is written there at the end says that all is there. */
export const keepers: readonly Keeper[] = ['auth', 'funds', 'positions', 'site-content', 'users'];

/** Throws an Error unless a platform was started on the folder once and everything since was finished. */
export function checkFolder(from: string): void {
  const missing = ['funds.db', 'users.db', 'auth.db', 'bus.db'].find((name) => !existsSync(join(from, name)));
  if (missing !== undefined) throw new Error(`There is no ${missing} in ${from}: --from takes the DATA_DIR of a platform that was started there once.`);
  if (existsSync(join(from, restoringFile))) throw new Error(`A restore into ${from} was cut short: finish it first.`);
}

/**
 * The secrets under which the data will be used: those of the environment where they are given, else those in the folder. Call it with the folder locked.
 * Throws an Error with one sentence when what is sealed could not be opened with them.
 */
export function secretsFor(from: string, configuration: Configuration): Secrets {
  const isKept = existsSync(join(from, 'secrets.json'));
  if (!isKept && configuration.sealingKey === undefined) throw new Error(`There is no secrets.json in ${from}: set the SEALING_KEY that the platform there was started with.`);
  const given = { ...configuration, dataDir: from };
  if (isKept) {
    const kept = openSecrets({ ...given, tokenKey: undefined, sealingKey: undefined, internalKey: undefined });
    if (kept.resealing) throw new Error(`A rotation of secrets in ${from} is not finished: start the platform there once, and stop it.`);
    if (configuration.sealingKey !== undefined && !configuration.sealingKey.equals(kept.sealingKey))
      throw new Error(`SEALING_KEY is another than the one in ${join(from, 'secrets.json')}, so that nothing sealed could be opened: set that one.`);
    return openSecrets(given);
  }
  // Nobody reads the two that are made up here.
  return openSecrets({ ...given, tokenKey: configuration.tokenKey ?? 'unused', internalKey: configuration.internalKey ?? 'unused' });
}

function checkTables(from: string, service: Keeper): void {
  const reader = openReader(join(from, `${service}.db`));
  try {
    const tables = reader.all(`SELECT substr(name, 3) AS name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'c\\_%' ESCAPE '\\'`, []).map((row) => String(row.name));
    const known: readonly string[] = [...collectionsOf[service].map(({ name }) => name), 'leases'];
    const unknown = tables.find((name) => !known.includes(name));
    if (unknown !== undefined) throw new Error(`${service}.db in ${from} has the collection ${unknown}, which this program does not know: use the program that made it.`);
  } finally {
    reader.close();
  }
}

/** The one document of a collection that embedded data keep in a file: how much of the demonstration was told. */
function storyIn(from: string): Pick<Collection<Stored>, 'find'> {
  const file = join(from, 'demo.json');
  const story: Stored[] = existsSync(file) ? [{ ...JSON.parse(readFileSync(file, 'utf8')), _id: storyId }] : [];
  return { find: async () => story };
}

/** A collection of the folder under its name, `users.deeds`. */
export interface SourceCollection {
  readonly service: Keeper;
  readonly definition: CollectionDefinition;
  readonly documents: Pick<Collection<Stored>, 'find'>;
}

/** Opens every collection of the folder, as a start of the platform does: data of an older version get their present form. Throws StartRefused. */
export async function openSource(from: string, closers: (() => Promise<void>)[]): Promise<SourceCollection[]> {
  const found: SourceCollection[] = [];
  for (const service of keepers) {
    const store = openSqliteDocuments({ file: join(from, `${service}.db`) });
    for (const definition of collectionsOf[service]) {
      const documents = store.collection<Stored>(definition);
      found.push({ service, definition, documents: definition === storyDefinition ? storyIn(from) : documents });
    }
    await store.open();
    closers.push(() => store.close());
    checkTables(from, service);
  }
  return found;
}

/** Reads every file, and gives their keys. Throws an Error that names the first that cannot be opened. */
export async function checkObjects(from: string, sealingKey: Buffer): Promise<string[]> {
  const objects: ObjectStore = await openFileObjects({ folder: join(from, 'objects'), sealer: openSealer(sealingKey) });
  const keys: string[] = [];
  for await (const { key } of objects.list('')) {
    try {
      for await (const _piece of (await objects.get(key))?.content ?? []);
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      throw new Error(`The file ${key} cannot be opened: it is damaged, or was sealed with another SEALING_KEY. Bring it back from a backup, or remove it.`, { cause: error });
    }
    keys.push(key);
  }
  return keys.sort();
}

/** What the consumers of the folder's platform have not handled. Those of a gateway read only for people who were connected then. */
export async function unhandledIn(from: string): Promise<Unhandled[]> {
  const bus = openBusReader(join(from, 'bus.db'));
  try {
    return bus.unhandled().filter(({ group }) => !group.startsWith('gateway.'));
  } finally {
    await bus.close();
  }
}
