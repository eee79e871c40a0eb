import type { Page } from '@tradepost/platform/call.ts';
import { askedWords, readPage, sortOrder } from '@tradepost/platform/list.ts';
import type { AppendOnly, Filter } from '@tradepost/platform/ports.ts';
import type { Entry } from './collections.ts';

type Entries = Pick<AppendOnly<Entry>, 'find' | 'count'>;

/** How a history of one account is read. */
export interface HistoryQuery {
  readonly sort: string;
  readonly limit: number;
  readonly after?: string | undefined;
  readonly q?: string | undefined;
}

/** Every word of `q` is the beginning of one of an entry's words, which stand behind the account. */
const searched = (account: string, q: string | undefined): Filter[] => askedWords(q).map((word) => ({ words: { prefix: `${account} ${word}` } }));

/**
 * Reads a page of one account's entries, all or those of one kind. They come in the order of their numbers, so the time line is read by number.
 * For one kind the sort ends with `_id`, or the store would choose the index of all numbers and pass over the other kinds.
 */
export function readHistory(entries: Entries, filter: Filter & { readonly a: string }, { sort, q, limit, after }: HistoryQuery): Promise<Page<Entry>> {
  const order = sortOrder(sort, { createdAt: 's', amount: 'amt' });
  return readPage(entries, {
    filter,
    all: searched(filter.a, q),
    sort: { ...order, unique: order.path === 's' && filter.t === undefined },
    limit,
    after,
    row: (entry) => entry,
  });
}

/** Reads a page of the settlements of one account whose reason has the words of `q`, in the order of their holds: the ids of holds begin with the time, and an index has them. */
export function searchSettlements(entries: Entries, account: string, { sort, q, limit, after }: HistoryQuery): Promise<Page<Entry>> {
  const order = sortOrder(sort, { createdAt: 'settles', amount: 'amt' });
  return readPage(entries, {
    filter: { a: account, settles: { exists: true } },
    all: searched(account, q),
    sort: { ...order, unique: order.path === 'settles' },
    limit,
    after,
    row: (entry) => entry,
  });
}
