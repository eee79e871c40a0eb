import type { KeyObject } from 'node:crypto';
import type { StoredDeed } from '@tradepost/platform/deeds.ts';
import type { Client } from '@tradepost/platform/internal.ts';
import type { Logger } from '@tradepost/platform/log.ts';
import type { Clock, Collection, ObjectStore } from '@tradepost/platform/ports.ts';
import type { Sealer } from '@tradepost/platform/seal.ts';
import type * as authInternal from '@tradepost/proto/api/auth/internal.ts';
import type * as fundsInternal from '@tradepost/proto/api/funds/internal.ts';
import type * as positionsInternal from '@tradepost/proto/api/positions/internal.ts';
import type { StoredStory, User } from './collections.ts';

/** What the use cases of users work with. */
export interface Users {
  readonly users: Collection<User>;
  readonly deeds: Collection<StoredDeed>;
  readonly story: Collection<StoredStory>;
  readonly objects: ObjectStore;
  readonly sealer: Sealer;
  readonly auth: Client<typeof authInternal>;
  readonly funds: Client<typeof fundsInternal>;
  readonly positions: Client<typeof positionsInternal>;
  readonly mode: 'demo' | 'live';
  /** Whether everybody can enter this account, because it belongs to the demonstration. */
  isDemoAccount(id: string): boolean;
  readonly clock: Clock;
  readonly log: Logger;
  /** Signs links to files. */
  readonly linkKey: KeyObject;
  /** Something was committed: the relay looks now. */
  wake(): void;
}
