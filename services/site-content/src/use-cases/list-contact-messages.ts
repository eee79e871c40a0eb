import type { Call, Page } from '@tradepost/platform/call.ts';
import { readPage, sortOrder } from '@tradepost/platform/list.ts';
import type * as api from '@tradepost/proto/api/site-content/schemas.ts';
import { searchKey } from '../collections.ts';
import type { Site } from '../site.ts';
import { messageView } from '../views.ts';

/** Pages through the visitors' messages, all or those of one status. Every word of `q` is the beginning of a word of the name, the e-mail or the subject. */
export function listContactMessages(state: Site, { query }: Call<typeof api.listContactMessages>): Promise<Page<api.ContactMessage>> {
  const words = searchKey(query.q ?? '')
    .split(/\s+/)
    .filter((word) => word !== '');
  return readPage(state.messages, {
    filter: query.status === undefined ? {} : { status: query.status },
    all: words.map((word) => ({ words: { prefix: word } })),
    sort: sortOrder(query.sort, { createdAt: 'createdAtMs' }),
    limit: query.limit,
    after: query.after,
    row: messageView,
  });
}
