import type { StoredDeed } from '@tradepost/platform/deeds.ts';
import type { Logger } from '@tradepost/platform/log.ts';
import type { Clock, Collection } from '@tradepost/platform/ports.ts';
import type { Accounts } from './accounts.ts';
import type { Account, Entry, StoredPrice } from './collections.ts';
import type { InTurn } from './in-turn.ts';

/** All that a use case of positions works with. */
export interface Positions {
  readonly entries: Collection<Entry>;
  readonly deeds: Collection<StoredDeed>;
  readonly accountDocuments: Collection<Account>;
  readonly accounts: Accounts;
  readonly prices: Collection<StoredPrice>;
  readonly inTurn: InTurn;
  readonly clock: Clock;
  readonly log: Logger;
  /** Something was committed: the relay looks now. */
  wake(): void;
}
