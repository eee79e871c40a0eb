// The services that keep something, in this process, on stores that other processes share: for making them ready and for the operator's tool.
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { tokenVerifier } from '@tradepost/platform/access-token.ts';
import type { Configuration } from '@tradepost/platform/config.ts';
import { connect } from '@tradepost/platform/internal.ts';
import type { Logger } from '@tradepost/platform/log.ts';
import type { Clock, EventBus, ObjectStore } from '@tradepost/platform/ports.ts';
import { openSealer } from '@tradepost/platform/seal.ts';
import type { Secrets } from '@tradepost/platform/secrets.ts';
import type { Service } from '@tradepost/platform/service.ts';
import * as authInternal from '@tradepost/proto/api/auth/internal.ts';
import { type Adapters, adaptersOf } from './adapters.ts';
import { buildService, type Parts } from './build.ts';

export type Closers = (() => Promise<void>)[];

interface SharedOptions {
  readonly configuration: Configuration;
  readonly secrets: Pick<Secrets, 'internalKey' | 'requestHashKey' | 'sealingKey'>;
  readonly log: Logger;
  readonly clock: Clock;
  /** Names this process among the others: `prepare`. */
  readonly purpose: string;
  /** Takes what is to be closed, in the order in which it was opened. */
  readonly closers: Closers;
  /** Whether they are there for the data alone: they handle no events and see no files, which stay with the processes that run. */
  readonly quiet: boolean;
}

/** The bus without consumers: joining their groups would hold up those that run, and an event may need what is not here. */
const withoutConsumers = (bus: EventBus): EventBus => ({
  publish: (topic, events) => bus.publish(topic, events),
  subscribe: async () => ({ close: async () => undefined, lag: async () => 0 }),
  read: (options) => bus.read(options),
  deadLetters: (options) => bus.deadLetters(options),
  replay: (id) => bus.replay(id),
  ping: () => bus.ping(),
  close: async () => undefined,
});

/** No files at all: a sweep finds nothing that it could take for forgotten. */
const noObjects: ObjectStore = {
  put: () => Promise.reject(new Error('No file is stored here.')),
  get: async () => undefined,
  remove: async () => undefined,
  async *list() {},
  ping: async () => undefined,
  close: async () => undefined,
};

/**
 * Builds and starts every service that keeps something. Market keeps nothing, and has nothing to tell here.
 * The relay of each shares its lease with the processes that run. Throws StartRefused with one sentence.
 */
export async function startSharedServices({ configuration, secrets, log, clock, purpose, closers, quiet }: SharedOptions) {
  const replica = `${purpose}-${randomUUID().slice(0, 8)}`;
  const opened = adaptersOf(configuration, { log, clock, clientId: `tradepost-${replica}`, sealer: () => openSealer(secrets.sealingKey) });
  closers.push(() => opened.close());
  const adapters: Adapters = quiet ? { ...opened, objects: async () => noObjects } : opened;
  // Nobody signs in here, so nothing is ever signed with it.
  const { privateKey } = generateKeyPairSync('ec', {
    ...{ namedCurve: 'P-256', privateKeyEncoding: { type: 'pkcs8', format: 'pem' }, publicKeyEncoding: { type: 'spki', format: 'pem' } },
  });
  const reach: Parts['reach'] = (name) => ({
    service: () => {
      if (name === 'market') throw new Error('Market is not asked for anything here.');
      return services[name];
    },
  });
  const auth = connect(authInternal, reach('auth'));
  const bus = await opened.bus();
  const { internalKey, requestHashKey } = secrets;
  const context = { log, clock, replica, bus: quiet ? withoutConsumers(bus) : bus, verifier: tokenVerifier(() => auth.publicKeys({}), clock), internalKey, requestHashKey };
  const parts: Parts = { configuration, adapters, reach, tokenKey: () => privateKey, publicUrl: '', demoAccounts: () => undefined, keepsHeads: false };
  const services = {
    auth: await buildService('auth', context, parts),
    funds: await buildService('funds', context, parts),
    positions: await buildService('positions', context, parts),
    users: await buildService('users', context, parts),
    'site-content': await buildService('site-content', context, parts),
  };
  for (const service of Object.values<Service>(services)) {
    await service.start();
    closers.push(() => service.stop());
  }
  return { services, bus, reach };
}
