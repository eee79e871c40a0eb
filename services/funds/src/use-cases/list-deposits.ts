import { type Call, Page } from '@tradepost/platform/call.ts';
import type * as api from '@tradepost/proto/api/funds/schemas.ts';
import type { Funds } from '../funds.ts';
import { readHistory } from '../history.ts';
import { depositView } from '../views.ts';

/** The deposits of one account; with `q` those whose note has these words. */
export async function listDeposits(funds: Funds, call: Call<typeof api.listDeposits>): Promise<Page<api.Deposit>> {
  await funds.accounts.assertKnown(call.params.userId, call.requestId);

  const page = await readHistory(funds.entries, { a: call.params.userId, t: 'deposit' }, call.query);

  return new Page(page.rows.map(depositView), page.total, page.next);
}
