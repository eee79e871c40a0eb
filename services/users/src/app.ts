import { createSecretKey } from 'node:crypto';
import { aggregateOutbox } from '@tradepost/platform/deeds.ts';
import type { Client } from '@tradepost/platform/internal.ts';
import type { DocumentStore, ObjectStore } from '@tradepost/platform/ports.ts';
import type { Sealer } from '@tradepost/platform/seal.ts';
import { assemble, type Service, type ServiceContext } from '@tradepost/platform/service.ts';
import type * as authInternal from '@tradepost/proto/api/auth/internal.ts';
import type * as fundsInternal from '@tradepost/proto/api/funds/internal.ts';
import type * as positionsInternal from '@tradepost/proto/api/positions/internal.ts';
import { type DemoStory, usersCollections } from './collections.ts';
import { consumers } from './consumers.ts';
import { internalRoutes, routes } from './routes.ts';
import { startUpkeep, type Upkeep } from './upkeep.ts';
import { readStory, writeStory } from './use-cases/demonstration.ts';
import { ensureOwner } from './use-cases/ensure-owner.ts';
import { markSample } from './use-cases/mark-sample.ts';
import { refuseSamplesInLiveMode } from './use-cases/refuse-samples.ts';
import type { Users } from './users.ts';

/** What the users service stands on. */
export interface UsersPorts {
  readonly documents: DocumentStore;
  readonly objects: ObjectStore;
  readonly sealer: Sealer;
  readonly auth: Client<typeof authInternal>;
  readonly funds: Client<typeof fundsInternal>;
  readonly positions: Client<typeof positionsInternal>;
  readonly mode: 'demo' | 'live';
  /** The accounts of the demonstration; undefined in live mode and while there are none. */
  readonly demoAccounts?: () => { readonly client: string; readonly admin: string } | undefined;
}

export interface UsersService extends Service {
  /** Makes the owner's account when this is the first start. Auth must be started. */
  ensureOwner(owner: { userId: string; password: string }): Promise<'made' | 'there'>;
  /** Marks an account as part of the demonstration; a protected one cannot be disabled, deleted or given another password. */
  markSample(account: string, options: { readonly protectedAccount: boolean }): Promise<void>;
  /** How much of the demonstration's story was told into this store. */
  readonly story: { read(): Promise<DemoStory | undefined>; write(told: DemoStory): Promise<void> };
}

/** Builds the users service: who the people are, their documents, their states, and what was done to them. */
export function createUsers(context: ServiceContext, ports: UsersPorts): UsersService {
  const { users, deeds, story } = usersCollections(ports.documents);
  let wakeRelay: () => void = () => undefined;
  let upkeep: Upkeep | undefined;
  const state: Users = {
    users,
    deeds,
    story,
    objects: ports.objects,
    sealer: ports.sealer,
    auth: ports.auth,
    funds: ports.funds,
    positions: ports.positions,
    mode: ports.mode,
    isDemoAccount: (id) => Object.values(ports.demoAccounts?.() ?? {}).includes(id),
    clock: context.clock,
    log: context.log.child({ service: 'users' }),
    linkKey: createSecretKey(ports.sealer.derive('file-links')),
    wake: () => wakeRelay(),
  };
  const service = assemble({
    name: 'users',
    context,
    state,
    documents: ports.documents,
    routes,
    internalRoutes,
    consumers,
    outbox: aggregateOutbox('users', 'tradepost.users', users, deeds),
    onRelay: (wake) => {
      wakeRelay = wake;
    },
    begin: async () => {
      await refuseSamplesInLiveMode(state);
      upkeep = startUpkeep(state, { alone: context.replica === undefined });
    },
    end: async () => upkeep?.stop(),
  });
  return {
    ...service,
    ensureOwner: (owner) => ensureOwner(state, owner),
    markSample: (account, options) => markSample(state, account, options),
    story: { read: () => readStory(state), write: (told) => writeStory(state, told) },
  };
}
