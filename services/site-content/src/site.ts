import type { StoredDeed } from '@tradepost/platform/deeds.ts';
import type { Client } from '@tradepost/platform/internal.ts';
import type { Logger } from '@tradepost/platform/log.ts';
import type { Clock, Collection, Mailer, ObjectStore } from '@tradepost/platform/ports.ts';
import type * as usersInternal from '@tradepost/proto/api/users/internal.ts';
import type { CompanyData, PageTexts, StoredMessage } from './collections.ts';

/** What the use cases of site-content work with. */
export interface Site {
  readonly company: Collection<CompanyData>;
  readonly texts: Collection<PageTexts>;
  readonly messages: Collection<StoredMessage>;
  readonly deeds: Collection<StoredDeed>;
  readonly objects: ObjectStore;
  readonly users: Client<typeof usersInternal>;
  readonly mailer: Mailer;
  /** Where visitors' messages are sent to as well; undefined: they are read in the product alone. */
  readonly operatorEmail: string | undefined;
  /** Whether everybody can enter this account, because it belongs to the demonstration. */
  isDemoAccount(id: string): boolean;
  readonly clock: Clock;
  readonly log: Logger;
  /** Something was committed: the relay looks now. */
  wake(): void;
}
