import { DuplicateKey, Refused } from '@tradepost/platform/errors.ts';
import type { Credentials } from './collections.ts';
import type { Auth } from './state.ts';
import { versionOf } from './tokens.ts';

/**
 * Replaces an account's credentials when they are still `current`, or makes the first ones. Gives the new ones; undefined when somebody else was faster.
 * From this one write on, sessions and links of the version before are worth nothing.
 */
export async function replaceCredentials(
  auth: Auth,
  account: string,
  current: Credentials | undefined,
  wanted: Pick<Credentials, 'hash' | 'temporary' | 'setByKey'>,
): Promise<Credentials | undefined> {
  const next: Credentials = { _id: account, version: versionOf(current) + 1, ...wanted, changedAtMs: auth.clock.now() };
  if (current) {
    if (!(await auth.credentials.replace(next, { version: current.version }))) return undefined;
    auth.background.run('password-replaced', () => auth.passwordReplaced(account));
    return next;
  }
  try {
    await auth.credentials.insert(next);
    return next;
  } catch (error) {
    if (error instanceof DuplicateKey) return undefined;
    throw error;
  }
}

/** Throws Refused `demo-account` for an account of the demonstration, `session-ended` for one that is gone. */
export async function refuseDemoAccount(auth: Auth, account: string, requestId: string): Promise<void> {
  const { identity } = await auth.users.getIdentity({ params: { id: account }, requestId });
  if (!identity) throw new Refused('session-ended');
  if (identity.demo) throw new Refused('demo-account');
}
