import { type Call, Page } from '@tradepost/platform/call.ts';
import { Refused } from '@tradepost/platform/errors.ts';
import { readPage, sortOrder } from '@tradepost/platform/list.ts';
import type { Filter } from '@tradepost/platform/ports.ts';
import type * as api from '@tradepost/proto/api/funds/schemas.ts';
import { rupees } from '@tradepost/proto/api/money.ts';
import type { AccountView } from '@tradepost/proto/api/users/internal.ts';
import type { Account, CommandKind, Entry, Outcome } from '../collections.ts';
import type { Funds } from '../funds.ts';
import { available } from '../ledger.ts';
import { withdrawalView } from '../views.ts';
import { settlementOf, unmark } from '../withdrawals.ts';

interface Pair {
  readonly hold: Entry;
  readonly settlement: Entry | undefined;
}

type QueueCall = Call<typeof api.listQueue>;

/** Withdrawals of all clients, or of those whose name or user id `q` finds. Users away: the rows stay, without bank details. */
export async function listQueue(funds: Funds, call: QueueCall): Promise<Page<api.QueueRow>> {
  const page = await readPairs(funds, call.query);
  const accounts = page.rows.map(({ hold }) => hold.a);
  const [known, views, heads] = await Promise.all([funds.accounts.known(accounts), accountViews(funds, accounts, call.requestId), headsOf(funds, accounts)]);

  return new Page(
    page.rows.map(({ hold, settlement }) => ({
      ...withdrawalView(hold, settlement),
      user: userOf(hold.a, known.get(hold.a), views.get(hold.a)),
      availableFund: heads.get(hold.a) ?? 0,
    })),
    page.total,
    page.next,
  );
}

async function readPairs(funds: Funds, query: QueueCall['query']): Promise<Page<Pair>> {
  const found = query.q ? await funds.accounts.search(query.q) : undefined;
  if (query.status !== undefined && query.status !== 'pending') return readDecided(funds, query.status, query, found);
  const { limit, after, sort, status } = query;
  const all: Filter = status === 'pending' ? { open: 1 } : { t: 'hold' };
  const page = await readPage<Entry, Pair>(funds.entries, {
    // The kind is what leads from an account to its holds.
    filter: found ? { ...all, t: 'hold', a: { in: found } } : all,
    sort: sortOrder(sort, { createdAt: 'at', amount: 'amt' }),
    limit,
    after,
    row: async (hold) => ({ hold, settlement: await settlementOf(funds.entries, hold) }),
  });
  return status === 'pending' ? new Page(stillPending(funds, page.rows), page.total, page.next) : page;
}

/** A decided withdrawal is found by the entry that settles it, which knows since when the money was held. */
async function readDecided(funds: Funds, status: Outcome, { limit, after, sort }: QueueCall['query'], found: readonly string[] | undefined): Promise<Page<Pair>> {
  const kind: CommandKind = status === 'approved' ? 'post' : 'void';
  const page = await readPage(funds.entries, {
    // Asked as one of a list, the outcome does not tempt the store to walk through everybody's decisions where it has those of a few accounts by their kind.
    filter: found ? { a: { in: found }, t: kind, outcome: { in: [status] } } : { outcome: status },
    all: found ? [] : [{ outcome: { exists: true } }],
    sort: sortOrder(sort, { createdAt: 'heldAt', amount: 'amt' }),
    limit,
    after,
    row: async (settlement) => ({ hold: await funds.entries.get(settlement.settles ?? ''), settlement }),
  });
  return new Page(
    page.rows.flatMap(({ hold, settlement }) => (hold ? [{ hold, settlement }] : [])),
    page.total,
    page.next,
  );
}

/** Leaves out what is settled; a marker that outlived its hold (the process ended in between) is removed here. */
function stillPending(funds: Funds, pairs: readonly Pair[]): Pair[] {
  for (const { hold, settlement } of pairs) if (settlement) unmark(funds.entries, hold, funds.log);
  return pairs.filter(({ settlement }) => !settlement);
}

async function accountViews(funds: Funds, ids: readonly string[], requestId: string): Promise<Map<string, AccountView>> {
  if (ids.length === 0) return new Map();
  try {
    const views = await funds.users.getAccounts({ body: { ids: [...new Set(ids)] }, requestId });
    return new Map(views.map((view) => [view._id, view]));
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 503) throw error;
    funds.log.warn({ requestId }, 'the queue is shown without bank details: users does not answer');
    return new Map();
  }
}

/** What is available on each account, in rupees. */
async function headsOf(funds: Funds, ids: readonly string[]): Promise<Map<string, number>> {
  return new Map(await Promise.all([...new Set(ids)].map(async (id): Promise<[string, number]> => [id, rupees(available((await funds.ledger.head(id)).after))])));
}

function userOf(id: string, known: Account | undefined, view: AccountView | undefined): api.QueueRow['user'] {
  return { _id: id, userId: view?.userId ?? known?.userId ?? '', name: view?.name ?? known?.name ?? '', bankDetails: view?.bankDetails ?? null };
}
