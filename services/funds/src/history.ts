import type { Page } from '@tradepost/platform/call.ts';
import { readPage, sortOrder } from '@tradepost/platform/list.ts';
import type { AppendOnly, Filter } from '@tradepost/platform/ports.ts';
import type { Entry } from './collections.ts';

/**
 * Reads a page of one account's entries, all or those of one kind. They come in the order of their numbers, so the time line is read by number.
 * For one kind the sort ends with `_id`, or the store would choose the index of all numbers and pass over the other kinds.
 */
export function readHistory(
  entries: AppendOnly<Entry>,
  filter: Filter & { readonly a: string },
  query: { readonly sort: string; readonly limit: number; readonly after?: string | undefined },
): Promise<Page<Entry>> {
  const order = sortOrder(query.sort, { createdAt: 's', amount: 'amt' });
  return readPage(entries, { filter, sort: { ...order, unique: order.path === 's' && filter.t === undefined }, limit: query.limit, after: query.after, row: (entry) => entry });
}
