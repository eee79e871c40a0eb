import type { Call } from '@tradepost/platform/call.ts';
import { Refused } from '@tradepost/platform/errors.ts';
import type * as api from '@tradepost/proto/api/auth/internal.ts';
import { refuseCommonPassword } from '../password.ts';
import { replaceCredentials } from '../set-password.ts';
import type { Auth } from '../state.ts';

const attempts = 5;

/** Sets the password of an account for users. The same key sets nothing a second time. After a temporary one all sessions have ended before this answers. */
export async function setCredentials(auth: Auth, call: Call<typeof api.setCredentials>): Promise<{ set: boolean }> {
  const { account, password, temporary, key } = call.body;
  refuseCommonPassword(password, 'password');
  let hash: string | undefined;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const current = await auth.credentials.get(account);
    if (current?.setByKey === key) {
      // The first try may have been killed between the new password and the end of the sessions.
      if (temporary) await auth.sessions.endAll(account, 'password-reset', { before: current.version });
      return { set: false };
    }
    hash ??= await auth.passwords.hash(password);
    const changed = await replaceCredentials(auth, account, current, { hash, temporary, setByKey: key });
    if (!changed) continue;
    if (temporary) await auth.sessions.endAll(account, 'password-reset', { before: changed.version });
    return { set: true };
  }
  throw new Refused('busy');
}
