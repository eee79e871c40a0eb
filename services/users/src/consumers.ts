import { type Consumer, consumer } from '@tradepost/platform/consume.ts';
import { assertBalance, projectBalance } from './use-cases/project-balance.ts';
import type { Users } from './users.ts';

/** All that users does with events, one line an event. */
export const consumers: readonly Consumer<Users>[] = [
  consumer<Users>(
    'users.totals',
    ['tradepost.funds'],
    {
      FundsAdded: projectBalance,
      FundsReduced: projectBalance,
      FundsRefused: projectBalance,
      WithdrawalRequested: projectBalance,
      WithdrawalApproved: projectBalance,
      WithdrawalRejected: projectBalance,
      WithdrawalCancelled: projectBalance,
      AccountClosed: projectBalance,
    },
    { absolute: true, check: assertBalance },
  ),
];
