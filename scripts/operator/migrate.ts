// `npm run ops -- migrate --from DIR`: takes embedded data to the engines that the environment names. Cut short at any moment, it is run again and goes on.
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Configuration, readConfiguration } from '@tradepost/platform/config.ts';
import { StartRefused } from '@tradepost/platform/errors.ts';
import { canonicalJson, sha256 } from '@tradepost/platform/json.ts';
import { createLogger } from '@tradepost/platform/log.ts';
import { writePrivateFile } from '@tradepost/platform/private-file.ts';
import { openSealer } from '@tradepost/platform/seal.ts';
import type { Secrets } from '@tradepost/platform/secrets.ts';
import { lockFolder } from '@tradepost/platform/sqlite/folder-lock.ts';
import { environmentOf, sparedSecrets } from '../needs.ts';
import type { Closers } from '../shared-services.ts';
import { type Sum, sumOf } from './copying.ts';
import { type Replayed, verifyFolder } from './ledger.ts';
import { checkFolder, checkObjects, openSource, type SourceCollection, secretsFor, unhandledIn } from './migrate-source.ts';
import { headsOf, openTarget } from './migrate-target.ts';
import { openShared } from './shared.ts';

/** What a migration has done, or found done. */
export interface Migrated {
  /** When an earlier run has finished; nothing was done this time. */
  readonly doneAt?: string;
  readonly ledger?: LedgerSum;
  /** Documents by collection. */
  readonly collections?: Readonly<Record<string, number>>;
  readonly objects?: { readonly files: number; readonly bytes: number };
  /** What `projections rebuild` has found on the engines. */
  readonly balances?: { readonly accounts: number; readonly corrected: number; readonly ahead: readonly string[] };
  /** Events told once more, because a consumer of the folder had not handled them. */
  readonly resent?: number;
}

interface LedgerSum {
  readonly accounts: number;
  readonly entries: number;
  /** SHA-256 over the heads of all accounts. */
  readonly heads: string;
}

interface Work {
  readonly from: string;
  readonly configuration: Configuration;
  readonly secrets: Secrets;
  readonly closers: Closers;
  readonly told: (line: string) => void;
}

async function closeAll(closers: Closers): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close();
}

/** The ledger in figures. Throws an Error that names the first flaw when it is damaged. */
function soundLedger(where: string, { verdict, heads }: Replayed): LedgerSum {
  const { first, accounts, entries } = verdict;
  if (first) throw new Error(`The ledger ${where} is damaged, so nothing is taken from it: account ${first.account}, entry ${first.seq}: ${first.reason}`);
  return { accounts, entries, heads: sha256(canonicalJson(heads)) };
}

/** Names a data folder, so that its copy is known again. */
function nameOf(from: string): string {
  const file = join(from, 'migration.json');
  if (existsSync(file)) return String(JSON.parse(readFileSync(file, 'utf8')).source);
  const source = randomUUID();
  writePrivateFile(file, `${JSON.stringify({ source })}\n`);
  return source;
}

/** What consumers keep is made whole again: the lists' balances from the ledger, and by events whatever they had not handled. */
async function makeWhole({ from, configuration, secrets, told }: Work): Promise<Pick<Migrated, 'balances' | 'resent'>> {
  const log = createLogger({ level: 'error', format: 'json', destination: process.stderr });
  const closers: Closers = [];
  try {
    const operations = await openShared({ ...configuration, dataDir: from }, secrets, log, closers);
    const balances = await operations.rebuildProjections();
    told(`${balances.accounts} balances compared with the ledger, ${balances.corrected} corrected`);
    const unhandled = configuration.kafkaBrokers === undefined ? [] : await unhandledIn(from);
    const earliest = unhandled.map(({ since }) => Date.parse(since)).sort((one, other) => one - other)[0];
    if (earliest === undefined) return { balances, resent: 0 };
    for (const { group, events } of unhandled) told(`${group} had ${events} events still to handle: they are told again`);
    const { events } = await operations.resend(earliest);
    return { balances, resent: Object.values(events).reduce((sum, count) => sum + count, 0) };
  } finally {
    await closeAll(closers);
  }
}

async function sumsOf(collections: readonly SourceCollection[]): Promise<{ collection: SourceCollection; sum: Sum }[]> {
  const sums: { collection: SourceCollection; sum: Sum }[] = [];
  for (const collection of collections) sums.push({ collection, sum: await sumOf(collection.documents) });
  return sums;
}

async function moveObjects({ from, configuration, secrets, closers, told }: Work, keys: readonly string[]): Promise<Migrated['objects']> {
  const { minioEndpoint: endpoint, minioAccessKey: accessKey, minioSecretKey: secretKey, minioBucket: bucket } = configuration;
  if (endpoint === undefined || accessKey === undefined || secretKey === undefined) return undefined;
  const [{ openMinioObjects }, { openSealedCopy }] = await Promise.all([import('@tradepost/platform/objects/minio.ts'), import('@tradepost/platform/objects/copy.ts')]);
  const connection = { endpoint, accessKey, secretKey };
  const there = await openMinioObjects({ ...connection, bucket, sealer: openSealer(secrets.sealingKey) });
  closers.push(() => there.close());
  const known = new Set(keys);
  for await (const { key } of there.list('')) if (!known.has(key)) throw new StartRefused(`The bucket ${bucket} holds other files (${key}): name an empty one with MINIO_BUCKET.`);
  const files = openSealedCopy({ folder: join(from, 'objects'), connection, bucket });
  closers.push(async () => files.close());
  let bytes = 0;
  for (const [index, key] of keys.entries()) {
    bytes += await files.copy(key);
    if ((index + 1) % 500 === 0) told(`${bucket}: ${index + 1} of ${keys.length} files`);
  }
  told(`${bucket}: ${keys.length} files, ${bytes} bytes, the same on both sides`);
  return { files: keys.length, bytes };
}

async function moveAll(work: Work, uri: string, keys: readonly string[]): Promise<Migrated> {
  const { from, closers, told } = work;
  const sums = await sumsOf(await openSource(from, closers));
  const ledger = soundLedger(`in ${from}`, await verifyFolder(from));
  told(`${from}: ${ledger.entries} entries of ${ledger.accounts} accounts, unbroken`);
  const source = nameOf(from);
  const target = await openTarget(uri, closers, told);
  const doneAt = await target.check(source);
  if (doneAt !== undefined) return { doneAt };
  // Files first: no document names one that is not there yet.
  const objects = await moveObjects(work, keys);
  for (const { collection, sum } of sums) await target.take(collection, sum);
  const there = soundLedger('on MongoDB', await target.verify(headsOf(from)));
  if (canonicalJson(there) !== canonicalJson(ledger))
    throw new Error('The ledger on MongoDB is another than the one in the folder: drop the databases tradepost_* and begin again.');
  told(`MongoDB: ${there.entries} entries of ${there.accounts} accounts, unbroken, the same heads`);
  const whole = await makeWhole(work);
  await target.done(source);
  const collections = Object.fromEntries(sums.map(({ collection, sum }) => [`${collection.service}.${collection.definition.name}`, sum.documents]));
  return { ledger, collections, ...(objects ? { objects } : {}), ...whole };
}

/**
 * Copies the documents and files of a data folder that no platform uses into the engines that `environment` names, and compares both sides. The folder stays as it is, with a note in `migration.json`.
 * Everything in it is read first: a damaged one is refused before anything is written. `told` hears the progress, a line at a time.
 * Throws StartRefused or an Error with one sentence; run again, it goes on.
 */
export async function migrate(from: string, environment: Readonly<Record<string, string | undefined>>, told: (line: string) => void): Promise<Migrated> {
  const configuration = readConfiguration(environmentOf('prepare', environment), { spared: sparedSecrets('prepare') });
  const { mongodbUri, minioEndpoint } = configuration;
  if (mongodbUri === undefined && minioEndpoint === undefined)
    throw new StartRefused('Name the engines to migrate to: MONGODB_URI for documents, MINIO_ENDPOINT with its keys for files, KAFKA_BROKERS for what is still to be told.');
  checkFolder(from);
  const lock = lockFolder(from);
  const closers: Closers = [];
  try {
    const work: Work = { from, configuration, secrets: secretsFor(from, configuration), closers, told };
    const keys = await checkObjects(from, work.secrets.sealingKey);
    told(`${from}: ${keys.length} files, all of them sound`);
    if (mongodbUri !== undefined) return await moveAll(work, mongodbUri, keys);
    const objects = await moveObjects(work, keys);
    return objects ? { objects } : {};
  } finally {
    await closeAll(closers);
    lock.release();
  }
}
