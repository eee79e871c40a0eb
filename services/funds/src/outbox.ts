import type { OutboxSource } from '@tradepost/platform/outbox.ts';
import type { AppendOnly } from '@tradepost/platform/ports.ts';
import type { Entry } from './collections.ts';
import { eventOf } from './events.ts';

/** Entries that wait to be published, in the order of each account: `at` never falls within an account, so (at, s) keeps its order. */
export function outboxOf(entries: AppendOnly<Entry>): OutboxSource {
  const read = (filter: { at?: { lte: number } }, limit: number): Promise<Entry[]> => entries.find({ filter: { pub: 0, ...filter }, sort: { at: 1, s: 1 }, limit });
  return {
    topic: 'tradepost.funds',
    async pending(limit) {
      const newest = (await read({}, limit)).at(-1);
      if (!newest) return [];
      // A store may have passed the place of an entry that was committed while it was reading, and still give the one behind it.
      // What was committed before the end of the first reading is seen by the second: lower numbers of the same account come along.
      const waiting = await read({ at: { lte: newest.at } }, 1000);
      return waiting.map((entry) => ({ event: eventOf(entry), position: { id: entry._id, item: '' } }));
    },
    async settle(sent) {
      await Promise.all(sent.map(({ position }) => entries.update(position.id, { unset: ['pub'] }, { pub: 0 })));
    },
  };
}
