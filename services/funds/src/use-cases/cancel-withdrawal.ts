import type { Call } from '@tradepost/platform/call.ts';
import type * as api from '@tradepost/proto/api/funds/schemas.ts';
import type { Funds } from '../funds.ts';
import { voidHold } from '../ledger.ts';
import { withdrawalView } from '../views.ts';
import { holdOf } from '../withdrawals.ts';

/** A client takes his request back while nobody has decided; once more gives the same answer. */
export async function cancelWithdrawal(funds: Funds, call: Call<typeof api.cancelWithdrawal>): Promise<api.WithdrawalAnswer> {
  const hold = await holdOf(funds.entries, call.params.userId, call.params.withdrawalId);

  const entry = await funds.ledger.append({
    account: call.params.userId,
    kind: 'void',
    amount: hold.amt,
    settles: { hold, outcome: 'cancelled' },
    call,
    next: (balance) => voidHold(balance, hold.amt),
  });

  return { message: 'Withdrawal cancelled', withdrawal: withdrawalView(hold, entry) };
}
