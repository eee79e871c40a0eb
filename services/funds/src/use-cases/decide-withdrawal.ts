import type { Call } from '@tradepost/platform/call.ts';
import { Refused } from '@tradepost/platform/errors.ts';
import type * as api from '@tradepost/proto/api/funds/schemas.ts';
import type { Funds } from '../funds.ts';
import { post, voidHold } from '../ledger.ts';
import { withdrawalView } from '../views.ts';
import { holdOf } from '../withdrawals.ts';

/** An administrator pays a withdrawal out or says no; never his own. The same decision again gives the same answer, the other one is refused. */
export async function decideWithdrawal(funds: Funds, call: Call<typeof api.decideWithdrawal>): Promise<api.WithdrawalAnswer> {
  const { id, withdrawalId } = call.params;
  if (call.actor.id === id) throw new Refused('another-administrator');
  const hold = await holdOf(funds.entries, id, withdrawalId);
  const approved = call.body.action === 'approve';

  const entry = await funds.ledger.append({
    account: id,
    kind: approved ? 'post' : 'void',
    amount: hold.amt,
    reason: call.body.reason,
    settles: { hold, outcome: approved ? 'approved' : 'rejected' },
    call,
    next: (balance) => (approved ? post(balance, hold.amt) : voidHold(balance, hold.amt)),
  });

  return { message: approved ? 'Withdrawal approved' : 'Withdrawal rejected', withdrawal: withdrawalView(hold, entry) };
}
