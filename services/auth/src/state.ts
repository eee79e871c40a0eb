import type { accessTokenSigner, TokenVerifier } from '@tradepost/platform/access-token.ts';
import type { Client } from '@tradepost/platform/internal.ts';
import type { Logger } from '@tradepost/platform/log.ts';
import type { Clock, Collection, Mailer } from '@tradepost/platform/ports.ts';
import type { RateLimiter } from '@tradepost/platform/rate-limit.ts';
import type * as usersInternal from '@tradepost/proto/api/users/internal.ts';
import type { Background } from './background.ts';
import type { Credentials, ResetLink } from './collections.ts';
import type { GuessGuard } from './guess-guard.ts';
import type { PasswordHasher } from './password.ts';
import type { Sessions } from './sessions.ts';

/** What the use cases of auth work with. */
export interface Auth {
  readonly clock: Clock;
  readonly log: Logger;
  readonly verifier: TokenVerifier;
  readonly signer: ReturnType<typeof accessTokenSigner>;
  readonly users: Client<typeof usersInternal>;
  readonly mailer: Mailer;
  readonly passwords: PasswordHasher;
  readonly guard: GuessGuard;
  readonly limits: RateLimiter;
  readonly credentials: Collection<Credentials>;
  readonly sessions: Sessions;
  readonly resetLinks: Collection<ResetLink>;
  readonly background: Background;
  /** Where the site is, without a slash at the end. */
  readonly publicUrl: string;
  /** Told after an account's password became another one. */
  passwordReplaced(account: string): Promise<void>;
  /** The accounts of the demonstration; undefined in live mode and while there are none. */
  demoAccounts(): { readonly client: string; readonly admin: string } | undefined;
}
