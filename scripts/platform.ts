import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createGateway } from '@tradepost/gateway/app.ts';
import { tokenVerifier } from '@tradepost/platform/access-token.ts';
import type { Configuration } from '@tradepost/platform/config.ts';
import { StartRefused } from '@tradepost/platform/errors.ts';
import { connect } from '@tradepost/platform/internal.ts';
import type { Logger } from '@tradepost/platform/log.ts';
import { openSealer } from '@tradepost/platform/seal.ts';
import { openSecrets } from '@tradepost/platform/secrets.ts';
import { listen } from '@tradepost/platform/server.ts';
import type { Readiness, Service } from '@tradepost/platform/service.ts';
import { lockFolder } from '@tradepost/platform/sqlite/folder-lock.ts';
import * as authInternal from '@tradepost/proto/api/auth/internal.ts';
import * as usersInternal from '@tradepost/proto/api/users/internal.ts';
import { type Adapters, adaptersOf } from './adapters.ts';
import { type Built, buildServices, type DemoAccounts, gatewayFacts, type Parts, type ServiceName, serviceNames } from './build.ts';
import { demoRecord, ensureDemo } from './demo/demo.ts';
import { renewWhenAsked } from './demo/renewal.ts';
import { storyClock } from './demo/story-clock.ts';
import { ensureOwnerAccount, forgetFirstPassword } from './first-run.ts';
import { type Operations, openOperations } from './operator/operations.ts';
import { finishRotation } from './operator/reseal.ts';
import { restoringFile, version } from './version.ts';

/** A running platform: every service, the gateway and the site in this process. */
export interface Platform {
  /** Where it listens: `http://HOST:PORT`. */
  readonly url: string;
  readonly services: { readonly auth: Service; readonly users: Service; readonly funds: Service };
  /** What the operator can have done. */
  readonly operations: Operations;
  /** The owner's password when it was made by this start, to be shown once. */
  readonly madeOwnerPassword: string | undefined;
  /** Stops taking calls, finishes what is in hand, publishes what waits, closes the stores and releases the folder. */
  stop(): Promise<void>;
}

interface PlatformOptions {
  readonly log: Logger;
  /** web/dist; without it there is the API alone. */
  readonly siteFolder?: string;
  /** Each service behind a port of its own, as processes of their own are: the gateway and the internal clients go over HTTP. Slower; tests play the story this way too. */
  readonly apart?: boolean;
  /** The services alone, without a door to the outside, on data that are there: for the operator's tool. */
  readonly maintenance?: boolean;
}

/**
 * Starts the whole platform in this process: on embedded stores below `configuration.dataDir`, and on each engine that the configuration names in the place of one of them.
 * Throws StartRefused with one sentence when the folder is in use, the port is taken or the data do not fit.
 */
export async function startPlatform(configuration: Configuration, options: PlatformOptions): Promise<Platform> {
  const { dataDir } = configuration;
  const closers: Closers = [];
  const stop = async (): Promise<void> => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    const lock = lockFolder(dataDir);
    closers.push(() => lock.release());
    if (existsSync(join(dataDir, restoringFile)))
      throw new StartRefused(`A restore into ${dataDir} was cut short: empty the folder and run \`npm run ops -- backup restore\` again.`);
    if (renewWhenAsked(configuration)) options.log.info('the demonstration is made anew');
    const started = await startParts(configuration, options, closers);
    return { ...started, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Closers = (() => Promise<void> | void)[];

/** Gives each service a loopback port of its own that answers once `app` knows the service. */
async function openPorts(internalKey: string, app: (name: ServiceName) => Service['app'], closers: Closers) {
  const found = new Map<ServiceName, { url: string; internalKey: string }>();
  for (const name of serviceNames) {
    const server = await listen((request, response) => app(name)(request, response), { host: '127.0.0.1', port: 0 });
    closers.push(() => server.close(1_000));
    found.set(name, { url: `http://127.0.0.1:${server.port}`, internalKey });
  }
  return found;
}

async function readinessOf(services: Built, adapters: Adapters): Promise<Readiness> {
  const [degraded, ...each] = await Promise.all([adapters.away(), ...Object.values<Service>({ ...services }).map((service) => service.readiness())]);
  const reason = each.find((one) => !one.ready)?.reason;
  return { ready: each.every((one) => one.ready), ...(reason === undefined ? {} : { reason }), degraded };
}

type Handler = Parameters<typeof listen>[0];

/** Takes the port: first of all, so that a second start fails before it touches anything. Until `opened` it answers 503. */
async function takePort({ host, port = 8080 }: Pick<Configuration, 'host' | 'port'>, closers: Closers) {
  let handler: Handler = (_request, response) => {
    response.writeHead(503, { 'retry-after': '1' }).end();
  };
  const server = await listen((request, response) => handler(request, response), { host, port });
  closers.push(() => server.close(10_000));
  const opened = (answer: Handler): void => {
    handler = answer;
  };
  return { server, opened, url: `http://${host.includes(':') ? `[${host}]` : host}:${server.port}` };
}

async function startParts(configuration: Configuration, { log, siteFolder, apart, maintenance }: PlatformOptions, closers: Closers): Promise<Omit<Platform, 'stop'>> {
  const { dataDir } = configuration;
  const secrets = openSecrets(configuration);
  const clock = storyClock();
  const { server, opened, url } = await takePort(maintenance ? { host: '127.0.0.1', port: 0 } : configuration, closers);
  const publicUrl = configuration.publicUrl ?? url;

  const sealer = () => openSealer(secrets.sealingKey, { olderKeys: secrets.olderSealingKeys });
  const adapters = adaptersOf(configuration, { log, clock, clientId: 'tradepost', sealer });
  closers.push(() => adapters.close());
  const bus = await adapters.bus();
  if (secrets.resealing) await finishRotation({ dataDir, sealer: adapters.sealer, objects: await adapters.objects(), log });
  let demoAccounts: DemoAccounts | undefined;
  const ports = apart ? await openPorts(secrets.internalKey, (name) => services[name].app, closers) : undefined;
  const reach: Parts['reach'] = (name) => ports?.get(name) ?? { service: () => services[name] };
  const authClient = connect(authInternal, reach('auth'));
  const usersClient = connect(usersInternal, reach('users'));
  const verifier = tokenVerifier(() => authClient.publicKeys({}), clock);
  // A store that others can reach may have another process at work on it, such as one that makes it ready.
  const replica = configuration.mongodbUri === undefined ? {} : { replica: randomUUID() };
  const context = { log, clock, bus, verifier, internalKey: secrets.internalKey, requestHashKey: secrets.requestHashKey, ...replica };
  // The first password was written down for the owner; once it is another one, the note goes.
  const passwordReplaced = async (account: string): Promise<void> => {
    const { identity } = await usersClient.getIdentity({ params: { id: account } });
    if (identity?.userId === configuration.ownerUserId) forgetFirstPassword(dataDir);
  };
  const parts: Parts = {
    ...{ configuration, adapters, reach, publicUrl, tokenKey: () => secrets.tokenKey },
    ...{ demoAccounts: () => demoAccounts, passwordReplaced, keepsHeads: true },
  };
  const services: Built = await buildServices(context, parts);
  // users after those it asks: a start may have to finish a deletion, which closes the account and ends sessions.
  for (const service of [services.auth, services.market, services.funds, services.positions, services.users, services['site-content']]) {
    await service.start();
    closers.push(() => service.stop());
  }
  const operations = openOperations({ bus, services: Object.values<Service>({ ...services }), auth: authClient, users: usersClient });
  if (maintenance) return { url, services, operations, madeOwnerPassword: undefined };
  const madeOwnerPassword = await ensureOwnerAccount(configuration, services.users);
  if (configuration.demoData) demoAccounts = await ensureDemo({ record: demoRecord(configuration, services.users), clock, services, log });

  const gateway = await createGateway({
    ...gatewayFacts(configuration, siteFolder),
    ...{ log, clock, bus, verifier, publicUrl, cache: await adapters.cache(), internalKey: secrets.internalKey, auth: authClient },
    services: ports ? Object.fromEntries(ports) : { ...services },
    // Services apart are reached over HTTP alone.
    ...(ports ? {} : { hot: services.market.hot }),
    mode: {
      ...{ mode: configuration.mode, demoSignIn: demoAccounts !== undefined, version },
      // It may change from one call to the next.
      get feed() {
        return services.market.feedInUse();
      },
    },
    readiness: () => readinessOf(services, adapters),
  });
  await gateway.start();
  closers.push(() => gateway.stop());
  // What is in hand is finished before anything below it closes.
  closers.push(() => server.close(10_000));
  closers.push(() => gateway.drain());
  opened(gateway.handler);
  return { url, services, operations, madeOwnerPassword };
}
