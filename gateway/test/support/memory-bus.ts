import type { EventBus, StoredEvent, SubscriptionOptions } from '@tradepost/platform/ports.ts';
import { catalog, type EventInput, type EventName, encodeEvent } from '@tradepost/proto/events/catalog.ts';

/** A bus that hands each event to whoever reads its topic, at once and without keeping it. */
export function memoryBus() {
  const readers = new Set<SubscriptionOptions>();
  let offset = 0;
  const bus: EventBus = {
    async publish(topic, events) {
      for (const event of events) {
        offset += 1;
        const stored: StoredEvent = { ...event, topic, offset };
        for (const reader of readers) if (reader.topics.includes(topic)) await reader.handle(stored);
      }
    },
    async subscribe(options) {
      readers.add(options);
      return {
        close: async () => {
          readers.delete(options);
        },
        lag: async () => 0,
      };
    },
    read: async () => [],
    deadLetters: async () => [],
    replay: async () => false,
    ping: async () => undefined,
    close: async () => undefined,
  };
  return {
    ...bus,
    groups: () => [...readers].map(({ group, from }) => ({ group, from })),
    /** Publishes one event of the catalog. */
    tell: <Name extends EventName>(name: Name, message: EventInput<Name>): Promise<void> =>
      bus.publish(catalog[name].topic, [{ id: `event-${offset + 1}`, source: 'test', subject: 'test', time: new Date(0).toISOString(), ...encodeEvent(name, message) }]),
  };
}
