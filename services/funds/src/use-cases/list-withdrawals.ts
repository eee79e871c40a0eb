import { type Call, Page } from '@tradepost/platform/call.ts';
import type * as api from '@tradepost/proto/api/funds/schemas.ts';
import type { Funds } from '../funds.ts';
import { readHistory } from '../history.ts';
import { withdrawalView } from '../views.ts';
import { settlementsOf } from '../withdrawals.ts';

/** The withdrawals of one account, each as it stands now. */
export async function listWithdrawals(funds: Funds, call: Call<typeof api.listWithdrawals>): Promise<Page<api.Withdrawal>> {
  await funds.accounts.assertKnown(call.params.userId, call.requestId);

  const page = await readHistory(funds.entries, { a: call.params.userId, t: 'hold' }, call.query);
  const settlements = await settlementsOf(funds.entries, call.params.userId, page.rows);

  return new Page(
    page.rows.map((hold) => withdrawalView(hold, settlements.get(hold._id))),
    page.total,
    page.next,
  );
}
