import type { Call } from '@tradepost/platform/call.ts';
import { Refused } from '@tradepost/platform/errors.ts';
import { within } from '@tradepost/platform/within.ts';
import type { MoneySummary } from '@tradepost/proto/api/funds/internal.ts';
import type * as api from '@tradepost/proto/api/users/schemas.ts';
import { existingUser } from '../accounts.ts';
import type { Users } from '../users.ts';
import { profileView } from '../views.ts';

const fundsDeadlineMs = 1_500;

/** One account with its money as funds has it now. Funds away or slow: the five money fields are null and `degraded` says so. */
export async function getUser(state: Users, call: Call<typeof api.getUser>): Promise<api.UserDetail> {
  const user = await existingUser(state, call.params.id);
  const profile = profileView(state, user, call.actor.id);
  const money = await moneyOf(state, user._id, call.requestId);
  if (!money) return { ...profile, totalfund: null, availableFund: null, heldFund: null, withdrawals: null, addfundHistory: null, degraded: ['funds'] };
  const { totalfund, availableFund, heldFund, withdrawals, deposits } = money;
  return { ...profile, totalfund, availableFund, heldFund, withdrawals, addfundHistory: deposits };
}

async function moneyOf({ funds, log }: Users, account: string, requestId: string): Promise<MoneySummary | undefined> {
  try {
    return await within(fundsDeadlineMs, funds.getSummary({ params: { id: account }, requestId }), () => undefined);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    log.warn({ err: error, account, requestId }, 'an account is shown without its money');
    return undefined;
  }
}
