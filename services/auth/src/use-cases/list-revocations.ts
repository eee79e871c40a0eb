import type { AnswerIn, Call } from '@tradepost/platform/call.ts';
import type * as api from '@tradepost/proto/api/auth/internal.ts';
import type { Auth } from '../state.ts';

/** Sessions that ended since a time in milliseconds, for gateways and services that hold tokens as verified. */
export function listRevocations(auth: Auth, call: Call<typeof api.revocations>): Promise<AnswerIn<typeof api.revocations>> {
  return auth.sessions.listEnded(call.query.since);
}
