import { accessTokenSigner } from '@tradepost/platform/access-token.ts';
import type { Client } from '@tradepost/platform/internal.ts';
import type { Cache, DocumentStore, Mailer } from '@tradepost/platform/ports.ts';
import { rateLimiter } from '@tradepost/platform/rate-limit.ts';
import { assemble, type Service, type ServiceContext } from '@tradepost/platform/service.ts';
import type * as usersInternal from '@tradepost/proto/api/users/internal.ts';
import { startBackground } from './background.ts';
import { type Credentials, credentialsDefinition, type ResetLink, resetLinksDefinition, type Session, sessionsDefinition } from './collections.ts';
import { guessGuard } from './guess-guard.ts';
import { passwordHasher } from './password.ts';
import { internalRoutes, routes } from './routes.ts';
import { openSessions } from './sessions.ts';
import type { Auth } from './state.ts';

const hourMs = 3_600_000;
const sweepBatches = 50;

/** What auth stands on. `tokenKeyPem` is the P-256 private key of access tokens; `publicUrl` is where browsers find the site. */
export interface AuthPorts {
  readonly documents: DocumentStore;
  readonly users: Client<typeof usersInternal>;
  readonly mailer: Mailer;
  readonly cache: Cache;
  readonly rateLimitFactor: number;
  readonly tokenKeyPem: string;
  readonly publicUrl: string;
  readonly mode: 'demo' | 'live';
  /** Told after an account's password became another one; a failure is logged and nothing more. */
  readonly passwordReplaced?: (account: string) => Promise<void>;
  /** Ids of the demonstration's two people; undefined while there are none. */
  readonly demoAccounts?: () => { readonly client: string; readonly admin: string } | undefined;
}

/** Removes what is over, a batch at a time, so that nobody waits behind it. */
async function sweep(auth: Auth): Promise<void> {
  for (let batch = 0; batch < sweepBatches && (await auth.sessions.sweep()) > 0; batch += 1);
  const old = await auth.resetLinks.find({ filter: { expiresAtMs: { lt: auth.clock.now() } }, limit: 1000 });
  for (const link of old) await auth.resetLinks.remove(link._id);
}

/** Builds the auth service: passwords, sessions and tokens. */
export function createAuth(context: ServiceContext, ports: AuthPorts): Service {
  const { documents, cache, rateLimitFactor } = ports;
  const { clock, verifier } = context;
  const log = context.log.child({ service: 'auth' });
  let wake = (): void => undefined;
  let sweeping: NodeJS.Timeout | undefined;
  const auth: Auth = {
    clock,
    log,
    verifier,
    signer: accessTokenSigner(ports.tokenKeyPem, clock),
    users: ports.users,
    mailer: ports.mailer,
    passwords: passwordHasher(),
    guard: guessGuard(cache, clock, rateLimitFactor),
    limits: rateLimiter(cache, rateLimitFactor),
    credentials: documents.collection<Credentials>(credentialsDefinition),
    sessions: openSessions(documents.collection<Session>(sessionsDefinition), { clock, verifier, wake: () => wake() }),
    resetLinks: documents.collection<ResetLink>(resetLinksDefinition),
    background: startBackground(log),
    publicUrl: ports.publicUrl.replace(/\/+$/, ''),
    passwordReplaced: async (account) => ports.passwordReplaced?.(account),
    demoAccounts: () => (ports.mode === 'demo' ? ports.demoAccounts?.() : undefined),
  };
  return assemble({
    name: 'auth',
    context,
    state: auth,
    documents,
    routes,
    internalRoutes,
    consumers: [],
    outbox: auth.sessions.outbox,
    onRelay: (wakeRelay) => {
      wake = wakeRelay;
    },
    begin: async () => {
      await sweep(auth);
      sweeping = setInterval(() => auth.background.run('sweep', () => sweep(auth)), hourMs);
    },
    end: async () => {
      clearInterval(sweeping);
      await auth.background.idle();
    },
  });
}
