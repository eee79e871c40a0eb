import type { Logger } from '@tradepost/platform/log.ts';
import type { AppendOnly, Collection } from '@tradepost/platform/ports.ts';
import type { Accounts, UsersClient } from './accounts.ts';
import type { Ledger } from './append.ts';
import type { Account, Entry } from './collections.ts';

/** All that a use case of funds works with. */
export interface Funds {
  readonly ledger: Ledger;
  readonly accounts: Accounts;
  /** For reading; only append.ts and the relay write. */
  readonly entries: AppendOnly<Entry>;
  readonly accountDocuments: Collection<Account>;
  readonly users: UsersClient;
  /** What new entries carry at least: one more for each restore from a backup. */
  readonly epoch: () => number;
  readonly log: Logger;
}
