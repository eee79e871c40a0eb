import type { Call, Page } from '@tradepost/platform/call.ts';
import { readPage, sortOrder } from '@tradepost/platform/list.ts';
import type * as api from '@tradepost/proto/api/users/schemas.ts';
import { searchKey } from '../collections.ts';
import type { Users } from '../users.ts';
import { rowView } from '../views.ts';

const sortPaths = { createdAt: 'createdAtMs', name: 'nameKey', totalfund: 'money.postedPaise' } as const;

/** Pages through all accounts but deleted ones. Every word of `q` is the beginning of a word of the name, user id, e-mail or phone. */
export function listUsers(state: Users, { query, actor }: Call<typeof api.listUsers>): Promise<Page<api.UserRow>> {
  const words = searchKey(query.q ?? '')
    .split(/\s+/)
    .filter((word) => word !== '');
  return readPage(state.users, {
    filter: { listed: true, ...(query.state ? { state: query.state } : {}) },
    all: words.map((word) => ({ words: { prefix: word } })),
    sort: sortOrder(query.sort, sortPaths),
    limit: query.limit,
    after: query.after,
    row: (user) => rowView(state, user, actor.id),
  });
}
