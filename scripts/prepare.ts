// `npm run ops -- prepare`: makes shared stores ready for the processes that run on them. Harmless to run again, and beside them.
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { tokenVerifier } from '@tradepost/platform/access-token.ts';
import { type Configuration, readConfiguration } from '@tradepost/platform/config.ts';
import { StartRefused } from '@tradepost/platform/errors.ts';
import { connect } from '@tradepost/platform/internal.ts';
import { createLogger, type Logger } from '@tradepost/platform/log.ts';
import { openSealer } from '@tradepost/platform/seal.ts';
import { secretsOfEnvironment } from '@tradepost/platform/secrets.ts';
import type { Service } from '@tradepost/platform/service.ts';
import * as authInternal from '@tradepost/proto/api/auth/internal.ts';
import { adaptersOf } from './adapters.ts';
import { buildService, type Parts } from './build.ts';
import { ensureDemo } from './demo/demo.ts';
import { storyClock } from './demo/story-clock.ts';
import { ensureOwnerAccount } from './first-run.ts';
import { checkNeeds, environmentOf, sparedSecrets } from './needs.ts';

/** What was found or made. */
export interface Prepared {
  readonly owner: string;
  readonly demo: boolean;
}

type Closers = (() => Promise<void>)[];

/** Every service that keeps something, in this process on the shared stores. Market keeps nothing, and has nothing to tell here. */
async function startServices(configuration: Configuration, log: Logger, closers: Closers) {
  const { sealingKey } = configuration;
  if (sealingKey === undefined) throw new StartRefused('SEALING_KEY is required: it seals files and numbers.');
  const clock = storyClock();
  const replica = `prepare-${randomUUID().slice(0, 8)}`;
  const adapters = adaptersOf(configuration, { log, clock, clientId: `tradepost-${replica}`, sealer: () => openSealer(sealingKey) });
  closers.push(() => adapters.close());
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
  const context = { log, clock, replica, bus: await adapters.bus(), verifier: tokenVerifier(() => auth.publicKeys({}), clock), ...secretsOfEnvironment(configuration) };
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
  return { services, clock };
}

/**
 * Builds what is missing in the stores that processes share, makes the owner's account, and in demo mode tells what is missing of the demonstration's story.
 * Throws StartRefused with one sentence when an engine, a secret or OWNER_PASSWORD is missing.
 */
export async function prepare(environment: Readonly<Record<string, string | undefined>>): Promise<Prepared> {
  const configuration = readConfiguration(environmentOf('prepare', environment), { spared: sparedSecrets('prepare') });
  checkNeeds('prepare', configuration);
  if (configuration.ownerPassword === undefined)
    throw new StartRefused("OWNER_PASSWORD is required: the first password of the owner's account, which the owner changes after the first sign-in.");
  const log = createLogger({ level: configuration.logLevel, format: configuration.logFormat ?? 'json', destination: process.stderr });
  const closers: Closers = [];
  try {
    const { services, clock } = await startServices(configuration, log, closers);
    await ensureOwnerAccount(configuration, services.users);
    if (configuration.demoData) await ensureDemo({ record: services.users.story, clock, services, log });
    return { owner: configuration.ownerUserId, demo: configuration.demoData };
  } finally {
    for (const close of closers.reverse()) await close();
  }
}
