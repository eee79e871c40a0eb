import type { Call, Reply } from '@tradepost/platform/call.ts';
import { Refused } from '@tradepost/platform/errors.ts';
import type * as api from '@tradepost/proto/api/auth/schemas.ts';
import type { Auth } from '../state.ts';
import { beginSession, refuseEnded } from '../tokens.ts';

/** Checks the password before anything about the account is told; an unknown id takes the same way, words and time. */
export async function signIn(auth: Auth, call: Call<typeof api.signIn>): Promise<Reply<api.SignInAnswer>> {
  const { userId: login, password, remember = false } = call.body;
  const { identity } = await auth.users.findIdentity({ query: { login }, requestId: call.requestId });
  const whom = identity?._id ?? login.toLowerCase();
  await auth.guard.beforeTry(whom, call.address);

  const credentials = identity ? await auth.credentials.get(identity._id) : undefined;
  const right = await auth.passwords.verify(password, credentials?.hash);
  if (!right) {
    await auth.guard.failed(whom, call.address);
    throw new Refused('invalid-credentials');
  }
  await auth.guard.succeeded(whom, call.address);
  refuseEnded(identity);

  return beginSession(auth, identity, credentials, { userAgent: call.userAgent, requestId: call.requestId, remember });
}
