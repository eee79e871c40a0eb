import type { Call } from '@tradepost/platform/call.ts';
import type * as api from '@tradepost/proto/api/funds/schemas.ts';
import { rupees } from '@tradepost/proto/api/money.ts';
import type { Funds } from '../funds.ts';
import { debit } from '../ledger.ts';

/** An administrator books money out, at most what no withdrawal holds. */
export async function reduceFunds(funds: Funds, call: Call<typeof api.reduceFunds>): Promise<api.ReduceFundsAnswer> {
  await funds.accounts.assertBookable(call.params.id, call.requestId);

  const entry = await funds.ledger.append({
    account: call.params.id,
    kind: 'debit',
    amount: call.body.amount,
    note: call.body.note,
    call,
    next: (balance) => debit(balance, call.body.amount),
  });

  return { message: 'Funds withdrawn successfully', totalfund: rupees(entry.after.posted) };
}
