import type { Call, Page } from '@tradepost/platform/call.ts';
import type { StoredDeed } from '@tradepost/platform/deeds.ts';
import { Refused } from '@tradepost/platform/errors.ts';
import { readPage, sortOrder } from '@tradepost/platform/list.ts';
import type * as api from '@tradepost/proto/api/site-content/schemas.ts';
import type { Site } from '../site.ts';
import type { EditRecord } from './save-site-content.ts';

/** Pages through the edits of the texts. An edit appears as soon as the relay has moved it, some milliseconds after it was made. */
export async function listContentEdits(state: Site, { params, query, requestId }: Call<typeof api.listContentEdits>): Promise<Page<api.ContentEdit>> {
  if (!(await state.texts.get(params.locale))) throw new Refused('not-found');
  const names = new Map<string, Promise<string | null>>();
  return readPage(state.deeds, {
    filter: { scope: params.locale, audited: true },
    sort: sortOrder(query.sort, { createdAt: 'atMs' }),
    limit: query.limit,
    after: query.after,
    row: async (deed: StoredDeed): Promise<api.ContentEdit> => {
      const name = names.get(deed.by.id) ?? readName(state, deed.by.id, requestId);
      names.set(deed.by.id, name);
      // The deeds of this scope are those of saveSiteContent.
      const { content, changes } = deed.answer as EditRecord;
      return {
        _id: deed._id,
        version: content.version,
        by: { _id: deed.by.id, role: deed.by.role, name: await name },
        fields: [...deed.fields],
        changes: [...changes],
        createdAt: new Date(deed.atMs).toISOString(),
      };
    },
  });
}

/** Who an account is, as users knows; null for an unknown one and while users is away, because the history is readable without. */
async function readName({ users, log }: Site, id: string, requestId: string): Promise<string | null> {
  try {
    const { account } = await users.getAccount({ params: { id }, requestId });
    return account && account.state !== 'deleted' ? account.name : null;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    log.warn({ err: error }, 'the history is shown without names: users is away');
    return null;
  }
}
