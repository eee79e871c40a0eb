import { type Call, Page } from '@tradepost/platform/call.ts';
import type * as api from '@tradepost/proto/api/funds/schemas.ts';
import type { Funds } from '../funds.ts';
import { type HistoryQuery, readHistory, searchSettlements } from '../history.ts';
import { withdrawalView } from '../views.ts';
import { holdsOf, settlementsOf } from '../withdrawals.ts';

/** The withdrawals of one account, each as it stands now; with `q` those that were decided for a reason with these words. */
export async function listWithdrawals(funds: Funds, { params, query, requestId }: Call<typeof api.listWithdrawals>): Promise<Page<api.Withdrawal>> {
  await funds.accounts.assertKnown(params.userId, requestId);
  if (query.q) return searchWithdrawals(funds, params.userId, query);

  const page = await readHistory(funds.entries, { a: params.userId, t: 'hold' }, query);
  const settlements = await settlementsOf(funds.entries, params.userId, page.rows);

  return new Page(
    page.rows.map((hold) => withdrawalView(hold, settlements.get(hold._id))),
    page.total,
    page.next,
  );
}

/** The words lie on the entries that settle, so those are looked for, and their holds are shown. */
async function searchWithdrawals(funds: Funds, account: string, query: HistoryQuery): Promise<Page<api.Withdrawal>> {
  const page = await searchSettlements(funds.entries, account, query);
  const holds = await holdsOf(funds.entries, page.rows);

  return new Page(
    page.rows.flatMap((settlement) => {
      const hold = holds.get(settlement.settles ?? '');
      return hold ? [withdrawalView(hold, settlement)] : [];
    }),
    page.total,
    page.next,
  );
}
