// What the services stand on: an engine where its variable is set, what is embedded otherwise, each independently of the others.
// Whatever is not used is not loaded: an embedded start reads no driver of an engine, and a process opens what its service asks for.
import { join } from 'node:path';
import { watchDependencies } from '@tradepost/platform/away.ts';
import type { Configuration } from '@tradepost/platform/config.ts';
import type { Logger } from '@tradepost/platform/log.ts';
import type { Cache, Clock, DocumentStore, EventBus, Mailer, ObjectStore } from '@tradepost/platform/ports.ts';
import type { Sealer } from '@tradepost/platform/seal.ts';

/** Below this much free disk writes answer 503 and reads go on. */
const minimumFreeBytes = 500_000_000;

/** The ports of one process. Each is opened when it is first asked for, and there once. */
export interface Adapters {
  /** A store of its own for each service, which opens and closes it. */
  documents(service: string): Promise<DocumentStore>;
  bus(): Promise<EventBus>;
  cache(): Promise<Cache>;
  objects(): Promise<ObjectStore>;
  mailer(): Promise<Mailer>;
  readonly sealer: Sealer;
  /** Which of `bus`, `cache` and `objects` were opened and do not answer now; told within 500 ms. */
  away(): Promise<string[]>;
  /** Closes what was opened, last first. */
  close(): Promise<void>;
}

export interface AdapterOptions {
  readonly log: Logger;
  readonly clock: Clock;
  /** Names this process to the engines. */
  readonly clientId: string;
  readonly sealer: () => Sealer;
}

/** The name of a service's database in MongoDB. */
export const databaseOf = (service: string): string => `tradepost_${service.replaceAll('-', '_')}`;

async function openDocuments({ mongodbUri, dataDir }: Configuration, service: string): Promise<DocumentStore> {
  if (mongodbUri !== undefined) {
    const { openMongoDocuments } = await import('@tradepost/platform/documents/mongo.ts');
    return openMongoDocuments({ uri: mongodbUri, database: databaseOf(service) });
  }
  const { openSqliteDocuments } = await import('@tradepost/platform/documents/sqlite.ts');
  return openSqliteDocuments({ file: join(dataDir, `${service}.db`), minimumFreeBytes });
}

async function openBus({ kafkaBrokers, dataDir }: Configuration, { log, clientId }: AdapterOptions): Promise<EventBus> {
  if (kafkaBrokers !== undefined) {
    const { openKafkaBus } = await import('@tradepost/platform/bus/kafka.ts');
    return openKafkaBus({ brokers: kafkaBrokers, clientId, log });
  }
  const { openEmbeddedBus } = await import('@tradepost/platform/bus/embedded.ts');
  return openEmbeddedBus({ file: join(dataDir, 'bus.db') });
}

async function openCache({ redisUrl }: Configuration, { log }: AdapterOptions): Promise<Cache> {
  if (redisUrl !== undefined) {
    const { openRedisCache } = await import('@tradepost/platform/cache/redis.ts');
    return openRedisCache({ url: redisUrl, log });
  }
  const { memoryCache } = await import('@tradepost/platform/cache/memory.ts');
  return memoryCache();
}

async function openObjects({ minioEndpoint, minioAccessKey, minioSecretKey, minioBucket, dataDir }: Configuration, sealer: Sealer): Promise<ObjectStore> {
  if (minioEndpoint !== undefined && minioAccessKey !== undefined && minioSecretKey !== undefined) {
    const { openMinioObjects } = await import('@tradepost/platform/objects/minio.ts');
    return openMinioObjects({ endpoint: minioEndpoint, accessKey: minioAccessKey, secretKey: minioSecretKey, bucket: minioBucket, sealer });
  }
  const { openFileObjects } = await import('@tradepost/platform/objects/filesystem.ts');
  return openFileObjects({ folder: join(dataDir, 'objects'), sealer, minimumFreeBytes });
}

async function openMailer({ smtpUrl, mailFrom, dataDir }: Configuration, { clock }: AdapterOptions): Promise<Mailer> {
  if (smtpUrl !== undefined && mailFrom !== undefined) {
    const { smtpMailer } = await import('@tradepost/platform/mail/smtp.ts');
    return smtpMailer({ url: smtpUrl, from: mailFrom });
  }
  const { fileMailer } = await import('@tradepost/platform/mail/files.ts');
  return fileMailer(join(dataDir, 'mail'), clock);
}

/** Makes the ports of this process; nothing is opened yet. Opening one throws StartRefused with one sentence when it cannot be. */
export function adaptersOf(configuration: Configuration, options: AdapterOptions): Adapters {
  const closers: (() => Promise<void>)[] = [];
  const dependencies = watchDependencies();
  let sealer: Sealer | undefined;

  function once<T>(open: () => Promise<T>): () => Promise<T> {
    let opening: Promise<T> | undefined;
    return () => {
      opening ??= open();
      return opening;
    };
  }

  /** Opens once what is told among those that are away, and closed in the end. */
  const shared = <T extends { ping(): Promise<void>; close(): Promise<void> }>(name: string, open: () => Promise<T>): (() => Promise<T>) =>
    once(async () => {
      const opened = await open();
      dependencies.add(name, opened);
      closers.push(() => opened.close());
      return opened;
    });

  const openedSealer = (): Sealer => {
    sealer ??= options.sealer();
    return sealer;
  };
  return {
    documents: (service) => openDocuments(configuration, service),
    bus: shared('bus', () => openBus(configuration, options)),
    cache: shared('cache', () => openCache(configuration, options)),
    objects: shared('objects', () => openObjects(configuration, openedSealer())),
    mailer: once(() => openMailer(configuration, options)),
    get sealer() {
      return openedSealer();
    },
    away: dependencies.away,
    async close() {
      for (const close of closers.splice(0).reverse()) await close();
    },
  };
}
