import { type Call, type Page, Reply } from '@tradepost/platform/call.ts';
import { exactTotal, readPage, sortOrder } from '@tradepost/platform/list.ts';
import type { Filter } from '@tradepost/platform/ports.ts';
import { fillPath } from '@tradepost/proto/api/call.ts';
import * as paths from '@tradepost/proto/api/positions/paths.ts';
import type * as api from '@tradepost/proto/api/positions/schemas.ts';
import type { Entry, Position } from '../collections.ts';
import type { Positions } from '../positions.ts';
import { positionViews } from '../views.ts';

type ListCall = Pick<Call<typeof api.listPositions>, 'query' | 'requestId'>;

interface Listed {
  readonly positions: api.Position[];
  readonly total: number;
  readonly headers: Readonly<Record<string, string>>;
}

async function readPositions(state: Positions, account: string, call: ListCall, path: string, filter: Filter = {}): Promise<Listed> {
  const { query } = call;
  const page: Page<Entry> = await readPage<Entry, Entry>(state.entries, {
    filter: { account, listed: true, ...filter },
    all: query.q ? [{ symbol: { prefix: query.q.toUpperCase() } }] : [],
    sort: sortOrder(query.sort, { createdAt: 'createdAtMs' }),
    limit: query.limit,
    after: query.after,
    row: (entry) => entry,
  });
  const positions = await positionViews(
    state,
    page.rows.filter((entry): entry is Position => entry.kind === 'position'),
  );
  return { positions, total: page.total, headers: pagingHeaders(path, query, page) };
}

/** The body of these lists is an object, so the paging of the conventions is written here: how many there are, and where the next page begins. */
function pagingHeaders(path: string, { limit, q, sort }: ListCall['query'], { total, next }: Page<unknown>): Record<string, string> {
  const count = total > exactTotal ? `${exactTotal}+` : String(total);
  if (next === undefined) return { 'X-Total-Count': count };
  const search = new URLSearchParams({ limit: String(limit), sort, ...(q === undefined ? {} : { q }), after: next });
  return { 'X-Total-Count': count, Link: `</api${path}?${search}>; rel="next"` };
}

/** The administrator's list: whose positions they are, how many, and the page of them. */
export async function listForAdministrator(state: Positions, call: Call<typeof api.listForAdministrator>): Promise<Reply<api.AccountPositions>> {
  const { name } = await state.accounts.existing(call.params.id, call.requestId);
  const { positions, total, headers } = await readPositions(state, call.params.id, call, fillPath(paths.listForAdministrator.path, call.params));
  return new Reply({ userName: name, count: total, positions }, headers);
}

/** Active positions of one account. */
export async function listActive(state: Positions, call: Call<typeof api.listActive>): Promise<Reply<api.PositionList>> {
  await state.accounts.existing(call.params.id, call.requestId);
  const { positions, headers } = await readPositions(state, call.params.id, call, fillPath(paths.listActive.path, call.params), { active: true });
  return new Reply({ positions }, headers);
}

/** All positions of one account. */
export async function listPositions(state: Positions, call: Call<typeof api.listPositions>): Promise<Reply<api.PositionList>> {
  await state.accounts.existing(call.params.userId, call.requestId);
  const { positions, headers } = await readPositions(state, call.params.userId, call, fillPath(paths.listPositions.path, call.params));
  return new Reply({ positions }, headers);
}
