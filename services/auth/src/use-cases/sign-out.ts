import { type Call, Reply } from '@tradepost/platform/call.ts';
import { Refused } from '@tradepost/platform/errors.ts';
import type * as api from '@tradepost/proto/api/auth/schemas.ts';
import { noRefreshCookieHeader, readRefreshCookie, refuseForeignOrigin } from '../refresh-cookie.ts';
import type { Auth } from '../state.ts';

/** Ends the session of the token and that of the cookie, whatever secret it holds, and removes the cookie. A second time answers the same. */
export async function signOut(auth: Auth, call: Call<typeof api.signOut>): Promise<Reply<undefined>> {
  refuseForeignOrigin(auth.publicUrl, call);
  const cookie = readRefreshCookie(auth.publicUrl, call.cookies);
  if (!cookie && call.actor.sessionId === '') throw new Refused('unauthenticated');
  if (call.actor.sessionId !== '') await auth.sessions.end(call.actor.sessionId, 'signed-out');
  if (cookie && cookie.sessionId !== call.actor.sessionId) await auth.sessions.end(cookie.sessionId, 'signed-out');
  return new Reply(undefined, { 'Set-Cookie': noRefreshCookieHeader(auth.publicUrl), 'Clear-Site-Data': '"cache"' });
}
