import { invalidField, Refused } from '@tradepost/platform/errors.ts';
import type { Client } from '@tradepost/platform/internal.ts';
import { askedWords } from '@tradepost/platform/list.ts';
import type { Collection } from '@tradepost/platform/ports.ts';
import type * as usersInternal from '@tradepost/proto/api/users/internal.ts';
import type { State } from '@tradepost/proto/api/users/schemas.ts';
import type { Account } from './collections.ts';

export type UsersClient = Client<typeof usersInternal>;

/** Whether an account is there and what state it is in. The projection may say yes; before it says no, users is asked, and 503 when users is away. */
export interface Accounts {
  /** Throws 404 for nobody. A deleted account is known: its ledger stays. */
  assertKnown(id: string, requestId: string): Promise<void>;
  /** Staff book on any state but deleted. Throws 404. */
  assertBookable(id: string, requestId: string): Promise<void>;
  /** Throws 403 `not-approved` or `account-disabled`, 404 for nobody and for deleted accounts. */
  assertActive(id: string, requestId: string): Promise<void>;
  /** What the projection knows of these accounts, by id. */
  known(ids: readonly string[]): Promise<Map<string, Account>>;
  /** The ids of the accounts, at most 1,000, of which every word of `q` is the beginning of a word of the name or the user id. Throws 422 on `q` when there are more. */
  search(q: string): Promise<string[]>;
}

const mostFound = 1000;

/** Judges accounts by the projection in `accounts` and, before it says no, by `users`. */
export function openAccounts({ accounts, users }: { accounts: Collection<Account>; users: UsersClient }): Accounts {
  /** Gives the state when it is one of `enough`; asks users for every other answer. */
  async function stateOf(id: string, enough: readonly State[], requestId: string): Promise<State | undefined> {
    const projected = (await accounts.get(id))?.state;
    if (projected !== undefined && enough.includes(projected)) return projected;
    const { account } = await users.getAccount({ params: { id }, requestId });
    return account?.state;
  }

  return {
    async assertKnown(id, requestId) {
      if (!(await stateOf(id, ['pending', 'active', 'disabled', 'deleted'], requestId))) throw new Refused('not-found');
    },
    async assertBookable(id, requestId) {
      const state = await stateOf(id, ['pending', 'active', 'disabled'], requestId);
      if (state === undefined || state === 'deleted') throw new Refused('not-found');
    },
    async assertActive(id, requestId) {
      const state = await stateOf(id, ['active'], requestId);
      if (state === 'active') return;
      if (state === 'pending') throw new Refused('not-approved');
      if (state === 'disabled') throw new Refused('account-disabled');
      throw new Refused('not-found');
    },
    async known(ids) {
      const unique = [...new Set(ids)];
      if (unique.length === 0) return new Map();
      const found = await accounts.find({ filter: { _id: { in: unique } }, limit: unique.length });
      return new Map(found.map((account) => [account._id, account]));
    },
    async search(q) {
      const all = askedWords(q).map((word) => ({ words: { prefix: word } }));
      // A list without some of its clients would look like the whole one.
      if ((await accounts.count({ all, limit: mostFound + 1 })) > mostFound) throw invalidField('q', 'More than 1,000 accounts begin like this, please type more letters');
      return (await accounts.find({ all, limit: mostFound })).map(({ _id }) => _id);
    },
  };
}
