import { setTimeout as pause } from 'node:timers/promises';
import type { Admin, ITopicConfig } from 'kafkajs';
import { messageOf as sentenceOf } from '../sqlite/result-codes.ts';
import { answerWithin, busAway, type KafkaClient, type KafkaSettings, openClient } from './kafka-client.ts';

const askLimitMs = 8000;
const pingLimitMs = 2000;
const goodbyeLimitMs = 1000;
const newTopicPauseMs = 50;
const retry = { retries: 2, initialRetryTime: 100, maxRetryTime: 500 };
const eventsPartitions = 6;
const sevenDaysMs = 7 * 24 * 3_600_000;

/** First and next offset of a partition. */
export interface Range {
  readonly topic: string;
  readonly partition: number;
  readonly low: number;
  readonly high: number;
}

/** Events: six partitions, seven days. Letters: one partition, kept until they are taken back. Retries: one partition, seven days. */
function definitionOf(topic: string, brokers: number): ITopicConfig {
  const replicationFactor = Math.min(3, brokers);
  const kept = topic.endsWith('.dead') ? { name: 'cleanup.policy', value: 'compact' } : { name: 'retention.ms', value: String(sevenDaysMs) };
  const safe = [
    { name: 'min.insync.replicas', value: replicationFactor < 3 ? '1' : '2' },
    { name: 'unclean.leader.election.enable', value: 'false' },
  ];
  return { topic, numPartitions: /\.(dead|retry)$/.test(topic) ? 1 : eventsPartitions, replicationFactor, configEntries: [kept, ...safe] };
}

/** What time does not mend: names of Kafka's own list of errors. */
const forbidding: readonly unknown[] = ['TOPIC_AUTHORIZATION_FAILED', 'GROUP_AUTHORIZATION_FAILED', 'CLUSTER_AUTHORIZATION_FAILED', 'POLICY_VIOLATION'];

/** Whether the brokers say that this client may not do what it asked for. */
export function isForbidden(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('type' in error && forbidding.includes(error.type)) return true;
  if ('errors' in error && Array.isArray(error.errors) && error.errors.some(isForbidden)) return true;
  return isForbidden(error.cause);
}

/** Waits until each partition of a new topic answers. A batch sent sooner is taken by some of them and refused by others, and its repetition would come twice. */
async function untilLed(admin: Admin, topic: string): Promise<void> {
  for (let triesLeft = 40; ; triesLeft -= 1) {
    try {
      await admin.fetchTopicOffsets(topic);
      return;
    } catch (error) {
      if (triesLeft === 0) throw error;
      await pause(newTopicPauseMs);
    }
  }
}

/** What is asked of the brokers beside sending and receiving. Each question throws StoreUnavailable when there is no answer within 8 s. */
export class KafkaTopics {
  readonly #settings: KafkaSettings;
  readonly #ready = new Set<string>();
  #open: { readonly client: KafkaClient; readonly admin: Promise<Admin> } | undefined;
  #pinging: Promise<void> | undefined;

  constructor(settings: KafkaSettings) {
    this.#settings = settings;
  }

  /** Makes the topics that are not there. One that is there keeps its partitions: they belong to the data. */
  async ensure(topics: readonly string[]): Promise<void> {
    const missing = topics.filter((topic) => !this.#ready.has(topic));
    if (missing.length === 0) return;
    await this.#ask(async (admin) => {
      const there = new Set(await admin.listTopics());
      const absent = missing.filter((topic) => !there.has(topic));
      if (absent.length === 0) return;
      const { brokers } = await admin.describeCluster();
      await admin.createTopics({ topics: absent.map((topic) => definitionOf(topic, brokers.length)), waitForLeaders: true, timeout: askLimitMs });
      for (const topic of absent) await untilLed(admin, topic);
    });
    for (const topic of missing) this.#ready.add(topic);
  }

  /** Looks again whether the topics are there before the next use: something failed, and one may have been removed. */
  doubt(): void {
    this.#ready.clear();
  }

  /** Names of all topics. */
  list(): Promise<string[]> {
    return this.#ask((admin) => admin.listTopics());
  }

  /** Which offsets the partitions of topics that are there hold. */
  async ranges(topics: readonly string[]): Promise<Range[]> {
    const ranges = await this.#ask((admin) => Promise.all(topics.map(async (topic) => ({ topic, partitions: await admin.fetchTopicOffsets(topic) }))));
    return ranges.flatMap(({ topic, partitions }) => partitions.map(({ partition, low, high }) => ({ topic, partition, low: Number(low), high: Number(high) })));
  }

  /** The next offset a group reads, by `topic/partition`; a partition that it has not read is absent. */
  async positions(group: string, topics: readonly string[]): Promise<Map<string, number>> {
    const answer = await this.#ask((admin) => admin.fetchOffsets({ groupId: group, topics: [...topics] }));
    const all = answer.flatMap(({ topic, partitions }) => partitions.map(({ partition, offset }) => [`${topic}/${partition}`, Number(offset)] as const));
    return new Map(all.filter(([, offset]) => offset >= 0));
  }

  /** Whether any process reads for the group now. */
  async isRunning(group: string): Promise<boolean> {
    const { groups } = await this.#ask((admin) => admin.describeGroups([group]));
    return groups.some(({ members }) => members.length > 0);
  }

  /** Resolves when a broker answers; throws StoreUnavailable after 2 s. Those who ask at one time share the answer. */
  ping(): Promise<void> {
    this.#pinging ??= this.#ask((admin) => admin.describeCluster(), pingLimitMs)
      .then(() => undefined)
      .finally(() => {
        this.#pinging = undefined;
      });
    return this.#pinging;
  }

  async close(): Promise<void> {
    const open = this.#open;
    this.#open = undefined;
    if (open === undefined) return;
    // A broker that is away needs no goodbye.
    await answerWithin(
      goodbyeLimitMs,
      'The broker is away.',
      open.admin.then((admin) => admin.disconnect()),
    ).catch(() => undefined);
    open.client.cut();
  }

  async #ask<T>(question: (admin: Admin) => Promise<T>, limitMs = askLimitMs): Promise<T> {
    const open = this.#connect();
    try {
      return await answerWithin(limitMs, 'The broker gave no answer in time.', open.admin.then(question));
    } catch (cause) {
      this.#settings.log.debug({ err: cause }, `a question to Kafka failed: ${sentenceOf(cause)}`);
      if (this.#open === open) this.#open = undefined;
      this.doubt();
      open.client.cut();
      throw busAway(cause);
    }
  }

  #connect(): { readonly client: KafkaClient; readonly admin: Promise<Admin> } {
    if (this.#open !== undefined) return this.#open;
    const client = openClient(this.#settings, retry);
    const admin = client.kafka.admin();
    this.#open = { client, admin: admin.connect().then(() => admin) };
    return this.#open;
  }
}
