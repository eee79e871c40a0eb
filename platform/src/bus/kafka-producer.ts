import { setTimeout as pause } from 'node:timers/promises';
import { type Message, Partitioners, type Producer } from 'kafkajs';
import { OutcomeUnknown, StoreUnavailable } from '../errors.ts';
import { answerWithin, busAway, type KafkaClient, type KafkaSettings, openClient, requestLimitMs } from './kafka-client.ts';
import type { KafkaTopics } from './kafka-topics.ts';

const goodbyeLimitMs = 1500;
/** Between the tries of a batch that a broker refuses for a moment. */
const refusedPauseMs = 100;

/** A broker has said no, and may say yes soon: a partition's leader moves, or its topic is new. */
function isRefusedForNow(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) if (one.name === 'KafkaJSProtocolError' && 'retriable' in one) return one.retriable === true;
  return false;
}

/**
 * Sends batches one after the other, each after the answer to the one before, and gives the producer up after any failure.
 * kafkajs can lose acknowledged messages in its idempotent mode when a connection breaks (tulios/kafkajs#1005), so that mode stays off and consumers know repeated events by id.
 * kafkajs does not try again by itself either, since it knows no limit of time. A batch that a broker refuses is sent again whole; any other failure is the caller's to mend.
 */
export class KafkaProducer {
  readonly #settings: KafkaSettings;
  readonly #topics: KafkaTopics;
  #last: Promise<void> = Promise.resolve();
  #open: { readonly client: KafkaClient; readonly producer: Producer } | undefined;
  #closed = false;

  constructor(settings: KafkaSettings, topics: KafkaTopics) {
    this.#settings = settings;
    this.#topics = topics;
  }

  /**
   * Resolves when all replicas have the messages, within 10 s of the call.
   * Throws StoreUnavailable when nothing was sent, OutcomeUnknown when the answer did not come.
   */
  send(topic: string, messages: Message[]): Promise<void> {
    const deadlineMs = performance.now() + requestLimitMs;
    const turn = this.#last.then(() => this.#send(topic, messages, deadlineMs));
    // The next takes its turn whether this one went well or not; who called hears of it.
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async close(): Promise<void> {
    this.#closed = true;
    // Who still waits for an answer then hears that the connection was given up.
    await answerWithin(goodbyeLimitMs, 'The broker is away.', this.#last).catch(() => undefined);
    const open = this.#open;
    this.#open = undefined;
    if (open === undefined) return;
    // A broker that is away needs no goodbye.
    await answerWithin(goodbyeLimitMs, 'The broker is away.', open.producer.disconnect()).catch(() => undefined);
    open.client.cut();
  }

  async #send(topic: string, messages: Message[], deadlineMs: number): Promise<void> {
    for (;;) {
      if (this.#closed) throw new StoreUnavailable('The event bus is closed.');
      if (performance.now() >= deadlineMs) throw busAway(new Error('Earlier events still wait for an answer.'));
      try {
        return await this.#sendOnce(topic, messages, deadlineMs);
      } catch (error) {
        this.#giveUp();
        if (!isRefusedForNow(error) || performance.now() + refusedPauseMs >= deadlineMs) throw error;
        await pause(refusedPauseMs);
      }
    }
  }

  async #sendOnce(topic: string, messages: Message[], deadlineMs: number): Promise<void> {
    const leftMs = (): number => Math.max(1, deadlineMs - performance.now());
    let sent = false;
    try {
      await answerWithin(leftMs(), 'The topic could not be made in time.', this.#topics.ensure([topic]));
      const { producer } = this.#open ?? (await answerWithin(leftMs(), 'No broker could be reached in time.', this.#connect()));
      sent = true;
      await answerWithin(leftMs(), 'The broker gave no answer in time.', producer.sendBatch({ acks: -1, timeout: requestLimitMs, topicMessages: [{ topic, messages }] }));
    } catch (cause) {
      throw sent ? new OutcomeUnknown('The event bus did not say whether it has the events.', { cause }) : busAway(cause);
    }
  }

  async #connect(): Promise<{ client: KafkaClient; producer: Producer }> {
    const client = openClient(this.#settings, { retries: 0 });
    const producer = client.kafka.producer({
      idempotent: false,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      createPartitioner: Partitioners.DefaultPartitioner,
      retry: { retries: 0 },
    });
    this.#open = { client, producer };
    await producer.connect();
    return { client, producer };
  }

  #giveUp(): void {
    this.#open?.client.cut();
    this.#open = undefined;
    this.#topics.doubt();
  }
}
