import { setTimeout as pause } from 'node:timers/promises';
import type { Consumer, EachBatchPayload, KafkaMessage } from 'kafkajs';
import { StartRefused } from '../errors.ts';
import type { StoredEvent, Subscription, SubscriptionOptions } from '../ports.ts';
import { messageOf as sentenceOf } from '../sqlite/result-codes.ts';
import { answerWithin, type KafkaClient, type KafkaSettings, openClient } from './kafka-client.ts';
import { eventOf, letterOf, retryTopic } from './kafka-events.ts';
import type { KafkaLetters } from './kafka-letters.ts';
import { isForbidden, type KafkaTopics } from './kafka-topics.ts';
import { afterFailure, type Failures } from './retries.ts';

/** Times of a consumer, in milliseconds. */
export interface ConsumerTimes {
  /** Pauses before the second and each further try of a failing event: one less than the tries. */
  readonly retryDelaysMs: readonly number[];
  /** A member that the broker has not heard of for so long is out of its group. */
  readonly sessionMs: number;
  /** An event that is not handled within this time has failed. */
  readonly handlerLimitMs: number;
  /** How long the broker holds an empty answer back. */
  readonly waitMs: number;
  /** Without a sign of life for so long the consumer is made anew. */
  readonly stallMs: number;
}

export interface ConsumerParts {
  readonly settings: KafkaSettings;
  readonly topics: KafkaTopics;
  readonly letters: KafkaLetters;
  readonly times: ConsumerTimes;
}

/** Three seconds of tries by kafkajs itself. It does not look for another coordinator when its own is gone: joining anew does. */
const retry = { retries: 4, initialRetryTime: 200, maxRetryTime: 2000, restartOnFailure: async () => false };
const commitEveryMs = 100;
/** A partition with much to do gives the others a turn after this time: kafkajs fetches again when all have done their batch. */
const sliceMs = 250;
const bytesForPartition = 131_072;
const shortestPauseMs = 250;
const longestPauseMs = 4000;
/** Pause when a dead letter or an outcome could not be written. */
const writePauseMs = 1000;
const goodbyeLimitMs = 5000;
const lostGoodbyeLimitMs = 1000;

const sleep = (delayMs: number, signal: AbortSignal): Promise<void> =>
  // Closing cuts the pause short, which is all that the rejection says.
  pause(delayMs, undefined, { signal }).catch(() => undefined);

const forbidden = (topics: readonly string[], group: string, brokers: readonly string[], cause: unknown): StartRefused =>
  new StartRefused(
    `Kafka at ${brokers.join(', ')} does not let this process read or make what it needs: give it the right to make the topics ${topics.join(', ')}, to read and write them, and to use the group ${group}.`,
    { cause },
  );

/**
 * One member of a group. It is started again for as long as it is not closed: whatever kafkajs gives up (the coordinator is not found, tulios/kafkajs#1630; a broker away for long),
 * a new client joins after a short pause.
 */
export class GroupConsumer implements Subscription {
  readonly #parts: ConsumerParts;
  readonly #options: SubscriptionOptions;
  readonly #retryTopics: ReadonlySet<string>;
  readonly #closing = new AbortController();
  readonly #begun = Promise.withResolvers<void>();
  readonly #closed = Promise.withResolvers<never>();
  /** Tries of the event that fails in a partition. */
  readonly #failing = new Map<string, { readonly offset: string; readonly failures: Failures }>();
  /** Where a group that starts from now begins, by partition. */
  #now: Map<string, number> | undefined;
  #failures = 0;
  #inHand = 0;
  #signAtMs = 0;
  #running: Promise<void> | undefined;

  constructor(parts: ConsumerParts, options: SubscriptionOptions) {
    this.#parts = parts;
    this.#options = options;
    // Whoever waits beside it hears of it; nobody may.
    this.#closed.promise.catch(() => undefined);
    this.#begun.promise.catch(() => undefined);
    this.#retryTopics = new Set(options.topics.map((topic) => retryTopic(topic, options.group)));
  }

  /** Resolves when the group knows where it begins, or when the first attempt has failed: a bus that is away stops nobody from starting. Rejects with StartRefused when the brokers forbid it. */
  start(): Promise<void> {
    this.#running ??= this.#run();
    return this.#begun.promise;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#closed.reject(new Error('The subscription is closed.'));
    await this.#running;
  }

  async lag(): Promise<number> {
    const { group, topics } = this.#options;
    const [ranges, positions] = await Promise.all([this.#parts.topics.ranges(topics), this.#parts.topics.positions(group, topics)]);
    const waiting = ranges.map(({ topic, partition, low, high }) => {
      const key = `${topic}/${partition}`;
      return high - Math.max(low, positions.get(key) ?? this.#now?.get(key) ?? low);
    });
    return waiting.reduce((sum, events) => sum + Math.max(0, events), 0);
  }

  async #run(): Promise<void> {
    const { group } = this.#options;
    const { log } = this.#parts.settings;
    while (!this.#closing.signal.aborted) {
      try {
        await this.#session();
      } catch (error) {
        if (this.#closing.signal.aborted) break;
        this.#failures += 1;
        if (this.#failures === 1 || this.#failures % 20 === 0) log.warn({ err: error, group, failures: this.#failures }, 'the consumer has lost the bus and tries again');
        if (isForbidden(error)) this.#begun.reject(forbidden([...this.#options.topics, ...this.#retryTopics], group, this.#parts.settings.brokers, error));
        else this.#begun.resolve();
        await sleep(Math.min(longestPauseMs, shortestPauseMs * 2 ** Math.min(this.#failures, 6)) * (0.5 + Math.random() / 2), this.#closing.signal);
      }
    }
    this.#begun.resolve();
  }

  /** One membership, from joining to its end, which is always an error: it broke, or the subscription is closed. */
  async #session(): Promise<never> {
    const { topics, settings, times } = this.#parts;
    const { group, from } = this.#options;
    // A group that starts from now is one of many replicas that come and go: topics of its own would stay behind, and nobody wants its old events again.
    const names = from === 'now' ? this.#options.topics : [...this.#options.topics, ...this.#retryTopics];
    await Promise.race([topics.ensure(names), this.#closed.promise]);
    const begin = from === 'now' ? await Promise.race([this.#beginNow(), this.#closed.promise]) : new Map<string, number>();
    this.#begun.resolve();
    const client = openClient(settings, retry);
    const consumer = client.kafka.consumer({
      groupId: group,
      sessionTimeout: times.sessionMs,
      // A member that does not come back holds the others up no longer than an event may take.
      rebalanceTimeout: times.handlerLimitMs + 2000,
      heartbeatInterval: Math.min(3000, Math.floor(times.sessionMs / 6)),
      maxWaitTimeInMs: times.waitMs,
      maxBytesPerPartition: bytesForPartition,
      allowAutoTopicCreation: false,
      retry,
    });
    const ended = Promise.withResolvers<never>();
    const watch = this.#watch(consumer, ended.reject);
    const joined = this.#join(consumer, names, begin);
    joined.catch(ended.reject);
    try {
      return await Promise.race([ended.promise, this.#closed.promise]);
    } finally {
      clearInterval(watch);
      await this.#leave(client, consumer, joined);
    }
  }

  /** Where the partitions begin that the group has not read yet. The first answer holds, however often the consumer must start. */
  async #beginNow(): Promise<Map<string, number>> {
    const { topics } = this.#parts;
    const known = await topics.positions(this.#options.group, this.#options.topics);
    this.#now ??= new Map((await topics.ranges(this.#options.topics)).map(({ topic, partition, high }) => [`${topic}/${partition}`, high]));
    return new Map([...this.#now].filter(([key]) => !known.has(key)));
  }

  async #join(consumer: Consumer, names: readonly string[], begin: ReadonlyMap<string, number>): Promise<void> {
    await consumer.connect();
    await consumer.subscribe({ topics: [...names], fromBeginning: this.#options.from !== 'now' });
    const running = consumer.run({
      autoCommit: true,
      autoCommitInterval: commitEveryMs,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: names.length * 6,
      eachBatch: (payload) => this.#takeBatch(payload),
    });
    for (const [key, offset] of begin) {
      const [topic = '', partition] = key.split('/');
      consumer.seek({ topic, partition: Number(partition), offset: String(offset) });
    }
    await running;
  }

  /** Notes each sign of life; ends the session when kafkajs gives up or has none for long. */
  #watch(consumer: Consumer, end: (error: Error) => void): NodeJS.Timeout {
    const sign = (): void => {
      this.#signAtMs = performance.now();
    };
    const { CRASH, FETCH, FETCH_START, GROUP_JOIN, HEARTBEAT, REBALANCING } = consumer.events;
    consumer.on(CRASH, ({ payload }) => end(payload.error));
    for (const name of [FETCH_START, HEARTBEAT, REBALANCING] as const) consumer.on(name, sign);
    consumer.on(GROUP_JOIN, sign);
    consumer.on(FETCH, () => {
      sign();
      if (this.#failures > 0) this.#parts.settings.log.info({ group: this.#options.group }, 'the consumer has the bus again');
      this.#failures = 0;
    });
    sign();
    return setInterval(() => {
      if (performance.now() - this.#signAtMs > this.#parts.times.stallMs) end(new Error('The consumer shows no sign of life.'));
    }, 500);
  }

  /** kafkajs stops only what runs, and goes on with a join that is under way: so the join comes first. */
  async #leave(client: KafkaClient, consumer: Consumer, joined: Promise<void>): Promise<void> {
    // The event in hand is finished and its position saved. A member that leaves without a word keeps its partitions from the others until its session is over.
    const inHandMs = this.#inHand > 0 ? this.#parts.times.handlerLimitMs : 0;
    const limitMs = this.#closing.signal.aborted ? inHandMs + goodbyeLimitMs : lostGoodbyeLimitMs;
    const goodbye = joined.then(() => consumer.disconnect());
    await answerWithin(limitMs, 'The broker is away.', goodbye).catch((error: unknown) => {
      this.#parts.settings.log.debug({ err: error, group: this.#options.group }, 'the consumer left without a goodbye');
    });
    client.cut();
  }

  async #takeBatch({ batch, heartbeat, resolveOffset, commitOffsetsIfNecessary, isRunning, isStale, pause: pausePartition }: EachBatchPayload): Promise<void> {
    const endMs = performance.now() + sliceMs;
    for (const message of batch.messages) {
      if (this.#closing.signal.aborted || !isRunning() || isStale() || performance.now() > endMs) return;
      const delayMs = await this.#take(batch.topic, batch.partition, message, heartbeat);
      if (delayMs !== undefined) {
        // The partition rests and the others go on; what was not resolved is fetched again.
        setTimeout(pausePartition(), delayMs).unref();
        return;
      }
      resolveOffset(message.offset);
      await heartbeat();
      await commitOffsetsIfNecessary();
    }
  }

  /** Deals with one record. Gives undefined when that is done, else the milliseconds until it should come again. */
  async #take(topic: string, partition: number, message: KafkaMessage, heartbeat: () => Promise<void>): Promise<number | undefined> {
    if (this.#retryTopics.has(topic)) return this.#takeReplay(message, heartbeat);
    const event = eventOf(topic, partition, message);
    const key = `${topic}/${partition}`;
    const before = this.#failing.get(key);
    try {
      await this.#handle(event, heartbeat);
    } catch (error) {
      const earlier = before?.offset === message.offset ? before.failures : undefined;
      const again = afterFailure(earlier, error, this.#parts.times.retryDelaysMs, performance.now());
      if (again) {
        this.#failing.set(key, { offset: message.offset, failures: again.failures });
        return again.delayMs;
      }
      const place = { topic, partition, offset: Number(message.offset) };
      if (!(await this.#written(this.#parts.letters.bury(this.#options.group, place, event, error)))) return writePauseMs;
    }
    this.#failing.delete(key);
    return undefined;
  }

  /** A letter comes back for one try; how it went is told in the dead-letter topic. */
  async #takeReplay(message: KafkaMessage, heartbeat: () => Promise<void>): Promise<number | undefined> {
    const { place, event, offset } = letterOf(message);
    let failure: unknown;
    try {
      await this.#handle({ ...event, topic: place.topic, offset }, heartbeat);
    } catch (error) {
      failure = error ?? new Error('The handler failed.');
    }
    return (await this.#written(this.#parts.letters.tellOutcome(message, failure))) ? undefined : writePauseMs;
  }

  async #written(writing: Promise<void>): Promise<boolean> {
    try {
      await writing;
      return true;
    } catch (error) {
      this.#parts.settings.log.warn({ err: error, group: this.#options.group }, `a dead letter could not be written and comes again: ${sentenceOf(error)}`);
      return false;
    }
  }

  /** Runs the handler within its limit and keeps the membership alive meanwhile. */
  async #handle(event: StoredEvent, heartbeat: () => Promise<void>): Promise<void> {
    const { handlerLimitMs, sessionMs } = this.#parts.times;
    const beat = setInterval(
      () => {
        this.#signAtMs = performance.now();
        // A membership that is lost shows itself again at the heartbeat after the event.
        heartbeat().catch(() => undefined);
      },
      Math.min(1000, Math.floor(sessionMs / 4)),
    );
    this.#inHand += 1;
    try {
      await answerWithin(handlerLimitMs, `The event was not handled within ${handlerLimitMs} ms.`, Promise.resolve(this.#options.handle(event)));
    } finally {
      this.#inHand -= 1;
      clearInterval(beat);
    }
  }
}
