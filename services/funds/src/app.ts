import type { DocumentStore } from '@tradepost/platform/ports.ts';
import { assemble, type Service, type ServiceContext } from '@tradepost/platform/service.ts';
import { openAccounts, type UsersClient } from './accounts.ts';
import { openLedger } from './append.ts';
import { type Account, accountsDefinition, type Entry, entriesDefinition } from './collections.ts';
import { consumers } from './consumers.ts';
import type { Funds } from './funds.ts';
import { outboxOf } from './outbox.ts';
import { internalRoutes, routes } from './routes.ts';

/** Builds funds: the ledger of every account. `documents` is its own store, `users` answers for accounts that the projection cannot vouch for. */
export function createFunds(context: ServiceContext, ports: { documents: DocumentStore; users: UsersClient }): Service {
  const entries = ports.documents.collection<Entry>(entriesDefinition);
  const accountDocuments = ports.documents.collection<Account>(accountsDefinition);
  const log = context.log.child({ service: 'funds' });
  let wakeRelay = (): void => undefined;
  const funds: Funds = {
    ledger: openLedger({ entries, clock: context.clock, log, committed: () => wakeRelay() }),
    accounts: openAccounts({ accounts: accountDocuments, users: ports.users }),
    entries,
    accountDocuments,
    users: ports.users,
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
  });
}
