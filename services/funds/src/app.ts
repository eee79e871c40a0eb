import { type DocumentStore, systemClock } from '@tradepost/platform/ports.ts';
import { assemble, type Service, type ServiceContext } from '@tradepost/platform/service.ts';
import { openAccounts, type UsersClient } from './accounts.ts';
import { openLedger } from './append.ts';
import { type Account, accountsDefinition, type Entry, entriesDefinition } from './collections.ts';
import { consumers } from './consumers.ts';
import { readEpoch, type Setting, settingsDefinition } from './epoch.ts';
import type { Funds } from './funds.ts';
import { outboxOf } from './outbox.ts';
import { internalRoutes, routes } from './routes.ts';
import { startVerifier, type Verifier } from './verifier.ts';

/** What funds stands on. */
export interface FundsPorts {
  readonly documents: DocumentStore;
  /** Answers for accounts that the projection cannot vouch for. */
  readonly users: UsersClient;
  /** Where the daily heads of the ledger are kept. */
  readonly headsFolder?: string;
}

/** Builds funds: the ledger of every account. */
export function createFunds(context: ServiceContext, ports: FundsPorts): Service {
  const entries = ports.documents.collection<Entry>(entriesDefinition);
  const accountDocuments = ports.documents.collection<Account>(accountsDefinition);
  const settings = ports.documents.collection<Setting>(settingsDefinition);
  let epoch = 0;
  let verifier: Verifier | undefined;
  const log = context.log.child({ service: 'funds' });
  let wakeRelay = (): void => undefined;
  const funds: Funds = {
    ledger: openLedger({ entries, clock: context.clock, log, epoch: () => epoch, committed: () => wakeRelay() }),
    accounts: openAccounts({ accounts: accountDocuments, users: ports.users }),
    entries,
    accountDocuments,
    users: ports.users,
    epoch: () => epoch,
    log,
  };
  return assemble({
    name: 'funds',
    context,
    state: funds,
    documents: ports.documents,
    routes,
    internalRoutes,
    consumers,
    outbox: outboxOf(entries),
    onRelay: (wake) => {
      wakeRelay = wake;
    },
    begin: async () => {
      epoch = await readEpoch(settings);
      // The days of the heads are those of the machine, also while the demo's story is told in the past.
      verifier = startVerifier({ entries, clock: systemClock, log, headsFolder: ports.headsFolder });
    },
    end: async () => verifier?.stop(),
  });
}
