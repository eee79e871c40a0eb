import type { Call } from '@tradepost/platform/call.ts';
import type * as api from '@tradepost/proto/api/auth/internal.ts';
import { isGood } from '../sessions.ts';
import type { Auth } from '../state.ts';
import { versionOf } from '../tokens.ts';

/** Says whether a session still stands, from the store itself. */
export async function checkSession(auth: Auth, call: Call<typeof api.checkSession>): Promise<{ active: boolean }> {
  const session = await auth.sessions.get(call.params.id);
  if (!session) return { active: false };
  const credentials = await auth.credentials.get(session.account);
  return { active: isGood(session, versionOf(credentials), auth.clock.now()) };
}
