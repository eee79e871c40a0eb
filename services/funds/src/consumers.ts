import { consumer } from '@tradepost/platform/consume.ts';
import type { Funds } from './funds.ts';
import { projectAccount } from './use-cases/project-account.ts';

/** What funds hears of: the state, role and name of every account. */
export const consumers = [
  consumer<Funds>('funds.accounts', ['tradepost.users'], {
    UserRegistered: projectAccount,
    UserApproved: projectAccount,
    UserDisabled: projectAccount,
    UserUpdated: projectAccount,
    UserDeleted: projectAccount,
  }),
];
