import type { Call } from '@tradepost/platform/call.ts';
import type * as api from '@tradepost/proto/api/auth/schemas.ts';
import type { Auth } from '../state.ts';

/** Own signed-in devices, the one used last first. Visitors of the demonstration share an account and see their own session alone. */
export async function listSessions(auth: Auth, call: Call<typeof api.listSessions>): Promise<api.Session[]> {
  const now = auth.clock.now();
  const live = await auth.sessions.listLive(call.actor.id);
  return live
    .filter((session) => session.expiresAtMs > now && (!session.demo || session._id === call.actor.sessionId))
    .sort((a, b) => b.lastUsedAtMs - a.lastUsedAtMs)
    .map((session) => ({
      _id: session._id,
      device: session.device,
      createdAt: new Date(session.createdAtMs).toISOString(),
      lastUsedAt: new Date(session.lastUsedAtMs).toISOString(),
      expiresAt: new Date(session.expiresAtMs).toISOString(),
      current: session._id === call.actor.sessionId,
    }));
}
