import { type Consumer, consumer } from '@tradepost/platform/consume.ts';
import type { Positions } from './positions.ts';
import { projectAccount } from './use-cases/project-account.ts';
import { projectPrices } from './use-cases/project-prices.ts';

/** What positions hears of: the state and name of every account, and the price of every symbol. */
export const consumers: readonly Consumer<Positions>[] = [
  consumer<Positions>('positions.accounts', ['tradepost.users'], {
    UserRegistered: projectAccount,
    UserApproved: projectAccount,
    UserDisabled: projectAccount,
    UserUpdated: projectAccount,
    UserDeleted: projectAccount,
  }),
  consumer<Positions>('positions.prices', ['tradepost.market'], { SnapshotRefreshed: projectPrices }),
];
