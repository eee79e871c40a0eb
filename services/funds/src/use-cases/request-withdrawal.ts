import type { Call } from '@tradepost/platform/call.ts';
import type * as api from '@tradepost/proto/api/funds/schemas.ts';
import type { Funds } from '../funds.ts';
import { hold } from '../ledger.ts';
import { withdrawalView } from '../views.ts';

/** Holds the amount at once; an administrator decides later. A retry with the same key gets the first answer again. */
export async function requestWithdrawal(funds: Funds, call: Call<typeof api.requestWithdrawal>): Promise<api.WithdrawalAnswer> {
  await funds.accounts.assertActive(call.params.userId, call.requestId);

  const entry = await funds.ledger.append({
    account: call.params.userId,
    kind: 'hold',
    amount: call.body.amount,
    call,
    next: (balance) => hold(balance, call.body.amount),
  });

  return { message: 'Withdrawal request submitted successfully!', withdrawal: withdrawalView(entry) };
}
