import type { Call, Page } from '@tradepost/platform/call.ts';
import type { StoredDeed } from '@tradepost/platform/deeds.ts';
import { Refused } from '@tradepost/platform/errors.ts';
import { readPage, sortOrder } from '@tradepost/platform/list.ts';
import type * as api from '@tradepost/proto/api/users/schemas.ts';
import type { Users } from '../users.ts';

/** Pages through what was done to an account, deleted ones included. An entry appears as soon as the relay has moved it, some milliseconds after the deed. */
export async function listAudit(state: Users, { params, query }: Call<typeof api.listAudit>): Promise<Page<api.AuditEntry>> {
  if (!(await state.users.get(params.id))) throw new Refused('not-found');
  const names = new Map<string, Promise<string>>();
  const nameOf = (id: string): Promise<string> => {
    const name = names.get(id) ?? readName(state, id);
    names.set(id, name);
    return name;
  };
  return readPage(state.deeds, {
    filter: { scope: params.id, audited: true },
    sort: sortOrder(query.sort, { createdAt: 'atMs' }),
    limit: query.limit,
    after: query.after,
    row: async (deed: StoredDeed): Promise<api.AuditEntry> => ({
      _id: deed._id,
      deed: deed.deed,
      by: { _id: deed.by.id, role: deed.by.role, name: await nameOf(deed.by.id) },
      fields: [...deed.fields],
      createdAt: new Date(deed.atMs).toISOString(),
    }),
  });
}

async function readName({ users }: Users, id: string): Promise<string> {
  if (id === 'platform') return 'Tradepost';
  const user = await users.get(id);
  return user && user.state !== 'deleted' ? user.name : 'Deleted account';
}
