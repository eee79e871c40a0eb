import type { Call, Reply } from '@tradepost/platform/call.ts';
import { Refused } from '@tradepost/platform/errors.ts';
import { sha256 } from '@tradepost/platform/json.ts';
import type * as api from '@tradepost/proto/api/auth/schemas.ts';
import { readRefreshCookie, refuseForeignOrigin } from '../refresh-cookie.ts';
import { isGood } from '../sessions.ts';
import type { Auth } from '../state.ts';
import { signedIn, versionOf } from '../tokens.ts';

/** Gives a new access token and swaps the cookie's secret. A secret that is not the newest was stolen or copied: the session ends for everybody who holds it. */
export async function refreshToken(auth: Auth, call: Call<typeof api.refreshToken>): Promise<Reply<api.SignInAnswer>> {
  refuseForeignOrigin(auth.publicUrl, call);
  const cookie = readRefreshCookie(auth.publicUrl, call.cookies);
  if (!cookie) throw new Refused('unauthenticated');
  const session = await auth.sessions.get(cookie.sessionId);
  if (!session?.live) throw new Refused('session-ended');
  if (session.refreshHash !== sha256(cookie.secret)) {
    await auth.sessions.end(session._id, 'reused-token');
    throw new Refused('session-ended');
  }

  const { identity } = await auth.users.getIdentity({ params: { id: session.account }, requestId: call.requestId });
  const credentials = await auth.credentials.get(session.account);
  if (!identity || identity.state === 'disabled' || identity.state === 'deleted' || !isGood(session, versionOf(credentials), auth.clock.now())) {
    await auth.sessions.end(session._id, identity?.state === 'disabled' ? 'disabled' : 'replaced');
    throw new Refused('session-ended');
  }

  const secret = await auth.sessions.rotate(session, cookie.secret);
  if (secret === undefined) throw new Refused('session-ended');
  return signedIn(auth, identity, session, secret, credentials?.temporary === true && !identity.demo);
}
