import { StoreUnavailable } from '../errors.ts';
import { type Clock, type DeadLetter, type EventBus, type StoredEvent, type Subscription, type SubscriptionOptions, systemClock } from '../ports.ts';
import { openReader, prepareFile, type Reader } from '../sqlite/reader.ts';
import { openWriter, type Writer } from '../sqlite/writer.ts';
import { type BusParts, PartitionConsumer } from './embedded-consumer.ts';
import { readDeadLetters, readEvents } from './embedded-read.ts';
import { removeOldEvents } from './embedded-retention.ts';
import { buildBusTables, busVersion, eventOf, insertEvent, partitionOf, registerGroup } from './embedded-tables.ts';
import { checkName } from './names.ts';

/** Five tries in all. */
const defaultRetryDelaysMs = [50, 200, 1000, 2000];
/** How soon events of another process are seen. Those of this one wake their consumers at once. */
const pollMs = 250;
const retentionEveryMs = 3_600_000;

/** One subscription's part in one topic: a consumer for each partition. Of those with the same group and topic only the first runs. */
interface TopicConsumer {
  readonly group: string;
  readonly topic: string;
  readonly partitions: readonly PartitionConsumer[];
}

class EmbeddedBus implements EventBus {
  readonly #parts: BusParts;
  readonly #reader: Reader;
  readonly #writer: Writer;
  readonly #partitions: number;
  readonly #consumers: TopicConsumer[] = [];
  readonly #timers: readonly NodeJS.Timeout[];
  #seenVersion: unknown;
  #closed = false;

  constructor(parts: BusParts, partitions: number) {
    this.#parts = parts;
    this.#reader = parts.reader;
    this.#writer = parts.writer;
    this.#partitions = partitions;
    const clean = (): void => {
      // Old events that stay an hour longer harm nobody; the next round takes them.
      removeOldEvents(parts, () => this.#closed).catch(() => undefined);
    };
    this.#timers = [setInterval(() => this.#poll(), pollMs), setInterval(clean, retentionEveryMs)];
    for (const timer of this.#timers) timer.unref();
  }

  async publish(topic: string, events: Parameters<EventBus['publish']>[1]): Promise<void> {
    checkName(topic);
    if (events.length === 0) return;
    const nowMs = this.#parts.clock.now();
    await this.#writer.write(events.map((event) => insertEvent(topic, partitionOf(event.subject, this.#partitions), event, nowMs)));
    const changed = new Set(events.map((event) => partitionOf(event.subject, this.#partitions)));
    for (const consumer of this.#active(topic)) for (const partition of changed) consumer.partitions[partition]?.wake();
  }

  async subscribe(options: SubscriptionOptions): Promise<Subscription> {
    for (const name of [options.group, ...options.topics]) checkName(name);
    const all = Array.from({ length: this.#partitions }, (_, partition) => partition);
    await this.#writer.write(options.topics.flatMap((topic) => all.map((partition) => registerGroup(options.group, topic, partition, options.from ?? 'beginning'))));
    const mine: TopicConsumer[] = options.topics.map((topic) => ({
      group: options.group,
      topic,
      partitions: all.map((partition) => new PartitionConsumer(this.#parts, topic, partition, options)),
    }));
    this.#consumers.push(...mine);
    this.#startFirst();
    return {
      close: () => this.#leave(mine),
      lag: async () => mine.reduce((sum, { group, topic }) => sum + this.#lag(group, topic), 0),
    };
  }

  async read(options: Parameters<EventBus['read']>[0]): Promise<StoredEvent[]> {
    return readEvents(this.#reader, options);
  }

  async deadLetters(options: { readonly group?: string } = {}): Promise<DeadLetter[]> {
    return readDeadLetters(this.#reader, options);
  }

  /** Rejects with the handler's error, and keeps the letter, when the handler fails again; with StoreUnavailable when the group does not run here. */
  async replay(id: string): Promise<boolean> {
    const row = this.#reader.get('SELECT * FROM dead_letters WHERE letter = ?', [id]);
    if (row === undefined) return false;
    const group = String(row.consumer);
    const event = eventOf(row);
    const consumer = this.#active(event.topic).find((active) => active.group === group)?.partitions[Number(row.partition)];
    if (consumer === undefined) throw new StoreUnavailable(`The group "${group}" does not read "${event.topic}" in this process now.`);
    await consumer.replay(event);
    await this.#writer.write([{ sql: 'DELETE FROM dead_letters WHERE letter = ?', params: [id] }]);
    return true;
  }

  async ping(): Promise<void> {
    this.#reader.get('SELECT 1 AS one', []);
    this.#writer.check();
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all(this.#consumers.splice(0).flatMap((consumer) => consumer.partitions.map((partition) => partition.close())));
    this.#reader.close();
    await this.#writer.close();
  }

  /** The first of each group, which reads the topic; the others wait until it leaves. */
  #active(topic: string): TopicConsumer[] {
    const groups = new Set<string>();
    return this.#consumers.filter((consumer) => {
      if (consumer.topic !== topic || groups.has(consumer.group)) return false;
      groups.add(consumer.group);
      return true;
    });
  }

  #startFirst(): void {
    if (this.#closed) return;
    for (const topic of new Set(this.#consumers.map((consumer) => consumer.topic))) {
      for (const consumer of this.#active(topic)) for (const partition of consumer.partitions) partition.start();
    }
  }

  /** The next of the group starts only when the one that leaves has put down its last event. */
  async #leave(mine: readonly TopicConsumer[]): Promise<void> {
    await Promise.all(mine.flatMap((consumer) => consumer.partitions.map((partition) => partition.close())));
    for (const consumer of mine) {
      const index = this.#consumers.indexOf(consumer);
      if (index !== -1) this.#consumers.splice(index, 1);
    }
    this.#startFirst();
  }

  #lag(group: string, topic: string): number {
    const active = this.#active(topic).find((consumer) => consumer.group === group);
    return active === undefined ? 0 : active.partitions.reduce((sum, partition) => sum + partition.lag(), 0);
  }

  /** SQLite's own mark tells whether any other connection has committed since the last look. */
  #poll(): void {
    try {
      const version = this.#reader.get('PRAGMA data_version', [])?.data_version;
      if (version === this.#seenVersion) return;
      this.#seenVersion = version;
    } catch {
      // The file cannot be read just now; consumers meet the same trouble and try again, and so does the next look.
      return;
    }
    for (const consumer of this.#consumers) for (const partition of consumer.partitions) partition.wake();
  }
}

/**
 * Opens the event bus of one host in one SQLite file. An event is on disk before `publish` answers; each group reads each partition in order.
 * `partitions` (6) counts for a new file only; `retryDelaysMs` are the pauses between the tries of a failing event, one less than the tries.
 * Throws StartRefused when the file is damaged or newer than the code.
 */
export async function openEmbeddedBus(options: {
  file: string;
  partitions?: number;
  retryDelaysMs?: readonly number[];
  clock?: Clock;
  minimumFreeBytes?: number;
}): Promise<EventBus> {
  let partitions = options.partitions ?? 6;
  prepareFile(options.file, busVersion, (database) => {
    partitions = buildBusTables(database, partitions);
  });
  const writer = await openWriter({ file: options.file, minimumFreeBytes: options.minimumFreeBytes });
  const reader = openReader(options.file);
  return new EmbeddedBus({ reader, writer, clock: options.clock ?? systemClock, retryDelaysMs: options.retryDelaysMs ?? defaultRetryDelaysMs }, partitions);
}
