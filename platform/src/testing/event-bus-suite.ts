import { setTimeout as pause } from 'node:timers/promises';
import type { StoredEvent } from '../ports.ts';
import { failures } from './event-bus-failures-suite.ts';
import { type BusPlace, eventually, idsOf, type Run, sampleEvent } from './event-bus-place.ts';

/** Opens a fresh place for one test and removes it afterwards. */
function runner(create: () => Promise<BusPlace>): Run {
  return (work) => async () => {
    const place = await create();
    const bus = await place.open();
    try {
      await bus.ping();
      await work(bus, place);
    } finally {
      await bus.close();
      await place.remove();
    }
  };
}

function delivery(run: Run): void {
  test(
    'when events are published then they are read and handed out as they were',
    run(async (bus) => {
      const seen: StoredEvent[] = [];
      const events = [sampleEvent('a', 1), sampleEvent('a', 2)];
      await bus.publish('tradepost.sample', events);
      const handle = async (event: StoredEvent): Promise<void> => {
        seen.push(event);
      };
      const subscription = await bus.subscribe({ group: 'readers', topics: ['tradepost.sample', 'tradepost.other'], handle });
      const other = sampleEvent('b');
      await bus.publish('tradepost.other', [other]);
      await eventually(() => seen.length >= 3);
      const plain = seen.map(({ offset: _offset, topic: _topic, ...record }) => ({ ...record, data: [...record.data] }));
      for (const event of [...events, other]) expect(plain).toContainEqual({ ...event, data: [...event.data] });
      await eventually(async () => (await subscription.lag()) === 0);
      expect(idsOf(await bus.read({ topic: 'tradepost.sample', limit: 10 }))).toEqual(idsOf(events));
      const [first] = await bus.read({ topic: 'tradepost.sample', limit: 1 });
      expect(idsOf(await bus.read({ topic: 'tradepost.sample', after: first?.offset ?? 0, limit: 10 }))).toEqual(idsOf(events.slice(1)));
    }),
  );
  test(
    'when events of many keys are published at once then each group sees each key in order',
    run(async (bus) => {
      const seen = new Map<string, string[]>();
      const published = new Map<string, string[]>();
      for (const group of ['one', 'two']) {
        const handle = async (event: StoredEvent): Promise<void> => {
          await pause(event.data[0] === 3 ? 2 : 0);
          const list = seen.get(group + event.subject) ?? [];
          if (!list.includes(event.id)) list.push(event.id);
          seen.set(group + event.subject, list);
        };
        await bus.subscribe({ group, topics: ['tradepost.sample'], handle });
      }
      const work = Array.from({ length: 20 }, async (_, key) => {
        const events = Array.from({ length: 15 }, (__, number) => sampleEvent(`key${key}`, number));
        published.set(`key${key}`, idsOf(events));
        for (let start = 0; start < 15; start += 5) await bus.publish('tradepost.sample', events.slice(start, start + 5));
      });
      await Promise.all(work);
      await eventually(() => [...seen.values()].reduce((sum, list) => sum + list.length, 0) === 600);
      for (const [key, ids] of published) for (const group of ['one', 'two']) expect(seen.get(group + key)).toEqual(ids);
    }),
  );
  test(
    'when a new group starts from now then it sees only what comes later',
    run(async (bus) => {
      const seen: string[] = [];
      await bus.publish('tradepost.sample', [sampleEvent('a')]);
      const handle = async (event: StoredEvent): Promise<void> => {
        seen.push(event.id);
      };
      const subscription = await bus.subscribe({ group: 'late', topics: ['tradepost.sample'], from: 'now', handle });
      expect(await subscription.lag()).toBe(0);
      const later = sampleEvent('a');
      await bus.publish('tradepost.sample', [later]);
      await eventually(() => seen.length > 0);
      expect(seen).toEqual([later.id]);
    }),
  );
  test(
    'when two subscribe with one group then the work is shared, and the second goes on when the first is closed',
    run(async (bus) => {
      const seen: string[] = [];
      const handle = async (event: StoredEvent): Promise<void> => {
        seen.push(event.id);
      };
      const first = await bus.subscribe({ group: 'shared', topics: ['tradepost.sample'], handle });
      await bus.subscribe({ group: 'shared', topics: ['tradepost.sample'], handle });
      const before = Array.from({ length: 10 }, (_, key) => sampleEvent(`key${key}`));
      await bus.publish('tradepost.sample', before);
      await eventually(() => seen.length >= 10);
      await eventually(async () => (await first.lag()) === 0);
      await first.close();
      const after = sampleEvent('key1');
      await bus.publish('tradepost.sample', [after]);
      await eventually(() => seen.includes(after.id));
      expect([...new Set(seen)].toSorted()).toEqual(idsOf([...before, after]).toSorted());
    }),
  );
}

function restarts(run: Run): void {
  test(
    'when a bus is opened again then a group goes on where it was, and what failed comes again',
    run(async (bus, place) => {
      const seen: string[] = [];
      const events = Array.from({ length: 5 }, (_, number) => sampleEvent('a', number));
      const stuck = events[3]?.id;
      const handle = async (event: StoredEvent): Promise<void> => {
        seen.push(event.id);
        if (event.id === stuck) await new Promise((resolve) => setTimeout(resolve, 20)).then(() => Promise.reject(new Error('not yet')));
      };
      const first = await place.open();
      const subscription = await first.subscribe({ group: 'readers', topics: ['tradepost.sample'], handle });
      await bus.publish('tradepost.sample', events);
      await eventually(() => seen.includes(stuck ?? ''));
      await subscription.close();
      expect(await bus.deadLetters()).toEqual([]);
      await first.close();
      const later: string[] = [];
      await bus.subscribe({
        group: 'readers',
        topics: ['tradepost.sample'],
        handle: async (event) => {
          later.push(event.id);
        },
      });
      await eventually(() => later.length === 2);
      expect(later).toEqual(idsOf(events.slice(3)));
    }),
  );
  test(
    'when a subscription is closed then the event in hand is finished first',
    run(async (bus) => {
      let finished = false;
      let begun = false;
      const handle = async (): Promise<void> => {
        begun = true;
        await pause(60);
        finished = true;
      };
      const subscription = await bus.subscribe({ group: 'readers', topics: ['tradepost.sample'], handle });
      await bus.publish('tradepost.sample', [sampleEvent('a')]);
      await eventually(() => begun);
      await subscription.close();
      expect(finished).toBe(true);
    }),
  );
}

/** What every event bus must do. `create` gives an empty place for each test. Call it in a test file. */
export function eventBusSuite(name: string, create: () => Promise<BusPlace>): void {
  describe(`event bus: ${name}`, () => {
    const run = runner(create);
    describe('delivery', () => delivery(run));
    describe('failures', () => failures(run));
    describe('restarts', () => restarts(run));
  });
}
