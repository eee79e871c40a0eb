import { randomUUID } from 'node:crypto';
import type { KafkaMessage } from 'kafkajs';
import { OutcomeUnknown, StoreUnavailable } from '../errors.ts';
import type { DeadLetter, StoredEvent } from '../ports.ts';
import { messageOf as sentenceOf } from '../sqlite/result-codes.ts';
import type { KafkaSettings } from './kafka-client.ts';
import { attemptOf, deadTopic, type Letter, letterMessage, letterOf, type Place, placeOfLetter, retryTopic, settledMessage } from './kafka-events.ts';
import type { KafkaProducer } from './kafka-producer.ts';
import { readRanges } from './kafka-read.ts';
import type { KafkaTopics, Range } from './kafka-topics.ts';

/** What the group needs at most for an event in hand, the one that is replayed, and its own way to the broker. */
const outcomeLimitMs = 30_000;

/**
 * Events that a group could not handle. `tradepost.SERVICE.GROUP.dead` is compacted: its last record for a letter tells how the letter stands, and one without a value takes it back.
 * `tradepost.SERVICE.GROUP.retry` hands a letter to its group, in whichever process that runs; the outcome comes back through the dead-letter topic.
 */
export class KafkaLetters {
  readonly #settings: KafkaSettings;
  readonly #topics: KafkaTopics;
  readonly #producer: KafkaProducer;

  constructor(settings: KafkaSettings, topics: KafkaTopics, producer: KafkaProducer) {
    this.#settings = settings;
    this.#topics = topics;
    this.#producer = producer;
  }

  /** Keeps an event that its group gives up. */
  async bury(group: string, place: Place, event: StoredEvent, error: unknown): Promise<void> {
    const letter = { group, place, event, error: sentenceOf(error), at: new Date().toISOString() };
    await this.#producer.send(deadTopic(place.topic, group), [letterMessage(letter)]);
  }

  /** Tells how a replay went: `error` is undefined when the group has handled the event. */
  async tellOutcome(retried: KafkaMessage, error: unknown): Promise<void> {
    const letter = letterOf(retried);
    const attempt = attemptOf(retried);
    const message = error === undefined ? settledMessage(letter.id, attempt) : letterMessage({ ...letter, error: sentenceOf(error), at: new Date().toISOString() }, attempt);
    await this.#producer.send(letter.topic, [message]);
  }

  /** All letters, or those of one group, in the order of their events. */
  async list(group: string | undefined): Promise<DeadLetter[]> {
    const names = await this.#topics.list();
    const letters = await this.#read(names.filter((name) => name.endsWith(group === undefined ? '.dead' : `.${group}.dead`)));
    return letters
      .filter((letter) => group === undefined || letter.group === group)
      .toSorted((one, other) => one.offset - other.offset || (one.group < other.group ? -1 : 1))
      .map(({ place: _place, ...letter }) => letter);
  }

  /** Hands a letter's event to its group once and waits for the outcome. See EventBus.replay. */
  async replay(id: string): Promise<boolean> {
    const named = placeOfLetter(id);
    if (named === undefined) return false;
    const { group, place } = named;
    const dead = deadTopic(place.topic, group);
    const names = await this.#topics.list();
    if (!names.includes(dead)) return false;
    const letter = (await this.#read([dead])).find((one) => one.id === id);
    if (letter === undefined) return false;
    // A group that reads from now has no topic for retries.
    if (!names.includes(retryTopic(place.topic, group))) throw new StoreUnavailable(`The group "${group}" takes no event again.`);
    if (!(await this.#topics.isRunning(group))) throw new StoreUnavailable(`The group "${group}" does not run now.`);
    const before = await this.#topics.ranges([dead]);
    const attempt = randomUUID();
    await this.#producer.send(retryTopic(place.topic, group), [letterMessage(letter, attempt)]);
    const outcome = await this.#waitForOutcome(before, attempt);
    if (outcome === undefined) throw new OutcomeUnknown(`The group "${group}" did not say in time whether it has handled the event.`);
    if (outcome.value !== null) throw new Error(letterOf(outcome).error);
    return true;
  }

  async #waitForOutcome(before: readonly Range[], attempt: string): Promise<KafkaMessage | undefined> {
    const found = Promise.withResolvers<KafkaMessage>();
    let outcome: KafkaMessage | undefined;
    const take = (_topic: string, _partition: number, message: KafkaMessage): void => {
      if (attemptOf(message) !== attempt) return;
      outcome = message;
      found.resolve(message);
    };
    const behind = before.map((range) => ({ ...range, low: range.high, high: Number.MAX_SAFE_INTEGER }));
    try {
      await readRanges(this.#settings, behind, take, { until: found.promise, limitMs: outcomeLimitMs });
    } catch {
      // The event is with its group. Without the answer nobody knows more than that.
      return outcome;
    }
    return outcome;
  }

  async #read(topics: readonly string[]): Promise<Letter[]> {
    if (topics.length === 0) return [];
    const letters = new Map<string, Letter>();
    await readRanges(this.#settings, await this.#topics.ranges(topics), (_topic, _partition, message) => {
      const id = message.key?.toString() ?? '';
      letters.delete(id);
      if (message.value !== null) letters.set(id, letterOf(message));
    });
    return [...letters.values()];
  }
}
