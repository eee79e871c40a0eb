import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createAuth } from '@tradepost/auth/app.ts';
import { createFunds } from '@tradepost/funds/app.ts';
import { createGateway } from '@tradepost/gateway/app.ts';
import { createMarket } from '@tradepost/market/app.ts';
import { tokenVerifier } from '@tradepost/platform/access-token.ts';
import { openEmbeddedBus } from '@tradepost/platform/bus/embedded.ts';
import { memoryCache } from '@tradepost/platform/cache/memory.ts';
import type { Configuration } from '@tradepost/platform/config.ts';
import { openSqliteDocuments } from '@tradepost/platform/documents/sqlite.ts';
import { StartRefused } from '@tradepost/platform/errors.ts';
import { connect, type Target } from '@tradepost/platform/internal.ts';
import type { Logger } from '@tradepost/platform/log.ts';
import { fileMailer } from '@tradepost/platform/mail/files.ts';
import { smtpMailer } from '@tradepost/platform/mail/smtp.ts';
import { openFileObjects } from '@tradepost/platform/objects/filesystem.ts';
import { type Clock, systemClock } from '@tradepost/platform/ports.ts';
import { openSealer } from '@tradepost/platform/seal.ts';
import { openSecrets, type Secrets } from '@tradepost/platform/secrets.ts';
import { listen } from '@tradepost/platform/server.ts';
import type { Readiness, Service, ServiceContext } from '@tradepost/platform/service.ts';
import { lockFolder } from '@tradepost/platform/sqlite/folder-lock.ts';
import { createPositions } from '@tradepost/positions/app.ts';
import * as authInternal from '@tradepost/proto/api/auth/internal.ts';
import * as fundsInternal from '@tradepost/proto/api/funds/internal.ts';
import * as positionsInternal from '@tradepost/proto/api/positions/internal.ts';
import * as usersInternal from '@tradepost/proto/api/users/internal.ts';
import { createSiteContent } from '@tradepost/site-content/app.ts';
import { createUsers } from '@tradepost/users/app.ts';
import { ensureDemo } from './demo/demo.ts';
import { renewWhenAsked } from './demo/renewal.ts';
import { ensureOwnerAccount, forgetFirstPassword } from './first-run.ts';
import { type Operations, openOperations } from './operator/operations.ts';
import { finishRotation } from './operator/reseal.ts';
import { restoringFile, version } from './version.ts';

/** Below this much free disk writes answer 503 and reads go on. */
const minimumFreeBytes = 500_000_000;

interface DemoAccounts {
  readonly client: string;
  readonly admin: string;
}

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

/** Time that can be set back while the demo's story is told; otherwise the time of the machine. */
export interface StoryClock extends Clock {
  /** Until `release`, now is this time. */
  hold(atMs: number): void;
  release(): void;
}

function storyClock(): StoryClock {
  let heldMs: number | undefined;
  return {
    now: () => heldMs ?? systemClock.now(),
    hold(atMs) {
      heldMs = atMs;
    },
    release() {
      heldMs = undefined;
    },
  };
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
 * Starts the whole platform in this process on embedded stores below `configuration.dataDir`.
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

/** The adapters that all services share, on files below the data folder. */
async function openAdapters(configuration: Configuration, secrets: Secrets, clock: Clock, closers: Closers) {
  const { dataDir } = configuration;
  const bus = await openEmbeddedBus({ file: join(dataDir, 'bus.db') });
  closers.push(() => bus.close());
  const sealer = openSealer(secrets.sealingKey, { olderKeys: secrets.olderSealingKeys });
  const objects = await openFileObjects({ folder: join(dataDir, 'objects'), sealer, minimumFreeBytes });
  closers.push(() => objects.close());
  const { smtpUrl, mailFrom } = configuration;
  const mailer = smtpUrl !== undefined && mailFrom !== undefined ? smtpMailer({ url: smtpUrl, from: mailFrom }) : fileMailer(join(dataDir, 'mail'), clock);
  return { bus, sealer, objects, cache: memoryCache(), mailer };
}

/** Where a service is found: bound to its functions, or at a URL. */
type Reach = (name: keyof Built) => Target;

/** Gives each service a loopback port of its own that answers once `app` knows the service. */
async function openPorts(internalKey: string, app: (name: keyof Built) => Service['app'], closers: Closers) {
  const found = new Map<keyof Built, { url: string; internalKey: string }>();
  for (const name of serviceNames) {
    const server = await listen((request, response) => app(name)(request, response), { host: '127.0.0.1', port: 0 });
    closers.push(() => server.close(1_000));
    found.set(name, { url: `http://127.0.0.1:${server.port}`, internalKey });
  }
  return found;
}

const serviceNames = ['auth', 'users', 'funds', 'positions', 'market', 'site-content'] as const satisfies readonly (keyof Built)[];

interface Built {
  readonly auth: Service;
  readonly users: ReturnType<typeof createUsers>;
  readonly funds: Service;
  readonly positions: Service;
  readonly market: ReturnType<typeof createMarket>;
  readonly 'site-content': Service;
}

const feedConfiguration = ({ marketFeed, marketFeedUrl, marketReplayDir, marketSeed, marketRefreshSeconds }: Configuration) => ({
  ...{ feed: marketFeed, url: marketFeedUrl, replayDir: marketReplayDir, seed: marketSeed, refreshSeconds: marketRefreshSeconds },
});

/** Builds the services and binds each to the functions of the others. */
function buildServices(
  configuration: Configuration,
  context: Omit<ServiceContext, 'verifier'>,
  parts: { adapters: Awaited<ReturnType<typeof openAdapters>>; reach: Reach; tokenKeyPem: string; publicUrl: string; demoAccounts: () => DemoAccounts | undefined },
) {
  const { adapters, reach, tokenKeyPem, publicUrl, demoAccounts } = parts;
  const { dataDir, mode, rateLimitFactor } = configuration;
  const documents = (name: string) => openSqliteDocuments({ file: join(dataDir, `${name}.db`), minimumFreeBytes });
  const authClient = connect(authInternal, reach('auth'));
  const usersClient = connect(usersInternal, reach('users'));
  const fundsClient = connect(fundsInternal, reach('funds'));
  const positionsClient = connect(positionsInternal, reach('positions'));
  const verifier = tokenVerifier(() => authClient.publicKeys({}), context.clock);
  const whole: ServiceContext = { ...context, verifier };
  const services: Built = {
    auth: createAuth(whole, {
      documents: documents('auth'),
      users: usersClient,
      mailer: adapters.mailer,
      cache: adapters.cache,
      rateLimitFactor,
      tokenKeyPem,
      publicUrl,
      mode,
      demoAccounts,
      // The first password was written down for the owner; once it is another one, the note goes.
      passwordReplaced: async (account) => {
        const { identity } = await usersClient.getIdentity({ params: { id: account } });
        if (identity?.userId === configuration.ownerUserId) forgetFirstPassword(dataDir);
      },
    }),
    users: createUsers(whole, {
      documents: documents('users'),
      objects: adapters.objects,
      sealer: adapters.sealer,
      auth: authClient,
      funds: fundsClient,
      positions: positionsClient,
      mode,
      demoAccounts,
    }),
    funds: createFunds(whole, { documents: documents('funds'), users: usersClient, headsFolder: join(dataDir, 'heads') }),
    positions: createPositions(whole, { documents: documents('positions'), users: usersClient }),
    // Prices are of now, also while the demo's story is told in the past.
    market: createMarket({ ...whole, clock: systemClock }, { cache: adapters.cache, feed: feedConfiguration(configuration) }),
    'site-content': createSiteContent(whole, {
      ...{ documents: documents('site-content'), objects: adapters.objects, mailer: adapters.mailer, operatorEmail: configuration.operatorEmail },
      ...{ users: usersClient, demoAccounts },
    }),
  };
  return { services, verifier, authClient, usersClient };
}

async function readinessOf(services: Built): Promise<Readiness> {
  const each = await Promise.all(Object.values<Service>({ ...services }).map((service) => service.readiness()));
  const reason = each.find((one) => !one.ready)?.reason;
  return { ready: each.every((one) => one.ready), ...(reason === undefined ? {} : { reason }), degraded: [...new Set(each.flatMap((one) => one.degraded))] };
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
  const { dataDir, mode, rateLimitFactor, trustedProxies } = configuration;
  const secrets = openSecrets(configuration);
  const clock = storyClock();
  const { server, opened, url } = await takePort(maintenance ? { host: '127.0.0.1', port: 0 } : configuration, closers);
  const publicUrl = configuration.publicUrl ?? url;

  const adapters = await openAdapters(configuration, secrets, clock, closers);
  if (secrets.resealing) await finishRotation({ dataDir, sealer: adapters.sealer, objects: adapters.objects, log });
  let demoAccounts: DemoAccounts | undefined;
  const context = { log, clock, bus: adapters.bus, internalKey: secrets.internalKey, requestHashKey: secrets.requestHashKey };
  const ports = apart ? await openPorts(secrets.internalKey, (name) => services[name].app, closers) : undefined;
  const reach: Reach = (name) => ports?.get(name) ?? { service: () => services[name] };
  const parts = { adapters, reach, tokenKeyPem: secrets.tokenKey, publicUrl, demoAccounts: () => demoAccounts };
  const { services, verifier, authClient, usersClient }: ReturnType<typeof buildServices> = buildServices(configuration, context, parts);
  // users after those it asks: a start may have to finish a deletion, which closes the account and ends sessions.
  for (const service of [services.auth, services.market, services.funds, services.positions, services.users, services['site-content']]) {
    await service.start();
    closers.push(() => service.stop());
  }
  const operations = openOperations({ bus: adapters.bus, services: Object.values<Service>({ ...services }), auth: authClient, users: usersClient });
  if (maintenance) return { url, services, operations, madeOwnerPassword: undefined };
  const madeOwnerPassword = await ensureOwnerAccount(configuration, services.users);
  if (configuration.demoData) demoAccounts = await ensureDemo({ dataDir, clock, services, log });

  const gateway = createGateway({
    ...{
      log,
      clock,
      cache: adapters.cache,
      bus: adapters.bus,
      verifier,
      internalKey: secrets.internalKey,
      auth: authClient,
      services: ports ? Object.fromEntries(ports) : { ...services },
      publicUrl,
      trustedProxies,
      rateLimitFactor,
    },
    ...(siteFolder === undefined ? {} : { siteFolder }),
    operator: { name: configuration.operatorName, registration: configuration.operatorRegistration, email: configuration.operatorEmail },
    // Services apart are reached over HTTP alone.
    ...(ports ? {} : { hot: services.market.hot }),
    mode: {
      ...{ mode, demoSignIn: demoAccounts !== undefined, version },
      // It may change from one call to the next.
      get feed() {
        return services.market.feedInUse();
      },
    },
    readiness: () => readinessOf(services),
  });
  await gateway.start();
  closers.push(() => gateway.stop());
  // What is in hand is finished before anything below it closes.
  closers.push(() => server.close(10_000));
  closers.push(() => gateway.drain());
  opened(gateway.handler);
  return { url, services, operations, madeOwnerPassword };
}
