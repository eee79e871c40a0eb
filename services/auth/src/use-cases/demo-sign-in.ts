import type { Call, Reply } from '@tradepost/platform/call.ts';
import { Refused } from '@tradepost/platform/errors.ts';
import type * as api from '@tradepost/proto/api/auth/schemas.ts';
import { networkOf } from '../guess-guard.ts';
import type { Auth } from '../state.ts';
import { beginSession, refuseEnded } from '../tokens.ts';

/** Signs a visitor in as one of the demonstration's people, without a password. There is no such call in live mode. */
export async function demoSignIn(auth: Auth, call: Call<typeof api.demoSignIn>): Promise<Reply<api.SignInAnswer>> {
  const accounts = auth.demoAccounts();
  if (!accounts) throw new Refused('not-found');
  await auth.limits.count('demo-sign-in', networkOf(call.address), 10);
  const { identity } = await auth.users.getIdentity({ params: { id: accounts[call.body.as] }, requestId: call.requestId });
  if (!identity?.demo) throw new Refused('not-found');
  refuseEnded(identity);
  const credentials = await auth.credentials.get(identity._id);
  return beginSession(auth, identity, credentials && { ...credentials, temporary: false }, { userAgent: call.userAgent, requestId: call.requestId, remember: false });
}
