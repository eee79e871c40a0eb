import { aggregateOutbox } from '@tradepost/platform/deeds.ts';
import type { DocumentStore } from '@tradepost/platform/ports.ts';
import { assemble, type Service, type ServiceContext } from '@tradepost/platform/service.ts';
import { openAccounts, type UsersClient } from './accounts.ts';
import { positionsCollections } from './collections.ts';
import { consumers } from './consumers.ts';
import { openTurns } from './in-turn.ts';
import type { Positions } from './positions.ts';
import { internalRoutes, routes } from './routes.ts';

/** What the positions service stands on. */
export interface PositionsPorts {
  readonly documents: DocumentStore;
  /** Answers for accounts that the projection cannot vouch for. */
  readonly users: UsersClient;
}

/** Builds the positions service: what each client holds and how it stands. */
export function createPositions(context: ServiceContext, ports: PositionsPorts): Service {
  const { entries, accounts, prices, deeds } = positionsCollections(ports.documents);
  let wakeRelay: () => void = () => undefined;
  const state: Positions = {
    entries,
    deeds,
    accountDocuments: accounts,
    accounts: openAccounts({ accounts, users: ports.users }),
    prices,
    inTurn: openTurns(),
    clock: context.clock,
    log: context.log.child({ service: 'positions' }),
    wake: () => wakeRelay(),
  };
  return assemble({
    name: 'positions',
    context,
    state,
    documents: ports.documents,
    routes,
    internalRoutes,
    consumers,
    outbox: aggregateOutbox('positions', 'tradepost.positions', entries, deeds),
    onRelay: (wake) => {
      wakeRelay = wake;
    },
  });
}
