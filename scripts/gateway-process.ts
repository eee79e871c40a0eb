// The gateway as a process of its own: everything it hands on goes to a URL.
import { createGateway } from '@tradepost/gateway/app.ts';
import { tokenVerifier } from '@tradepost/platform/access-token.ts';
import { connect } from '@tradepost/platform/internal.ts';
import { systemClock } from '@tradepost/platform/ports.ts';
import type { Readiness } from '@tradepost/platform/service.ts';
import * as authInternal from '@tradepost/proto/api/auth/internal.ts';
import * as marketInternal from '@tradepost/proto/api/market/internal.ts';
import { gatewayFacts, serviceNames } from './build.ts';
import { lookedUpDemoAccounts, lookUp } from './looked-up.ts';
import type { ProcessContext, Running } from './process.ts';
import { version } from './version.ts';

const feedEveryMs = 5_000;
const retries = 2;
/** Auth that says nothing for so long is away. */
const authSilenceMs = 1_000;

/** Starts the gateway; resolves when the sessions that ended lately are known here. */
export async function startGateway(context: ProcessContext): Promise<Running> {
  const { configuration, log, adapters, publicUrl, replica, siteFolder, remote } = context;
  // Asked every 400 ms, it is the first to know that auth is silent, and that it is back.
  const auth = connect(authInternal, { ...remote('auth'), retries, deadlineMs: authSilenceMs, always: [authInternal.revocations.call.path] });
  const market = connect(marketInternal, remote('market'));
  const bus = await adapters.bus();
  const demo = lookedUpDemoAccounts(configuration, remote('users'), log);
  const feed = lookUp(
    async () => (await market.feedInUse({})).feed,
    feedEveryMs,
    (error) => log.debug({ err: error }, 'market does not tell its feed'),
  );
  const gateway = await createGateway({
    ...gatewayFacts(configuration, siteFolder),
    ...{ log, bus, auth, publicUrl, replica, clock: systemClock, cache: await adapters.cache(), internalKey: remote('auth').internalKey },
    verifier: tokenVerifier(() => auth.publicKeys({}), systemClock),
    services: Object.fromEntries(serviceNames.map((name) => [name, remote(name)])),
    mode: {
      ...{ mode: configuration.mode, version },
      // Both may change from one call to the next.
      get demoSignIn() {
        return demo.accounts() !== undefined;
      },
      get feed() {
        return feed.value() ?? null;
      },
    },
    readiness,
  });

  /** Without a service the gateway goes on with the others. */
  async function readiness(): Promise<Readiness> {
    const away = serviceNames.filter((name) => remote(name).upstream.isOpen());
    return { ready: true, degraded: [...(await adapters.away()), ...away] };
  }

  demo.start();
  feed.start();
  await gateway.start();
  return {
    handler: gateway.handler,
    readiness,
    drain: () => gateway.drain(),
    async stop() {
      demo.stop();
      feed.stop();
      await gateway.stop();
    },
  };
}
