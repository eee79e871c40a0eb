import type { Call } from '@tradepost/platform/call.ts';
import type * as api from '@tradepost/proto/api/auth/internal.ts';
import type { Auth } from '../state.ts';

/** Ends all sessions of an account, in the store and for every token of this process, before it answers. */
export async function endSessions(auth: Auth, call: Call<typeof api.endSessions>): Promise<undefined> {
  await auth.sessions.endAll(call.body.account, call.body.reason);
}
