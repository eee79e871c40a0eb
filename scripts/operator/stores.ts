// What the verbs that read are given: the stores of a data folder, and each engine that the environment names in the place of one of them.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readConfiguration } from '@tradepost/platform/config.ts';
import { createLogger } from '@tradepost/platform/log.ts';
import type { DocumentStore, EventBus } from '@tradepost/platform/ports.ts';
import { databaseOf } from '../adapters.ts';

export type ReadingDocuments = Pick<DocumentStore, 'collection' | 'close'>;

export interface ReadingBus extends Pick<EventBus, 'read' | 'deadLetters' | 'close'> {
  /** Events of a topic that a group has not handled. */
  waiting(group: string, topic: string): Promise<number>;
}

/** Opens stores beside a platform that may be running. Whoever opens one closes it. */
export interface Stores {
  readonly dataDir: string;
  /** Whether both what users keeps and the bus are there, so that one can be compared with the other. */
  readonly isWhole: boolean;
  /** Throws an Error with one sentence when there are none. */
  documents(service: string): Promise<ReadingDocuments>;
  bus(): Promise<ReadingBus>;
}

/** Of the environment, what says where stores are; what else it holds need not be whole for reading. */
const namedStores = ['MONGODB_URI', 'KAFKA_BROKERS', 'REDIS_URL', 'MINIO_ENDPOINT', 'MINIO_ACCESS_KEY', 'MINIO_SECRET_KEY', 'MINIO_BUCKET'];

/** The engines that the environment names. Throws StartRefused with one sentence for a bad value. */
export function enginesOf(environment: Readonly<Record<string, string | undefined>>) {
  const { mongodbUri, kafkaBrokers, redisUrl, minioEndpoint } = readConfiguration(Object.fromEntries(namedStores.map((name) => [name, environment[name]])));
  return { mongodbUri, kafkaBrokers, redisUrl, minioEndpoint };
}

function fileOf(dataDir: string, name: string): string {
  const file = join(dataDir, name);
  if (!existsSync(file)) throw new Error(`There is no ${name} in ${dataDir}: set DATA_DIR to the folder of a platform that was started once, or name its engine.`);
  return file;
}

async function openDocuments(dataDir: string, uri: string | undefined, service: string): Promise<ReadingDocuments> {
  if (uri === undefined) {
    const file = fileOf(dataDir, `${service}.db`);
    const { openSqliteDocumentsForReading } = await import('@tradepost/platform/documents/sqlite.ts');
    return openSqliteDocumentsForReading({ file });
  }
  const { openMongoDocumentsForReading } = await import('@tradepost/platform/documents/mongo.ts');
  const documents = openMongoDocumentsForReading({ uri, database: databaseOf(service) });
  await documents.open();
  return documents;
}

async function openBus(dataDir: string, brokers: readonly string[] | undefined): Promise<ReadingBus> {
  if (brokers === undefined) {
    const file = fileOf(dataDir, 'bus.db');
    const { openBusReader } = await import('@tradepost/platform/bus/embedded-read.ts');
    const bus = openBusReader(file);
    return { ...bus, waiting: async (group, topic) => bus.waiting(group, topic) };
  }
  const [{ openKafkaBus }, { openKafkaWaiting }] = await Promise.all([import('@tradepost/platform/bus/kafka.ts'), import('@tradepost/platform/bus/kafka-waiting.ts')]);
  const settings = { brokers, clientId: 'tradepost-ops', log: createLogger({ level: 'error', format: 'json', destination: process.stderr }) };
  const [bus, count] = [await openKafkaBus(settings), openKafkaWaiting(settings)];
  return {
    read: (options) => bus.read(options),
    deadLetters: (options) => bus.deadLetters(options),
    waiting: (group, topic) => count.waiting(group, topic),
    async close() {
      await Promise.all([bus.close(), count.close()]);
    },
  };
}

/** The stores that `dataDir` and the environment name; nothing is opened yet. Throws StartRefused with one sentence for a bad value. */
export function storesOf(dataDir: string, environment: Readonly<Record<string, string | undefined>>): Stores {
  const { mongodbUri, kafkaBrokers } = enginesOf(environment);
  const isThere = (name: string): boolean => existsSync(join(dataDir, name));
  return {
    dataDir,
    isWhole: (mongodbUri !== undefined || isThere('users.db')) && (kafkaBrokers !== undefined || isThere('bus.db')),
    documents: (service) => openDocuments(dataDir, mongodbUri, service),
    bus: () => openBus(dataDir, kafkaBrokers),
  };
}
