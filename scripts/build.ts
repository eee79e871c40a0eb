// Builds each service on its ports: all of them in one process, or one in a process of its own.
import { join } from 'node:path';
import type { Configuration } from '@tradepost/platform/config.ts';
import { connect, type Target } from '@tradepost/platform/internal.ts';
import { systemClock } from '@tradepost/platform/ports.ts';
import type { Service, ServiceContext } from '@tradepost/platform/service.ts';
import * as authInternal from '@tradepost/proto/api/auth/internal.ts';
import * as fundsInternal from '@tradepost/proto/api/funds/internal.ts';
import * as positionsInternal from '@tradepost/proto/api/positions/internal.ts';
import * as usersInternal from '@tradepost/proto/api/users/internal.ts';
import type { Adapters } from './adapters.ts';

export const serviceNames = ['auth', 'users', 'funds', 'positions', 'market', 'site-content'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** The two accounts by which visitors enter the demonstration. */
export interface DemoAccounts {
  readonly client: string;
  readonly admin: string;
}

/** What a service is built from besides its context. */
export interface Parts {
  readonly configuration: Configuration;
  readonly adapters: Adapters;
  /** Where another service is found. */
  readonly reach: (name: ServiceName) => Target;
  /** Signs access tokens, for auth alone. */
  readonly tokenKey: () => string;
  /** Where browsers find the site. */
  readonly publicUrl: string;
  readonly demoAccounts: () => DemoAccounts | undefined;
  /** Told when the password of an account became another one. */
  readonly passwordReplaced?: (account: string) => Promise<void>;
  /** The daily heads of the ledger are kept below DATA_DIR. */
  readonly keepsHeads: boolean;
}

const feedConfiguration = ({ marketFeed, marketFeedUrl, marketReplayDir, marketSeed, marketRefreshSeconds }: Configuration) => ({
  ...{ feed: marketFeed, url: marketFeedUrl, replayDir: marketReplayDir, seed: marketSeed, refreshSeconds: marketRefreshSeconds },
});

const builders = {
  async auth(context: ServiceContext, { adapters, configuration, reach, tokenKey, publicUrl, demoAccounts, passwordReplaced }: Parts) {
    const { createAuth } = await import('@tradepost/auth/app.ts');
    return createAuth(context, {
      ...{ documents: await adapters.documents('auth'), mailer: await adapters.mailer(), cache: await adapters.cache() },
      ...{ users: connect(usersInternal, reach('users')), rateLimitFactor: configuration.rateLimitFactor },
      ...{ tokenKeyPem: tokenKey(), publicUrl, mode: configuration.mode, demoAccounts },
      ...(passwordReplaced ? { passwordReplaced } : {}),
    });
  },
  async users(context: ServiceContext, { adapters, configuration, reach, demoAccounts }: Parts) {
    const { createUsers } = await import('@tradepost/users/app.ts');
    return createUsers(context, {
      ...{ documents: await adapters.documents('users'), objects: await adapters.objects(), sealer: adapters.sealer },
      ...{ auth: connect(authInternal, reach('auth')), funds: connect(fundsInternal, reach('funds')), positions: connect(positionsInternal, reach('positions')) },
      ...{ mode: configuration.mode, demoAccounts },
    });
  },
  async funds(context: ServiceContext, { adapters, configuration, reach, keepsHeads }: Parts) {
    const { createFunds } = await import('@tradepost/funds/app.ts');
    const heads = keepsHeads ? { headsFolder: join(configuration.dataDir, 'heads') } : {};
    return createFunds(context, { documents: await adapters.documents('funds'), users: connect(usersInternal, reach('users')), ...heads });
  },
  async positions(context: ServiceContext, { adapters, reach }: Parts) {
    const { createPositions } = await import('@tradepost/positions/app.ts');
    return createPositions(context, { documents: await adapters.documents('positions'), users: connect(usersInternal, reach('users')) });
  },
  async market(context: ServiceContext, { adapters, configuration }: Parts) {
    const { createMarket } = await import('@tradepost/market/app.ts');
    // Prices are of now, also while the demo's story is told in the past.
    return createMarket({ ...context, clock: systemClock }, { cache: await adapters.cache(), feed: feedConfiguration(configuration) });
  },
  async 'site-content'(context: ServiceContext, { adapters, configuration, reach, demoAccounts }: Parts) {
    const { createSiteContent } = await import('@tradepost/site-content/app.ts');
    return createSiteContent(context, {
      ...{ documents: await adapters.documents('site-content'), objects: await adapters.objects(), mailer: await adapters.mailer() },
      ...{ operatorEmail: configuration.operatorEmail, users: connect(usersInternal, reach('users')), demoAccounts },
    });
  },
} satisfies Record<ServiceName, (context: ServiceContext, parts: Parts) => Promise<Service>>;

/** Every service by its name, each with what it offers besides. */
export type Built = { readonly [Name in ServiceName]: Awaited<ReturnType<(typeof builders)[Name]>> };

/** Builds one service; it is not started. */
export const buildService = <Name extends ServiceName>(name: Name, context: ServiceContext, parts: Parts): Promise<Built[Name]> =>
  // The table has under each name what builds that service.
  (builders[name] as (context: ServiceContext, parts: Parts) => Promise<Built[Name]>)(context, parts);

/** Builds all services. */
export async function buildServices(context: ServiceContext, parts: Parts): Promise<Built> {
  const built = await Promise.all(serviceNames.map(async (name) => [name, await buildService(name, context, parts)] as const));
  return Object.fromEntries(built) as Built;
}

/** What a gateway takes from the configuration as it stands there. */
export function gatewayFacts(configuration: Configuration, siteFolder: string | undefined) {
  const { trustedProxies, rateLimitFactor, operatorName, operatorRegistration, operatorEmail } = configuration;
  const operator = { name: operatorName, registration: operatorRegistration, email: operatorEmail };
  return { trustedProxies, rateLimitFactor, operator, ...(siteFolder === undefined ? {} : { siteFolder }) };
}
