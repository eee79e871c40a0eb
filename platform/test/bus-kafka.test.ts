import { once } from 'node:events';
import { createServer } from 'node:net';
import { openKafkaBus } from '../src/bus/kafka.ts';
import { numberOf, offsetBehind } from '../src/bus/kafka-events.ts';
import { StartRefused, StoreUnavailable } from '../src/errors.ts';
import type { StoredEvent } from '../src/ports.ts';
import { withEngine } from '../src/testing/engines.ts';
import { eventually, sampleEvent } from '../src/testing/event-bus-place.ts';
import { eventBusSuite } from '../src/testing/event-bus-suite.ts';
import { clean, log, openBus, settings } from './support/kafka-place.ts';

const topic = 'tradepost.sample';

withEngine('Kafka', 'KAFKA_BROKERS', () => {
  eventBusSuite('kafka', async () => {
    await clean();
    return { open: () => openBus(), remove: clean };
  });

  describe('beside the suite', () => {
    beforeEach(clean);
    afterAll(clean);

    test('when events of several topics and partitions are read in pages then each comes once', async () => {
      const bus = await openBus();
      const events = Array.from({ length: 30 }, (_, key) => sampleEvent(`key${key}`));
      await bus.publish(topic, events.slice(0, 20));
      await bus.publish('tradepost.other', events.slice(20));
      const seen: StoredEvent[] = [];
      for (let page = 0; page < 10; page += 1) seen.push(...(await bus.read({ after: seen.at(-1)?.offset ?? 0, limit: 8 })));
      const mine = seen.map(({ id }) => id).filter((id) => events.some((event) => event.id === id));
      expect(mine.toSorted()).toEqual(events.map(({ id }) => id).toSorted());
      await bus.close();
    });
    test('when a topic is made then it has six partitions and its own number holds', async () => {
      const bus = await openBus();
      await bus.publish(topic, [sampleEvent('a')]);
      const events = Array.from({ length: 60 }, (_, key) => sampleEvent(`key${key}`));
      await bus.publish(topic, events);
      expect(new Set((await bus.read({ topic, limit: 100 })).map(({ offset }) => offset % 64))).toEqual(new Set([0, 1, 2, 3, 4, 5]));
      await bus.close();
    });
    test('when a letter is replayed by another process then the group that runs elsewhere handles it', async () => {
      const [here, there] = [await openBus(), await openBus()];
      let works = false;
      let handled = 0;
      await here.subscribe({
        group: 'readers',
        topics: [topic],
        handle: async () => {
          if (!works) throw new Error('not yet');
          handled += 1;
        },
      });
      await here.publish(topic, [sampleEvent('a')]);
      await eventually(async () => (await there.deadLetters()).length === 1);
      works = true;
      const [letter] = await there.deadLetters();
      expect(await there.replay(letter?.id ?? '')).toBe(true);
      expect(handled).toBe(1);
      expect(await here.deadLetters()).toEqual([]);
      await Promise.all([here.close(), there.close()]);
    });
    test('when a dead letter belongs to a group that does not run then replay refuses and keeps it', async () => {
      const bus = await openBus({ times: { retryDelaysMs: [], waitMs: 50 } });
      const subscription = await bus.subscribe({ group: 'readers', topics: [topic], handle: () => Promise.reject(new Error('no')) });
      await bus.publish(topic, [sampleEvent('a')]);
      await eventually(async () => (await bus.deadLetters()).length === 1);
      await subscription.close();
      await expect(bus.replay((await bus.deadLetters())[0]?.id ?? '')).rejects.toBeInstanceOf(StoreUnavailable);
      expect(await bus.deadLetters()).toHaveLength(1);
      expect(await bus.replay('no such letter')).toBe(false);
      await bus.close();
    });
    test('when a handler does not end then the event has failed after the limit, and the next is handled', async () => {
      const bus = await openBus({ times: { retryDelaysMs: [2], waitMs: 50, handlerLimitMs: 150, sessionMs: 6000 } });
      const [stuck, next] = [sampleEvent('a'), sampleEvent('a')];
      const seen: string[] = [];
      const handle = async (event: StoredEvent): Promise<void> => {
        seen.push(event.id);
        if (event.id === stuck.id) await new Promise(() => undefined);
      };
      await bus.subscribe({ group: 'readers', topics: [topic], handle });
      await bus.publish(topic, [stuck, next]);
      await eventually(() => seen.includes(next.id));
      expect(seen).toEqual([stuck.id, stuck.id, next.id]);
      expect((await bus.deadLetters())[0]?.error).toContain('150 ms');
      await bus.close();
    });
    test('when one key waits for its next try then the events of others do not wait', async () => {
      const bus = await openBus({ times: { retryDelaysMs: [3000], waitMs: 50 } });
      const seen = new Set<string>();
      const handle = async (event: StoredEvent): Promise<void> => {
        if (event.subject === 'bad') throw new Error('not now');
        seen.add(event.id);
      };
      await bus.subscribe({ group: 'readers', topics: [topic], handle });
      await bus.publish(topic, [sampleEvent('bad'), ...Array.from({ length: 20 }, (_, key) => sampleEvent(`key${key}`))]);
      await eventually(() => seen.size >= 10, 2500);
      const before = seen.size;
      await bus.publish(
        topic,
        Array.from({ length: 20 }, (_, key) => sampleEvent(`key${key}`)),
      );
      await eventually(() => seen.size >= 2 * before, 2500);
      await bus.close();
    });
    test('when the credentials are refused then the start says so in one sentence', async () => {
      const wrong = { sasl: { mechanism: 'plain', username: 'nobody', password: 'wrong' } } as const;
      const error: unknown = await openBus(wrong).catch((one: unknown) => one);
      expect(error).toBeInstanceOf(StartRefused);
      expect(String(error)).toMatch(/^StartRefused: Kafka at \S+ refuses the credentials\.$/);
    });
  });
});

describe('a Kafka bus without brokers', () => {
  test('when an address is none then the start says which', async () => {
    await expect(openKafkaBus({ ...settings, brokers: ['localhost:9092', 'localhost'] })).rejects.toThrow(
      'KAFKA_BROKERS must be host:port, several with commas between them; "localhost" is not.',
    );
    await expect(openKafkaBus({ ...settings, brokers: [] })).rejects.toBeInstanceOf(StartRefused);
  });
  test('when nobody listens then it opens and subscribes at once, and each call fails in short time', async () => {
    const bus = await openKafkaBus({ brokers: ['127.0.0.1:1'], clientId: 'test', log });
    const startMs = performance.now();
    const subscription = await bus.subscribe({ group: 'readers', topics: [topic], from: 'now', handle: async () => undefined });
    for (const work of [
      bus.ping(),
      bus.publish(topic, [sampleEvent('a')]),
      subscription.lag(),
      bus.read({ limit: 1 }),
      bus.deadLetters(),
      bus.replay('readers:tradepost.sample:0:0'),
    ]) {
      await expect(work).rejects.toBeInstanceOf(StoreUnavailable);
    }
    await bus.close();
    expect(performance.now() - startMs).toBeLessThan(8000);
  });
  test('when a broker takes the connection and never answers then ping fails after two seconds', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    const broker = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    const bus = await openKafkaBus({ brokers: [broker], clientId: 'test', log });
    const startMs = performance.now();
    await expect(bus.ping()).rejects.toBeInstanceOf(StoreUnavailable);
    expect(performance.now() - startMs).toBeLessThan(2500);
    await bus.close();
    silent.close();
  });
});

describe('the number of a place', () => {
  test('when a partition is read behind a number then it begins with the next event', () => {
    for (const name of ['tradepost.funds', 'tradepost.users'])
      for (const partition of [0, 5])
        for (const offset of [0, 1, 1000]) {
          const number = numberOf({ topic: name, partition, offset });
          expect(offsetBehind(number, name, partition)).toBe(offset + 1);
          expect(offsetBehind(number - 1, name, partition)).toBe(offset);
          expect(number).toBeGreaterThan(0);
        }
    expect(numberOf({ topic: 'tradepost.funds', partition: 63, offset: 2 ** 33 - 2 })).toBeLessThan(Number.MAX_SAFE_INTEGER);
  });
  test('when the topics of the platform are numbered then no two share a number', () => {
    const topics = ['auth', 'users', 'funds', 'positions', 'market', 'site_content'].map((name) => `tradepost.${name}`);
    expect(new Set(topics.map((name) => numberOf({ topic: name, partition: 0, offset: 0 }))).size).toBe(topics.length);
  });
});
