import { setTimeout as pause } from 'node:timers/promises';
import { openKafkaBus } from '../src/bus/kafka.ts';
import type { EventBus, EventRecord, StoredEvent } from '../src/ports.ts';
import { type OwnEngine, startOwnEngine, withOwnEngine } from '../src/testing/engines.ts';
import { eventually, sampleEvent } from '../src/testing/event-bus-place.ts';
import { type FaultProxy, openFaultProxy } from '../src/testing/fault-proxy.ts';
import { log } from './support/kafka-place.ts';

const topic = 'tradepost.sample';
/** Sizes of a short run; the full ones are those of bar.md, E7 and E6. */
const kills = Number(process.env.KAFKA_KILLS ?? 2);
const resets = Number(process.env.KAFKA_RESETS ?? 20);
/** What the platform promises after a broker's return (bar.md, E7). */
const backLimitMs = 30_000;

/** Publishes as the relay does: the same events again until they are acknowledged. Gives how often that failed. */
async function publishUntilDone(bus: EventBus, events: readonly EventRecord[]): Promise<number> {
  for (let failures = 0; ; failures += 1) {
    try {
      await bus.publish(topic, events);
      return failures;
    } catch {
      // The outcome is unknown or nothing was sent; at least once is all that is asked.
      await pause(100);
    }
  }
}

async function readAll(bus: EventBus): Promise<StoredEvent[]> {
  const all: StoredEvent[] = [];
  for (;;) {
    const page = await bus.read({ topic, after: all.at(-1)?.offset ?? 0, limit: 1000 });
    all.push(...page);
    if (page.length < 1000) return all;
  }
}

withOwnEngine('Kafka', 'KAFKA_BROKERS', () => {
  let engine: OwnEngine;
  let broker: string;
  const buses: EventBus[] = [];
  const open = async (reach?: FaultProxy): Promise<EventBus> => {
    // The session is that of production: it decides how soon a consumer is back.
    const bus = await openKafkaBus({ brokers: [reach?.address ?? broker], clientId: 'test', log, ...(reach ? { reach: () => reach } : {}) });
    buses.push(bus);
    return bus;
  };

  beforeAll(async () => {
    engine = await startOwnEngine('kafka');
    broker = engine.environment.KAFKA_BROKERS ?? '';
  }, 60_000);
  afterEach(async () => {
    await Promise.all(buses.splice(0).map((bus) => bus.close()));
  }, 60_000);
  afterAll(() => engine.stop(), 60_000);

  test(
    'when the broker is killed amid publishing then no acknowledged event is lost and the consumer is back without help',
    async () => {
      const bus = await open();
      const seen = new Set<string>();
      await bus.subscribe({
        group: 'killed',
        topics: [topic],
        handle: async (event) => {
          seen.add(event.id);
        },
      });
      const acknowledged: string[] = [];
      let over = false;
      const publishing = (async () => {
        while (!over) {
          const events = Array.from({ length: 5 }, (_, key) => sampleEvent(`key${key}`));
          await publishUntilDone(bus, events);
          acknowledged.push(...events.map(({ id }) => id));
          await pause(5);
        }
      })();
      for (let round = 0; round < kills; round += 1) {
        await eventually(() => seen.size > 0 && acknowledged.length > 100 * (round + 1), backLimitMs);
        await engine.act('kill');
        await expect(bus.ping()).rejects.toThrow('The event bus does not answer.');
        await engine.act('start-one');
        const startMs = performance.now();
        const before = acknowledged.length;
        await eventually(() => acknowledged.length > before, backLimitMs);
        const mark = acknowledged.at(-1) ?? '';
        await eventually(() => seen.has(mark), backLimitMs - (performance.now() - startMs));
        log.warn({ round, backMs: performance.now() - startMs }, 'the consumer is back');
      }
      over = true;
      await publishing;
      await eventually(() => acknowledged.every((id) => seen.has(id)), backLimitMs);
      const stored = new Set((await readAll(bus)).map(({ id }) => id));
      expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    },
    60_000 + kills * 60_000,
  );

  test('when the broker is frozen for longer than a request may take then calls fail in time and everything is back after it thaws', async () => {
    const bus = await open();
    const seen = new Set<string>();
    await bus.subscribe({
      group: 'frozen',
      topics: [topic],
      from: 'now',
      handle: async (event) => {
        seen.add(event.id);
      },
    });
    const first = sampleEvent('a');
    await bus.publish(topic, [first]);
    await eventually(() => seen.has(first.id));
    await engine.act('freeze');
    const startMs = performance.now();
    const lost = sampleEvent('a');
    await Promise.all([expect(bus.ping()).rejects.toThrow(), expect(bus.publish(topic, [lost])).rejects.toThrow(), expect(bus.publish(topic, [lost])).rejects.toThrow()]);
    expect(performance.now() - startMs).toBeLessThan(11_500);
    await pause(5_000);
    await engine.act('thaw');
    const backMs = performance.now();
    const later = sampleEvent('a');
    await publishUntilDone(bus, [later]);
    await eventually(() => seen.has(later.id), backLimitMs);
    log.warn({ backMs: performance.now() - backMs }, 'the consumer is back');
    await bus.ping();
  }, 120_000);

  test(
    'when the connection is reset after the broker has the batch then nothing is lost, and what came twice is a duplicate',
    async () => {
      const proxy = await openFaultProxy({ target: broker });
      const [bus, straight] = [await open(proxy), await open()];
      const sent: string[] = [];
      let failures = 0;
      for (let round = 0; round < resets; round += 1) {
        // The first goes well and leaves a connection on which only the answer to the second is awaited.
        for (const breaks of [false, true]) {
          const events = [sampleEvent('reset', round), sampleEvent(`reset${round % 7}`, round)];
          if (breaks) proxy.resetAfter((round * 3) % 50);
          failures += await publishUntilDone(bus, events);
          sent.push(...events.map(({ id }) => id));
        }
      }
      const stored = (await readAll(straight)).filter(({ subject }) => subject.startsWith('reset'));
      const unique = [...new Set(stored.map(({ id }) => id))];
      expect(sent.filter((id) => !unique.includes(id))).toEqual([]);
      expect(proxy.resets).toBe(resets);
      expect(failures).toBeGreaterThanOrEqual(resets);
      // Proof that the resets came after the append and not before.
      expect(stored.length - unique.length).toBeGreaterThanOrEqual(resets);
      // In the order of the key, when repetitions are left out.
      const ofOneKey = [...new Set(stored.filter(({ subject }) => subject === 'reset').map(({ id }) => id))];
      expect(ofOneKey).toEqual(sent.filter((id) => ofOneKey.includes(id)));
      await proxy.close();
    },
    60_000 + resets * 2000,
  );

  test('when the way to the broker is slow by three seconds then what is published arrives', async () => {
    const proxy = await openFaultProxy({ target: broker });
    const bus = await open(proxy);
    await bus.publish(topic, [sampleEvent('slow')]);
    proxy.slowDown(1500);
    const event = sampleEvent('slow');
    await bus.publish(topic, [event]);
    proxy.slowDown(0);
    expect((await readAll(bus)).map(({ id }) => id)).toContain(event.id);
    await bus.close();
    await proxy.close();
  }, 90_000);

  test('when there was no broker at the start then the consumer begins by itself once it is there', async () => {
    await engine.act('kill');
    const bus = await open();
    const seen = new Set<string>();
    const startMs = performance.now();
    await bus.subscribe({
      group: 'early',
      topics: [topic],
      handle: async (event) => {
        seen.add(event.id);
      },
    });
    expect(performance.now() - startMs).toBeLessThan(3500);
    await engine.act('start-one');
    const event = sampleEvent('a');
    await publishUntilDone(bus, [event]);
    await eventually(() => seen.has(event.id), backLimitMs);
  }, 90_000);
});
