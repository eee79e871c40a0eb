import { randomUUID } from 'node:crypto';
import type { Consumer, KafkaMessage } from 'kafkajs';
import { answerWithin, busAway, type KafkaSettings, openClient } from './kafka-client.ts';
import type { Range } from './kafka-topics.ts';

const readLimitMs = 15_000;
const goodbyeLimitMs = 2000;
const retry = { retries: 3, initialRetryTime: 100, maxRetryTime: 1000, restartOnFailure: async () => false };

export type Take = (topic: string, partition: number, message: KafkaMessage) => void;

/**
 * Hands out what the partitions hold from `low` up to, not including, `high`, each partition in order, and returns after the last.
 * kafkajs reads in groups only, so each call is a group of its own that commits nothing. `until` ends it sooner. Throws StoreUnavailable after `limitMs` (15 s).
 */
export async function readRanges(settings: KafkaSettings, ranges: readonly Range[], take: Take, options: { until?: Promise<unknown>; limitMs?: number } = {}): Promise<void> {
  const wanted = new Map(ranges.filter(({ low, high }) => low < high).map((range) => [`${range.topic}/${range.partition}`, range]));
  if (wanted.size === 0) return;
  const client = openClient(settings, retry);
  const consumer = client.kafka.consumer({ groupId: `tradepost.read.${randomUUID()}`, maxWaitTimeInMs: 100, sessionTimeout: 10_000, rebalanceTimeout: 10_000, retry });
  const joined = Promise.withResolvers<void>();
  try {
    const work = receive(consumer, ranges, wanted, take, joined.resolve);
    // Whatever ends the wait first, the other must not fail unheard.
    work.catch(() => undefined);
    await answerWithin(options.limitMs ?? readLimitMs, 'The topics could not be read in time.', options.until === undefined ? work : Promise.race([work, options.until]));
  } catch (cause) {
    throw busAway(cause);
  } finally {
    // Nothing was committed: a goodbye that fails costs the broker a forgotten member.
    await answerWithin(
      goodbyeLimitMs,
      'The broker is away.',
      joined.promise.then(() => consumer.disconnect()),
    ).catch(() => undefined);
    client.cut();
  }
}

async function receive(consumer: Consumer, ranges: readonly Range[], wanted: Map<string, Range>, take: Take, joined: () => void): Promise<void> {
  const done = Promise.withResolvers<void>();
  consumer.on(consumer.events.CRASH, ({ payload }) => done.reject(payload.error));
  await consumer.connect();
  await consumer.subscribe({ topics: [...new Set(ranges.map(({ topic }) => topic))], fromBeginning: true });
  const running = consumer.run({
    autoCommit: false,
    eachBatch: async ({ batch }) => {
      const key = `${batch.topic}/${batch.partition}`;
      const range = wanted.get(key);
      if (range === undefined) return;
      for (const message of batch.messages) {
        const offset = Number(message.offset);
        if (offset >= range.low && offset < range.high) take(batch.topic, batch.partition, message);
      }
      // Compaction leaves gaps, also at the end: what counts is how far the batch goes.
      if (Number(batch.lastOffset()) >= range.high - 1) wanted.delete(key);
      if (wanted.size === 0) done.resolve();
    },
  });
  for (const { topic, partition, low, high } of ranges) consumer.seek({ topic, partition, offset: String(Math.min(low, high)) });
  running.then(joined, done.reject);
  await done.promise;
}
