import { type Call, isStaff, Reply } from '@tradepost/platform/call.ts';
import { Refused } from '@tradepost/platform/errors.ts';
import type { SignInAnswer } from '@tradepost/proto/api/auth/schemas.ts';
import type { AccountIdentity } from '@tradepost/proto/api/users/internal.ts';
import type { Credentials, Session } from './collections.ts';
import { deviceWords } from './device.ts';
import { refreshCookieHeader } from './refresh-cookie.ts';
import type { Auth } from './state.ts';

/** The version a session is bound to; 0 for an account without a password. */
export const versionOf = (credentials: Credentials | undefined): number => credentials?.version ?? 0;

/** What sign-in and refresh answer: a new access token, the person, and the refresh cookie. */
export function signedIn(auth: Auth, identity: AccountIdentity, session: Session, secret: string, mustChangePassword: boolean): Reply<SignInAnswer> {
  const { token } = auth.signer.sign({ id: identity._id, role: identity.role, sessionId: session._id, mustChangePassword, notAfterMs: session.expiresAtMs });
  const user = {
    id: identity._id,
    _id: identity._id,
    userId: identity.userId,
    name: identity.name,
    role: identity.role,
    image: identity.image,
    status: identity.state === 'active',
  };
  const maxAgeMs = session.remember ? session.expiresAtMs - auth.clock.now() : undefined;
  const cookie = refreshCookieHeader(auth.publicUrl, { sessionId: session._id, secret }, maxAgeMs);
  return new Reply({ token, user, ...(mustChangePassword ? { mustChangePassword } : {}) }, { 'Set-Cookie': cookie });
}

/**
 * Starts a session for somebody whose right to it is proven, then looks at the account and its credentials once more:
 * a disable or a new password in between must not leave a session. Throws Refused 401 or 403 then.
 */
export async function beginSession(
  auth: Auth,
  identity: AccountIdentity,
  credentials: Credentials | undefined,
  call: Pick<Call<unknown>, 'userAgent' | 'requestId'> & { remember: boolean },
): Promise<Reply<SignInAnswer>> {
  const { session, secret } = await auth.sessions.begin({
    account: identity._id,
    credentialsVersion: versionOf(credentials),
    staff: isStaff(identity),
    remember: call.remember,
    demo: identity.demo,
    device: deviceWords(call.userAgent),
  });
  try {
    const { identity: now } = await auth.users.getIdentity({ params: { id: identity._id }, requestId: call.requestId });
    refuseEnded(now);
    if (versionOf(await auth.credentials.get(identity._id)) !== session.credentialsVersion) throw new Refused('invalid-credentials');
    return signedIn(auth, now, session, secret, credentials?.temporary === true);
  } catch (error) {
    await auth.sessions.end(session._id, 'disabled');
    throw error;
  }
}

/** Throws Refused for an account that may not have a session: 401 when it is gone, 403 when it is disabled. */
export function refuseEnded(identity: AccountIdentity | null): asserts identity is AccountIdentity {
  if (!identity || identity.state === 'deleted') throw new Refused('invalid-credentials');
  if (identity.state === 'disabled') throw new Refused('account-disabled');
}
