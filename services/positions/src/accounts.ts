import { Refused } from '@tradepost/platform/errors.ts';
import type { Client } from '@tradepost/platform/internal.ts';
import type { Collection } from '@tradepost/platform/ports.ts';
import type * as usersInternal from '@tradepost/proto/api/users/internal.ts';
import type { Account } from './collections.ts';

export type UsersClient = Client<typeof usersInternal>;

/** Who the accounts are. The projection may say yes; before it says no, users is asked, and 503 when users is away. */
export interface Accounts {
  /** Gives the name of an account that is there, in whatever state. Throws Refused 404 for nobody and for a deleted one. */
  existing(id: string, requestId: string): Promise<{ readonly name: string }>;
  /** The same, from users alone: for an account that is known to be closing, and may be deleted by now. */
  existingNow(id: string, requestId: string): Promise<{ readonly name: string }>;
  /** What these accounts are called, by id; those that are not known are left out. */
  names(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** Judges accounts by the projection in `accounts` and, before it says no, by `users`. */
export function openAccounts({ accounts, users }: { accounts: Collection<Account>; users: UsersClient }): Accounts {
  const existingNow: Accounts['existingNow'] = async (id, requestId) => {
    const { account } = await users.getAccount({ params: { id }, requestId });
    if (!account || account.state === 'deleted') throw new Refused('not-found');
    return account;
  };
  return {
    existingNow,
    async existing(id, requestId) {
      const projected = await accounts.get(id);
      return projected && projected.state !== 'deleted' && projected.name !== '' ? projected : existingNow(id, requestId);
    },
    async names(ids) {
      const unique = [...new Set(ids)];
      if (unique.length === 0) return new Map();
      const found = await accounts.find({ filter: { _id: { in: unique } }, limit: unique.length });
      return new Map(found.map(({ _id, state, name }) => [_id, state === 'deleted' ? 'Deleted account' : name]));
    },
  };
}
