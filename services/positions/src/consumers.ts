import { type Consumer, consumer } from '@tradepost/platform/consume.ts';
import type { Positions } from './positions.ts';
import { projectAccount } from './use-cases/project-account.ts';

/** What positions hears of: the state and name of every account. */
export const consumers: readonly Consumer<Positions>[] = [
  consumer<Positions>('positions.accounts', ['tradepost.users'], {
    UserRegistered: projectAccount,
    UserApproved: projectAccount,
    UserDisabled: projectAccount,
    UserUpdated: projectAccount,
    UserDeleted: projectAccount,
  }),
];
