import { Refused } from '@tradepost/platform/errors.ts';
import type { Logger } from '@tradepost/platform/log.ts';
import type { AppendOnly } from '@tradepost/platform/ports.ts';
import type { Entry } from './collections.ts';

type Entries = Pick<AppendOnly<Entry>, 'find' | 'get'>;

/** The hold of a withdrawal. Throws 404 when it is not there or belongs to another account. */
export async function holdOf(entries: Entries, account: string, withdrawalId: string): Promise<Entry> {
  const entry = await entries.get(withdrawalId);
  if (entry?.a !== account || entry.t !== 'hold') throw new Refused('not-found');
  return entry;
}

/** The entries that settle these holds (at most 1,000) of one account, by the hold's id; pending ones have none. */
export async function settlementsOf(entries: Entries, account: string, holds: readonly Entry[]): Promise<Map<string, Entry>> {
  if (holds.length === 0) return new Map();
  const found = await entries.find({ filter: { a: account, settles: { in: holds.map((hold) => hold._id) } }, all: [{ settles: { exists: true } }], limit: holds.length });
  return new Map(found.map((entry) => [entry.settles ?? '', entry]));
}

/** The holds that these entries (at most 1,000) settle, by their ids. */
export async function holdsOf(entries: Entries, settlements: readonly Entry[]): Promise<Map<string, Entry>> {
  if (settlements.length === 0) return new Map();
  const found = await entries.find({ filter: { _id: { in: settlements.map(({ settles }) => settles ?? '') } }, limit: settlements.length });
  return new Map(found.map((hold) => [hold._id, hold]));
}

/** The entry that settles a hold; undefined while it is pending. */
export async function settlementOf(entries: Entries, hold: Entry): Promise<Entry | undefined> {
  return (await entries.find({ filter: { a: hold.a, settles: hold._id }, limit: 1 }))[0];
}

/** Removes the marker `open` of a settled hold. Nobody waits for it: whoever reads the marker looks for the settling entry as well. */
export function unmark(entries: Pick<AppendOnly<Entry>, 'update'>, hold: Entry, log: Logger): void {
  entries.update(hold._id, { unset: ['open'] }, { open: 1 }).catch((error: unknown) => log.warn({ err: error, entry: hold._id }, 'a settled hold keeps its marker for now'));
}
