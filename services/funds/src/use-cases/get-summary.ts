import type { Call } from '@tradepost/platform/call.ts';
import type * as internal from '@tradepost/proto/api/funds/internal.ts';
import type { Funds } from '../funds.ts';
import { depositView, moneyView, withdrawalView } from '../views.ts';
import { settlementsOf } from '../withdrawals.ts';

const newest = { sort: { s: -1 }, limit: 50 } as const;

/** The money of one account, read live. An account without entries has none; whether it exists is for users to say. */
export async function getSummary(funds: Funds, call: Call<typeof internal.getSummary>): Promise<internal.MoneySummary> {
  const { id } = call.params;
  const [head, holds, deposits] = await Promise.all([
    funds.ledger.head(id),
    funds.entries.find({ filter: { a: id, t: 'hold' }, ...newest }),
    funds.entries.find({ filter: { a: id, t: 'deposit' }, ...newest }),
  ]);
  const settlements = await settlementsOf(funds.entries, id, holds);

  return { ...moneyView(head.after), withdrawals: holds.map((hold) => withdrawalView(hold, settlements.get(hold._id))), deposits: deposits.map(depositView) };
}
