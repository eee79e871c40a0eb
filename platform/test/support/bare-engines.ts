// The drivers alone, as peers of the benchmarks: nothing of the platform stands between them and the engine.
import { type Consumer, Kafka, logLevel, Partitioners } from 'kafkajs';
import mongoose from 'mongoose';

type Row = Readonly<Record<string, unknown>> & { readonly _id: string };

const rowsOf = (texts: readonly string[]): Row[] => texts.map((text): Row => JSON.parse(text));

/** MongoDB by its driver, to read what the platform has written in `database` and to write the same rows again. */
export async function openBareMongo(uri: string, database: string) {
  const connection = await mongoose.createConnection(uri, { maxPoolSize: 64, writeConcern: { w: 'majority', journal: true } }).asPromise();
  const client = connection.getClient();
  const entries = client.db(database).collection<Row>('entries');
  let rounds = 0;
  return {
    /** The newest holds of the ledger, each as JSON, with the marker of an event that waits, as they were inserted. */
    async holds(count: number): Promise<string[]> {
      const rows = await entries.find({ t: 'hold' }).sort({ at: -1, _id: -1 }).limit(count).toArray();
      return rows.map((row) => JSON.stringify({ ...row, pub: 0 }));
    },
    /** Inserts the rows one by one, `clients` at a time, into a new collection with the indexes of the ledger; gives rows a second. */
    async insertAll(texts: readonly string[], clients: number): Promise<number> {
      rounds += 1;
      const target = client.db('bare').collection<Row>(`entries_${rounds}`);
      for (const { key, name, unique, partialFilterExpression } of await entries.indexes())
        if (name !== '_id_')
          await target.createIndex(key, {
            ...(name === undefined ? {} : { name }),
            ...(unique ? { unique } : {}),
            ...(partialFilterExpression ? { partialFilterExpression } : {}),
          });
      const rows = rowsOf(texts).values();
      const beganMs = performance.now();
      await Promise.all(
        Array.from({ length: clients }, async () => {
          for (const row of rows) await target.insertOne(row);
        }),
      );
      return texts.length / ((performance.now() - beganMs) / 1000);
    },
    close: () => connection.close(),
  };
}

/** One topic by kafkajs as it comes, with as many partitions as the platform makes: `send` resolves when all replicas have it, `seen` is called for each message. */
export async function openBareKafka(brokers: readonly string[], topic: string, seen: (id: string) => void) {
  const kafka = new Kafka({ brokers: [...brokers], clientId: 'bare', logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  await admin.createTopics({ topics: [{ topic, numPartitions: 6 }], waitForLeaders: true });
  await admin.disconnect();
  const producer = kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner });
  const consumer: Consumer = kafka.consumer({ groupId: `${topic}-readers` });
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  await consumer.run({ eachMessage: async ({ message }) => seen(message.headers?.id?.toString() ?? '') });
  return {
    send: async (id: string, key: string, value: Uint8Array): Promise<void> => {
      await producer.send({ topic, acks: -1, messages: [{ key, value: Buffer.from(value), headers: { id } }] });
    },
    async close(): Promise<void> {
      await consumer.disconnect();
      await producer.disconnect();
    },
  };
}
