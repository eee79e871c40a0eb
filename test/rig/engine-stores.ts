import { openKafkaBus } from '@tradepost/platform/bus/kafka.ts';
import { openMongoDocumentsForReading } from '@tradepost/platform/documents/mongo.ts';
import { createLogger } from '@tradepost/platform/log.ts';
import type { CollectionDefinition, Query, Scalar, Stored } from '@tradepost/platform/ports.ts';
import { databaseOf } from '../../scripts/adapters.ts';
import { fundsEvents, type Line, type Projected, type Stores } from './stores.ts';

const pageSize = 1_000;
const entries: CollectionDefinition = { name: 'entries', indexes: [{ name: 'account_seq', keys: { a: 1, s: 1 }, unique: true }] };
const users: CollectionDefinition = { name: 'users', indexes: [] };

async function all<T>(find: (query: Query) => Promise<T[]>, sort: Query['sort'], place: (last: T) => readonly Scalar[]): Promise<T[]> {
  const found: T[] = [];
  for (let page = await find({ ...(sort ? { sort } : {}), limit: pageSize }); ; ) {
    found.push(...page);
    const last = page.at(-1);
    if (!last || page.length < pageSize) return found;
    page = await find({ ...(sort ? { sort } : {}), after: place(last), limit: pageSize });
  }
}

/** Opens what MongoDB and Kafka hold of a platform, to be read beside it. Throws StartRefused when one of them does not answer. */
export async function engineStores({ mongodbUri, kafkaBrokers }: { mongodbUri: string; kafkaBrokers: string }): Promise<Stores & { close(): Promise<void> }> {
  const [funds, people] = ['funds', 'users'].map((service) => openMongoDocumentsForReading({ uri: mongodbUri, database: databaseOf(service) }));
  if (!funds || !people) throw new Error('There are two stores to read.');
  const lines = funds.collection<Line & Stored>(entries);
  const accounts = people.collection<Stored & { readonly money?: Projected }>(users);
  const bus = await openKafkaBus({ brokers: kafkaBrokers.split(','), clientId: 'tradepost-rig', log: createLogger({ level: 'error', format: 'json' }) });
  await Promise.all([funds.open(), people.open()]);
  return {
    lines: () =>
      all(
        (query) => lines.find(query),
        { a: 1, s: 1 },
        ({ a, s }) => [a, s],
      ),
    events: () => fundsEvents(bus),
    async projected() {
      const found = await all(
        (query) => accounts.find(query),
        { _id: 1 },
        ({ _id }) => [_id],
      );
      return new Map(found.map(({ _id, money }) => [_id, money ?? {}]));
    },
    async close() {
      await Promise.all([funds.close(), people.close(), bus.close()]);
    },
  };
}
