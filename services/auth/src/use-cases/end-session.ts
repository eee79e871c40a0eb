import type { Call } from '@tradepost/platform/call.ts';
import { Refused } from '@tradepost/platform/errors.ts';
import type * as api from '@tradepost/proto/api/auth/schemas.ts';
import type { Auth } from '../state.ts';

/** Ends one own session. Somebody else's looks like none; the key that ended it gets the first answer again. */
export async function endSession(auth: Auth, call: Call<typeof api.endSession>): Promise<undefined> {
  const session = await auth.sessions.get(call.params.id);
  if (!session || session.account !== call.actor.id || (session.demo && session._id !== call.actor.sessionId)) throw new Refused('not-found');
  const ended = await auth.sessions.end(session._id, 'signed-out', call.idempotencyKey);
  if (ended) return;
  const now = await auth.sessions.get(session._id);
  if (!call.keyGiven || now?.endKey !== call.idempotencyKey) throw new Refused('not-found');
}
