import { type Call, Page } from '@tradepost/platform/call.ts';
import type * as api from '@tradepost/proto/api/funds/schemas.ts';
import type { Funds } from '../funds.ts';
import { readHistory } from '../history.ts';
import { ledgerRow } from '../views.ts';

/** Every entry of one account, refusals too, with the names of those who made them; with `q` those whose note has these words. */
export async function listLedger(funds: Funds, call: Call<typeof api.listLedger>): Promise<Page<api.LedgerRow>> {
  await funds.accounts.assertKnown(call.params.userId, call.requestId);

  const page = await readHistory(funds.entries, { a: call.params.userId }, call.query);
  const names = await funds.accounts.known(page.rows.map((entry) => entry.who.id));

  return new Page(
    page.rows.map((entry) => ledgerRow(entry, names)),
    page.total,
    page.next,
  );
}
