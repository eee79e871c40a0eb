import type { KafkaMessage } from 'kafkajs';
import { StartRefused } from '../errors.ts';
import type { DeadLetter, EventBus, EventRecord, StoredEvent, Subscription, SubscriptionOptions } from '../ports.ts';
import { messageOf as sentenceOf } from '../sqlite/result-codes.ts';
import { busAway, type KafkaSettings } from './kafka-client.ts';
import { type ConsumerTimes, GroupConsumer } from './kafka-consumer.ts';
import { eventOf, isEventTopic, messageOf, offsetBehind } from './kafka-events.ts';
import { KafkaLetters } from './kafka-letters.ts';
import { KafkaProducer } from './kafka-producer.ts';
import { readRanges } from './kafka-read.ts';
import { KafkaTopics } from './kafka-topics.ts';
import { checkName } from './names.ts';

// A member that was killed is missed after its session; others must have its work well within 30 s. It stays longer than a handler may take.
const defaultTimes: ConsumerTimes = { retryDelaysMs: [50, 200, 1000, 2000], sessionMs: 20_000, handlerLimitMs: 10_000, waitMs: 500, stallMs: 20_000 };
const beginLimitMs = 3000;
const brokerPattern = /^(?:\[[0-9a-fA-F:]+\]|[^\s:/@,]+):\d{1,5}$/;

class KafkaBus implements EventBus {
  readonly #settings: KafkaSettings;
  readonly #times: ConsumerTimes;
  readonly #topics: KafkaTopics;
  readonly #producer: KafkaProducer;
  readonly #letters: KafkaLetters;
  readonly #consumers = new Set<GroupConsumer>();
  #closed = false;

  constructor(settings: KafkaSettings, times: ConsumerTimes) {
    this.#settings = settings;
    this.#times = times;
    this.#topics = new KafkaTopics(settings);
    this.#producer = new KafkaProducer(settings, this.#topics);
    this.#letters = new KafkaLetters(settings, this.#topics, this.#producer);
  }

  async publish(topic: string, events: readonly EventRecord[]): Promise<void> {
    checkName(topic);
    if (events.length > 0) await this.#producer.send(topic, events.map(messageOf));
  }

  async subscribe(options: SubscriptionOptions): Promise<Subscription> {
    for (const name of [options.group, ...options.topics]) checkName(name);
    if (this.#closed) throw busAway(new Error('The event bus is closed.'));
    const consumer = new GroupConsumer({ settings: this.#settings, topics: this.#topics, letters: this.#letters, times: this.#times }, options);
    this.#consumers.add(consumer);
    const close = async (): Promise<void> => {
      await consumer.close();
      this.#consumers.delete(consumer);
    };
    try {
      // Brokers that are away stop no start; those that forbid what the group needs do.
      await Promise.race([consumer.start(), new Promise((resolve) => setTimeout(resolve, beginLimitMs).unref())]);
    } catch (error) {
      await close();
      throw error;
    }
    return { lag: () => consumer.lag(), close };
  }

  async read(options: Parameters<EventBus['read']>[0]): Promise<StoredEvent[]> {
    const { topic, after = 0, limit } = options;
    if (!Number.isInteger(limit) || limit < 1 || limit > 1000) throw new RangeError('Between 1 and 1,000 events are read at once.');
    const names = (await this.#topics.list()).filter((name) => (topic === undefined ? isEventTopic(name) : name === topic));
    const ranges = (await this.#topics.ranges(names)).map((range) => {
      const low = Math.max(range.low, offsetBehind(after, range.topic, range.partition));
      return { ...range, low, high: Math.min(range.high, low + limit) };
    });
    const events: StoredEvent[] = [];
    const take = (name: string, partition: number, message: KafkaMessage): void => {
      events.push(eventOf(name, partition, message));
    };
    await readRanges(this.#settings, ranges, take);
    return events.toSorted((one, other) => one.offset - other.offset).slice(0, limit);
  }

  deadLetters(options: { readonly group?: string } = {}): Promise<DeadLetter[]> {
    return this.#letters.list(options.group);
  }

  /** Rejects with the handler's words, and keeps the letter, when the handler fails again; with StoreUnavailable when the group runs nowhere, OutcomeUnknown when it does not answer. */
  replay(id: string): Promise<boolean> {
    return this.#letters.replay(id);
  }

  ping(): Promise<void> {
    return this.#topics.ping();
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await Promise.all([...this.#consumers].map((consumer) => consumer.close()));
    this.#consumers.clear();
    await this.#producer.close();
    await this.#topics.close();
  }
}

function isRefusal(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) if (one.name === 'KafkaJSSASLAuthenticationError' || /SASL/.test(one.message)) return true;
  return false;
}

/**
 * Opens the event bus on Kafka (brokers of major version 4; kafkajs speaks what they still take, KIP-896). Each event is with all replicas before `publish` answers;
 * topics are made as they are used. `times` are those of the consumers.
 * Brokers that do not answer are looked for again with each call, so they stop no start. Throws StartRefused with one sentence when an address is none or the brokers refuse the credentials.
 */
export async function openKafkaBus(options: KafkaSettings & { readonly times?: Partial<ConsumerTimes> }): Promise<EventBus> {
  const { times, ...settings } = options;
  const bad = settings.brokers.find((broker) => !brokerPattern.test(broker));
  if (bad !== undefined || settings.brokers.length === 0) throw new StartRefused(`KAFKA_BROKERS must be host:port, several with commas between them; "${bad ?? ''}" is not.`);
  const bus = new KafkaBus(settings, { ...defaultTimes, ...times });
  try {
    await bus.ping();
  } catch (error) {
    if (isRefusal(error)) {
      await bus.close();
      throw new StartRefused(`Kafka at ${settings.brokers.join(', ')} refuses the credentials.`, { cause: error });
    }
    settings.log.warn(
      { brokers: settings.brokers, reason: sentenceOf(error instanceof Error ? (error.cause ?? error) : error) },
      'Kafka does not answer; events wait until it does',
    );
  }
  return bus;
}
