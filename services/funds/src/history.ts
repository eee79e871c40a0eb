import type { Page } from '@tradepost/platform/call.ts';
import { readPage, sortOrder } from '@tradepost/platform/list.ts';
import type { AppendOnly, Filter } from '@tradepost/platform/ports.ts';
import type { Entry } from './collections.ts';

/** Reads a page of one account's entries. Entries of one account come in the order of their numbers, so its time line is read by number. */
export function readHistory(
  entries: AppendOnly<Entry>,
  filter: Filter & { readonly a: string },
  query: { readonly sort: string; readonly limit: number; readonly after?: string | undefined },
): Promise<Page<Entry>> {
  const order = sortOrder(query.sort, { createdAt: 's', amount: 'amt' });
  return readPage(entries, { filter, sort: { ...order, unique: order.path === 's' }, limit: query.limit, after: query.after, row: (entry) => entry });
}
