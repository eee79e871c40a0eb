import { setTimeout as pause } from 'node:timers/promises';
import type { Clock, StoredEvent, SubscriptionOptions } from '../ports.ts';
import type { Reader } from '../sqlite/reader.ts';
import { messageOf } from '../sqlite/result-codes.ts';
import type { Writer } from '../sqlite/writer.ts';
import { eventOf, insertDeadLetter, savePosition } from './embedded-tables.ts';
import { afterFailure, type Failures } from './retries.ts';

const fetchLimit = 100;
/** How long a handled event may wait until its position is on disk. A crash hands these events out once more. */
const saveEveryMs = 100;
/** Pause after trouble with the store itself. */
const storePauseMs = 250;

/** What a consumer needs of its bus. */
export interface BusParts {
  readonly reader: Reader;
  readonly writer: Writer;
  readonly clock: Clock;
  /** Pauses before the second and each further try: one less than the tries. */
  readonly retryDelaysMs: readonly number[];
}

interface Replay {
  readonly event: StoredEvent;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Hands the events of one partition to one group: in order, one at a time, never past a failure. */
export class PartitionConsumer {
  readonly #parts: BusParts;
  readonly #group: string;
  readonly #topic: string;
  readonly #partition: number;
  readonly #options: SubscriptionOptions;
  readonly #closing = new AbortController();
  readonly #replays: Replay[] = [];
  #position = 0;
  #saved = 0;
  #savedAtMs = 0;
  #news = true;
  #wake: (() => void) | undefined;
  #running: Promise<void> | undefined;

  constructor(parts: BusParts, topic: string, partition: number, options: SubscriptionOptions) {
    this.#parts = parts;
    this.#group = options.group;
    this.#topic = topic;
    this.#partition = partition;
    this.#options = options;
  }

  /** Starts behind the position on disk. The group is registered. */
  start(): void {
    this.#running ??= this.#run();
  }

  /** There may be new events. */
  wake(): void {
    this.#news = true;
    this.#wake?.();
  }

  /** Hands an event out between two others; resolves when the handler has taken it. */
  replay(event: StoredEvent): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#replays.push({ event, resolve, reject });
      this.wake();
    });
  }

  /** Events behind the last that was handled. */
  lag(): number {
    const row = this.#parts.reader.get('SELECT count(*) AS waiting FROM events WHERE topic = ? AND partition = ? AND offset > ?', [this.#topic, this.#partition, this.#position]);
    return Number(row?.waiting ?? 0);
  }

  /** Ends after the event in hand and saves the position. An event that waits for another try stays unread. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.wake();
    await this.#running;
    for (const replay of this.#replays.splice(0)) replay.reject(new Error('The consumer was closed before the event could be handed out.'));
  }

  async #run(): Promise<void> {
    let loaded = false;
    while (!this.#closing.signal.aborted) {
      try {
        if (!loaded) this.#loadPosition();
        loaded = true;
        await this.#runReplays();
        this.#news = false;
        await this.#handleNext();
        await this.#save();
        await this.#waitForNews();
      } catch {
        // The store is in trouble. Nothing was acknowledged, so the same events come again after a pause.
        this.#news = true;
        await this.#pause(storePauseMs);
      }
    }
    // A position that cannot be saved now only means that handled events come once more after the next start.
    await this.#save().catch(() => false);
  }

  #loadPosition(): void {
    const row = this.#parts.reader.get('SELECT offset FROM positions WHERE consumer = ? AND topic = ? AND partition = ?', [this.#group, this.#topic, this.#partition]);
    this.#position = Number(row?.offset ?? 0);
    this.#saved = this.#position;
  }

  async #handleNext(): Promise<void> {
    const rows = this.#parts.reader.all('SELECT * FROM events WHERE topic = ? AND partition = ? AND offset > ? ORDER BY offset LIMIT ?', [
      this.#topic,
      this.#partition,
      this.#position,
      fetchLimit,
    ]);
    if (rows.length === fetchLimit) this.#news = true;
    const events = rows.map(eventOf);
    const passed = this.#passedOver(events);
    for (const event of events) {
      if (this.#closing.signal.aborted) return;
      if (!passed.has(event) && !(await this.#handleWithTries(event))) return;
      this.#position = event.offset;
      if (performance.now() - this.#savedAtMs > saveEveryMs) await this.#save();
      await this.#runReplays();
    }
  }

  /** Events that a later one of the same key makes superfluous. One that says nothing of the kind is always handed out, so that it can fail and be kept. */
  #passedOver(events: readonly StoredEvent[]): ReadonlySet<StoredEvent> {
    const ofSameKey = [...Map.groupBy(events, ({ subject }) => subject).values()].filter((same) => same.length > 1);
    return new Set(ofSameKey.flatMap((same) => same.filter((event) => this.#options.supersedes?.(event) === true).slice(0, -1)));
  }

  /** True when the event is dealt with: handled, or kept as a dead letter. False when closing came first. */
  async #handleWithTries(event: StoredEvent): Promise<boolean> {
    for (let failures: Failures | undefined; ; ) {
      try {
        await this.#options.handle(event);
        return true;
      } catch (error) {
        const again = afterFailure(failures, error, this.#parts.retryDelaysMs, performance.now());
        if (!again) {
          await this.#bury(event, error);
          return true;
        }
        failures = again.failures;
        await this.#pause(again.delayMs);
        if (this.#closing.signal.aborted) return false;
      }
    }
  }

  async #bury(event: StoredEvent, error: unknown): Promise<void> {
    const at = new Date(this.#parts.clock.now()).toISOString();
    await this.#parts.writer.write([insertDeadLetter(this.#group, event, messageOf(error), at), savePosition(this.#group, this.#topic, this.#partition, event.offset)]);
  }

  async #runReplays(): Promise<void> {
    for (;;) {
      const replay = this.#replays.shift();
      if (replay === undefined) return;
      await this.#options.handle(replay.event).then(replay.resolve, replay.reject);
    }
  }

  async #save(): Promise<void> {
    if (this.#saved === this.#position) return;
    const position = this.#position;
    await this.#parts.writer.write([savePosition(this.#group, this.#topic, this.#partition, position)]);
    this.#saved = position;
    this.#savedAtMs = performance.now();
  }

  async #waitForNews(): Promise<void> {
    if (this.#news || this.#closing.signal.aborted) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    this.#wake = undefined;
  }

  async #pause(delayMs: number): Promise<void> {
    // Closing cuts the pause short, which is all that the rejection says.
    await pause(delayMs, undefined, { signal: this.#closing.signal }).catch(() => undefined);
  }
}
