import { catalog, type DecodedEvent, decodeEvent, type EventMessage, type EventName } from '@tradepost/proto/events/catalog.ts';
import { Unprocessable } from './errors.ts';
import type { Logger } from './log.ts';
import { consumedEvents } from './metrics.ts';
import type { EventBus, StoredEvent, Subscription } from './ports.ts';

/** One consumer of a service: its group, the topics it reads and what it does with each event. Effects must be safe to repeat. */
export interface Consumer<State> {
  readonly group: string;
  readonly topics: readonly string[];
  handle(state: State, decoded: DecodedEvent, event: StoredEvent): Promise<void>;
  /** Whether each of its events says all that those before it under the same key have said. */
  readonly absolute?: boolean;
  /** Throws Unprocessable for an event whose bytes can be read and which still cannot be true. It goes to the dead letters and replaces no other. */
  readonly check?: (decoded: DecodedEvent, event: StoredEvent) => void;
}

type Handlers<State> = { readonly [Name in EventName]?: (state: State, message: EventMessage<Name>, event: StoredEvent) => Promise<void> };

/** Declares a consumer: `consumer('users.totals', ['tradepost.funds'], { FundsAdded: projectBalance, … })`. Events without a handler are passed over; with `absolute` so are those that a newer one of the same key already replaces; `check` refuses what cannot be true. */
export function consumer<State>(group: string, topics: readonly string[], handlers: Handlers<State>, options: Pick<Consumer<State>, 'absolute' | 'check'> = {}): Consumer<State> {
  return {
    group,
    topics,
    ...options,
    async handle(state, decoded, event) {
      const handler = handlers[decoded.name] as ((state: State, message: DecodedEvent['message'], event: StoredEvent) => Promise<void>) | undefined;
      await handler?.(state, decoded.message, event);
    },
  };
}

/** Subscribes a consumer; `from: 'now'` passes over what was told before its group first came. What cannot be read, or belongs to another topic, goes to the dead letters at once; a failed effect is tried again by the bus and never acknowledged. */
export function startConsumer<State>(
  consumer: Consumer<State>,
  state: State,
  { bus, log, from }: { bus: EventBus; log: Logger; from?: 'beginning' | 'now' },
): Promise<Subscription> {
  return bus.subscribe({
    group: consumer.group,
    topics: consumer.topics,
    ...(from ? { from } : {}),
    ...(consumer.absolute ? { supersedes: (event: StoredEvent) => isReadable(consumer, event) } : {}),
    async handle(event) {
      try {
        await consumer.handle(state, read(consumer, event), event);
        consumedEvents.inc({ group: consumer.group, outcome: 'done' });
      } catch (error) {
        consumedEvents.inc({ group: consumer.group, outcome: 'failed' });
        log.warn({ err: error, group: consumer.group, eventId: event.id, type: event.type, offset: event.offset }, 'event not handled');
        throw error;
      }
    },
  });
}

/** What cannot be read replaces nothing, and is never passed over: it belongs to the dead letters. */
function isReadable<State>(consumer: Consumer<State>, event: StoredEvent): boolean {
  try {
    read(consumer, event);
    return true;
  } catch {
    return false;
  }
}

function read<State>(consumer: Consumer<State>, event: StoredEvent): DecodedEvent {
  const decoded = decode(event);
  const { topic } = catalog[decoded.name];
  if (topic !== event.topic) throw new Unprocessable(`An event of type ${event.type} belongs to ${topic}, not to ${event.topic}.`);
  consumer.check?.(decoded, event);
  return decoded;
}

function decode(event: StoredEvent): DecodedEvent {
  try {
    return decodeEvent(event);
  } catch (cause) {
    throw new Unprocessable(cause instanceof Error ? cause.message : 'The event cannot be read.', { cause });
  }
}
