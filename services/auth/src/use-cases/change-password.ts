import type { Call } from '@tradepost/platform/call.ts';
import { invalidField, Refused } from '@tradepost/platform/errors.ts';
import type * as api from '@tradepost/proto/api/auth/schemas.ts';
import { refuseCommonPassword } from '../password.ts';
import { refuseDemoAccount, replaceCredentials } from '../set-password.ts';
import type { Auth } from '../state.ts';

/** Sets another password for whoever knows the current one. This session goes on, the others end; a temporary password is done with. */
export async function changePassword(auth: Auth, call: Call<typeof api.changePassword>): Promise<undefined> {
  const { current, next } = call.body;
  const { id: account, sessionId } = call.actor;
  await refuseDemoAccount(auth, account, call.requestId);
  await auth.guard.beforeTry(account, call.address);

  const credentials = await auth.credentials.get(account);
  const right = await auth.passwords.verify(current, credentials?.hash);
  if (!right || !credentials) {
    await auth.guard.failed(account, call.address);
    const words = new Refused('wrong-password').message;
    throw new Refused('wrong-password', { errors: [{ field: 'current', message: words }] });
  }
  await auth.guard.succeeded(account, call.address);
  if (next === current) throw invalidField('next', 'The new password must differ from the current one.');
  refuseCommonPassword(next, 'next');

  const hash = await auth.passwords.hash(next);
  const changed = await replaceCredentials(auth, account, credentials, { hash, temporary: false, setByKey: '' });
  if (!changed) throw new Refused('version-conflict');
  await auth.sessions.keepUnder(sessionId, changed.version);
  await auth.sessions.endAll(account, 'password-changed', { keep: sessionId, before: changed.version });
}
