import type { Call } from '@tradepost/platform/call.ts';
import { Refused } from '@tradepost/platform/errors.ts';
import { sha256 } from '@tradepost/platform/json.ts';
import type * as api from '@tradepost/proto/api/auth/schemas.ts';
import { networkOf } from '../guess-guard.ts';
import { refuseCommonPassword } from '../password.ts';
import { replaceCredentials } from '../set-password.ts';
import type { Auth } from '../state.ts';
import { versionOf } from '../tokens.ts';

/** Sets the password of whoever holds the link. Of two at once one wins, because the link belongs to one version of the credentials; all sessions end. */
export async function resetPassword(auth: Auth, call: Call<typeof api.resetPassword>): Promise<undefined> {
  await auth.limits.count('reset-password', networkOf(call.address), 10);
  const link = await auth.resetLinks.get(sha256(call.body.token));
  const credentials = link && (await auth.credentials.get(link.account));
  if (!link || link.expiresAtMs <= auth.clock.now() || versionOf(credentials) !== link.credentialsVersion) throw new Refused('link-expired');
  refuseCommonPassword(call.body.next, 'next');

  const hash = await auth.passwords.hash(call.body.next);
  const changed = await replaceCredentials(auth, link.account, credentials, { hash, temporary: false, setByKey: '' });
  if (!changed) throw new Refused('link-expired');
  await auth.sessions.endAll(link.account, 'password-reset', { before: changed.version });
  await auth.resetLinks.remove(link._id);
}
