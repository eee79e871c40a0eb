import type { Call } from '@tradepost/platform/call.ts';
import type * as api from '@tradepost/proto/api/funds/schemas.ts';
import { rupees } from '@tradepost/proto/api/money.ts';
import type { Funds } from '../funds.ts';
import { deposit } from '../ledger.ts';
import { depositView } from '../views.ts';

/** An administrator books money in, on any account that is not deleted. */
export async function addFunds(funds: Funds, call: Call<typeof api.addFunds>): Promise<api.AddFundsAnswer> {
  await funds.accounts.assertBookable(call.params.id, call.requestId);

  const entry = await funds.ledger.append({
    account: call.params.id,
    kind: 'deposit',
    amount: call.body.amount,
    note: call.body.note,
    call,
    next: (balance) => deposit(balance, call.body.amount),
  });

  return { message: 'Funds added successfully', totalfund: rupees(entry.after.posted), deposit: depositView(entry) };
}
