import type { OutboxSource } from '@tradepost/platform/outbox.ts';
import type { AppendOnly, EventRecord } from '@tradepost/platform/ports.ts';
import type { Entry } from './collections.ts';
import { eventOf } from './events.ts';

/** Published entries since a time, account by account: within an account the time never falls, so it is the end of its ledger. */
async function* bookedSince(entries: AppendOnly<Entry>, sinceMs: number): AsyncGenerator<readonly EventRecord[]> {
  let account = '';
  for (;;) {
    const next = (await entries.find({ filter: { a: { gt: account } }, sort: { a: 1, s: 1 }, limit: 1 }))[0];
    if (!next) return;
    account = next.a;
    for (let from = await firstSince(entries, account, sinceMs); ; ) {
      const page = await entries.find({ filter: { a: account, s: { gte: from } }, sort: { s: 1 }, limit: 500 });
      if (page.length > 0) yield page.filter((entry) => entry.pub === undefined).map(eventOf);
      from = (page.at(-1)?.s ?? from) + 1;
      if (page.length < 500) break;
    }
  }
}

/** The number of an account's first entry at or after a time; one behind its last when there is none. Halves the range, since times never fall. */
async function firstSince(entries: AppendOnly<Entry>, account: string, sinceMs: number): Promise<number> {
  let low = 1;
  let high = ((await entries.find({ filter: { a: account }, sort: { s: -1 }, limit: 1 }))[0]?.s ?? 0) + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const entry = (await entries.find({ filter: { a: account, s: middle }, limit: 1 }))[0];
    if (entry && entry.at < sinceMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Entries that wait to be published, in the order of each account: `at` never falls within an account, so (at, s) keeps its order. */
export function outboxOf(entries: AppendOnly<Entry>): OutboxSource {
  return {
    topic: 'tradepost.funds',
    async pending(limit) {
      const newest = (await entries.find({ filter: { pub: 0 }, sort: { at: -1, s: -1 }, limit: 1 }))[0];
      if (!newest) return [];
      // A store may have passed the place of an entry that was committed while it was reading, and still give the one behind it.
      // What was committed before the end of the first reading is seen by the second: lower numbers of the same account come along.
      const waiting = await entries.find({ filter: { pub: 0, at: { lte: newest.at } }, sort: { at: 1, s: 1 }, limit });
      return waiting.map((entry) => ({ event: eventOf(entry), position: { id: entry._id, item: '' } }));
    },
    since: (sinceMs) => bookedSince(entries, sinceMs),
    async settle(sent) {
      await entries.updateAll(
        sent.map(({ position }) => position.id),
        { unset: ['pub'] },
      );
    },
  };
}
