import type { Lease } from './lease.ts';
import type { Logger } from './log.ts';
import { outboxOldestSeconds } from './metrics.ts';
import type { Clock, EventBus, EventRecord } from './ports.ts';

/** An event that is committed and not yet on the bus. `position` is what the source needs to settle it. */
export interface PendingEvent {
  readonly event: EventRecord;
  readonly position: { readonly id: string; readonly item: string };
}

/** Where a service keeps its unsent events: inside the documents that made them. */
export interface OutboxSource {
  readonly topic: string;
  /** Oldest first, in order for each subject; at most `limit` documents are read. */
  pending(limit: number): Promise<readonly PendingEvent[]>;
  /** Called after the bus has them. May be lost: they are sent again with the same id. */
  settle(sent: readonly PendingEvent[]): Promise<void>;
  /** What was committed at or after a time and is published already, in order for each subject, a page at a time: to be sent once more with the same ids. Absent where nothing is kept. */
  since?(sinceMs: number): AsyncIterable<readonly EventRecord[]>;
}

export interface Relay {
  /** Something was committed: look now. */
  wake(): void;
  /** Sends all that waits; throws when the bus does not answer. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

const pauseMs = 250;
const longestPauseMs = 10_000;
const batchSize = 200;

interface RelayOptions {
  readonly bus: Pick<EventBus, 'publish'>;
  readonly log: Logger;
  readonly clock: Clock;
  readonly service: string;
  readonly lease?: Lease | undefined;
}

/** Sends one batch; false when nothing waits, or when it is another's to send. */
async function sendBatch(source: OutboxSource, { bus, clock, service, lease }: RelayOptions): Promise<boolean> {
  if (lease && !(await lease.held())) return false;
  const pending = await source.pending(batchSize);
  const oldest = pending[0];
  outboxOldestSeconds.set({ service }, oldest ? Math.max(0, clock.now() - Date.parse(oldest.event.time)) / 1000 : 0);
  if (!oldest) return false;
  await bus.publish(
    source.topic,
    pending.map(({ event }) => event),
  );
  await source.settle(pending);
  return true;
}

/**
 * Publishes committed events in order, one batch in flight, and settles them after the bus has answered; never before, or a crash would lose them.
 * A bus that is away costs nothing but delay: the events stay where they are.
 * With a lease, as among several processes of one service, it publishes only while it holds it; the one who does sends what all of them commit.
 */
export function startRelay(source: OutboxSource, options: RelayOptions): Relay {
  const { log, service, lease } = options;
  let stopped = false;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let wanted = false;

  async function sendAll(): Promise<void> {
    do {
      wanted = false;
      while (!stopped && (await sendBatch(source, options)));
    } while (wanted && !stopped);
  }

  function schedule(delayMs: number): void {
    clearTimeout(timer);
    if (stopped) return;
    timer = setTimeout(() => {
      // Whoever wakes it meanwhile must not begin a second round beside it, which would send the same once more.
      active = true;
      running = round();
    }, delayMs);
  }

  async function round(): Promise<void> {
    try {
      await sendAll();
      failures = 0;
      schedule(wanted ? 0 : pauseMs);
    } catch (error) {
      failures += 1;
      if (failures === 1 || failures % 20 === 0) log.warn({ err: error, service, failures }, 'events wait: the bus or the store does not answer');
      schedule(Math.min(longestPauseMs, pauseMs * 2 ** Math.min(failures, 6)) * (0.5 + Math.random() / 2));
    } finally {
      active = false;
    }
  }

  let active = false;
  schedule(0);
  return {
    wake() {
      wanted = true;
      if (active || failures > 0 || stopped) return;
      active = true;
      // The next turn: several commits of one turn go out together.
      schedule(0);
    },
    async flush() {
      await running;
      while (await sendBatch(source, options));
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
      await lease?.release().catch((error: unknown) => log.warn({ err: error, service }, 'the lease of the relay runs out by itself'));
    },
  };
}

/** Publishes once more what a source has committed since a time, in its order. Gives the number of events; consumers know them by id, number or version and do nothing twice. */
export async function resendSince(source: OutboxSource, bus: EventBus, sinceMs: number): Promise<number> {
  let sent = 0;
  for await (const events of source.since?.(sinceMs) ?? []) {
    await bus.publish(source.topic, events);
    sent += events.length;
  }
  return sent;
}
