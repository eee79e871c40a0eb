import { OutcomeUnknown, StoreUnavailable, Unprocessable } from '../errors.ts';
import type { EventRecord, StoredEvent } from '../ports.ts';
import { eventually, idsOf, type Run, sampleEvent } from './event-bus-place.ts';

/** What becomes of events whose handler fails. */
export function failures(run: Run): void {
  test(
    'when a handler fails then the event is tried again, in order, while other keys go on',
    run(async (bus) => {
      const seen: string[] = [];
      let failuresLeft = 3;
      const events = [sampleEvent('a'), sampleEvent('a')];
      const handle = async (event: StoredEvent): Promise<void> => {
        if (event.id === events[0]?.id && failuresLeft > 0) {
          failuresLeft -= 1;
          throw new Error('not now');
        }
        seen.push(event.id);
      };
      await bus.subscribe({ group: 'readers', topics: ['tradepost.sample'], handle });
      await bus.publish('tradepost.sample', events);
      await eventually(() => seen.length >= 2);
      expect(seen).toEqual(idsOf(events));
      expect(failuresLeft).toBe(0);
      expect(await bus.deadLetters()).toEqual([]);
    }),
  );
  test(
    'when an event fails five times then it is a dead letter, and the next of its key is handled',
    run(async (bus) => {
      let tries = 0;
      const seen: string[] = [];
      const bad = sampleEvent('a', 7);
      const good = sampleEvent('a', 8);
      const handle = async (event: StoredEvent): Promise<void> => {
        if (event.id === bad.id) {
          tries += 1;
          throw new Error('never works');
        }
        seen.push(event.id);
      };
      await bus.subscribe({ group: 'readers', topics: ['tradepost.sample'], handle });
      await bus.publish('tradepost.sample', [bad, good]);
      await eventually(() => seen.length === 1);
      expect(tries).toBe(5);
      const [letter, ...others] = await bus.deadLetters({ group: 'readers' });
      expect(others).toEqual([]);
      expect(letter).toMatchObject({
        topic: 'tradepost.sample.readers.dead',
        group: 'readers',
        error: 'never works',
        event: { id: bad.id, type: bad.type, subject: 'a', time: bad.time },
      });
      expect([...(letter?.event.data ?? [])]).toEqual([...bad.data]);
      expect(await bus.deadLetters({ group: 'others' })).toEqual([]);
    }),
  );
  test(
    'when what an event needs is away then it is tried until that is back, and is no dead letter',
    run(async (bus) => {
      let tries = 0;
      const handle = async (): Promise<void> => {
        tries += 1;
        if (tries === 3) throw new OutcomeUnknown('written, perhaps');
        if (tries < 8) throw new StoreUnavailable('away');
      };
      const subscription = await bus.subscribe({ group: 'readers', topics: ['tradepost.sample'], handle });
      await bus.publish('tradepost.sample', [sampleEvent('a')]);
      await eventually(async () => (await subscription.lag()) === 0);
      expect(tries).toBe(8);
      expect(await bus.deadLetters()).toEqual([]);
    }),
  );
  test(
    'when events supersede those before them then the newest of each key is handed out, none goes back, and one that says nothing of the kind is never passed over',
    run(async (bus) => {
      const topics = ['tradepost.sample'];
      await bus.publish(
        'tradepost.sample',
        Array.from({ length: 300 }, (_, number) => sampleEvent(`a${number % 3}`, number)),
      );
      const seen: StoredEvent[] = [];
      const numberOf = ({ data }: EventRecord): number => (data[0] ?? 0) + 256 * (data[1] ?? 0);
      const isAlone = (event: EventRecord): boolean => numberOf(event) === 120;
      const handle = async (event: StoredEvent): Promise<void> => void seen.push(event);
      const subscription = await bus.subscribe({ group: 'readers', topics, handle, supersedes: (event) => !isAlone(event) });
      await eventually(async () => (await subscription.lag()) === 0);
      for (const [key, last] of [297, 298, 299].entries()) {
        const numbers = seen.filter(({ subject }) => subject === `a${key}`).map(numberOf);
        expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
        expect(numbers.at(-1)).toBe(last);
      }
      expect(seen.filter(isAlone)).toHaveLength(1);
    }),
  );
  test(
    'when an event cannot be processed then it is a dead letter at once, and replay hands it to its group until it works',
    run(async (bus) => {
      let tries = 0;
      let works = false;
      const bad = sampleEvent('a');
      const handle = async (): Promise<void> => {
        tries += 1;
        if (!works) throw new Unprocessable('unknown field');
      };
      await bus.subscribe({ group: 'readers', topics: ['tradepost.sample'], handle });
      await bus.publish('tradepost.sample', [bad]);
      await eventually(async () => (await bus.deadLetters()).length === 1);
      expect(tries).toBe(1);
      const letter = (await bus.deadLetters())[0]?.id ?? '';
      await expect(bus.replay(letter)).rejects.toThrow('unknown field');
      expect(await bus.deadLetters()).toHaveLength(1);
      works = true;
      expect(await bus.replay(letter)).toBe(true);
      expect(tries).toBe(3);
      expect(await bus.deadLetters()).toEqual([]);
      expect(await bus.replay(letter)).toBe(false);
    }),
  );
}
