import type { Call, Page } from '@tradepost/platform/call.ts';
import { askedWords, readPage, sortOrder } from '@tradepost/platform/list.ts';
import type * as api from '@tradepost/proto/api/users/schemas.ts';
import type { Users } from '../users.ts';
import { rowView } from '../views.ts';

const sortPaths = { createdAt: 'createdAtMs', name: 'nameKey', totalfund: 'money.postedPaise' } as const;

/** A phone number as it is kept: without `+91`, `91` before a whole number (a blank stands for an unescaped plus), or 0. */
const withoutDialling = (word: string): string => word.replace(/^(?:\+91(?=\d*$)|91(?=[6-9]\d{9}$)|0(?=[6-9]\d*$))/, '');

/** Pages through all accounts but deleted ones. Every word of `q` is the beginning of a word of the name, user id, e-mail or phone. */
export function listUsers(state: Users, { query, actor }: Call<typeof api.listUsers>): Promise<Page<api.UserRow>> {
  const words = askedWords(query.q)
    .map(withoutDialling)
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
