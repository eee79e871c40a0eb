import type { Call } from '@tradepost/platform/call.ts';
import type * as api from '@tradepost/proto/api/auth/internal.ts';
import type { Auth } from '../state.ts';

/** Erases the password of a deleted account and ends its sessions before it answers. A second time does nothing more. */
export async function removeCredentials(auth: Auth, call: Call<typeof api.removeCredentials>): Promise<undefined> {
  await auth.credentials.remove(call.body.account);
  await auth.sessions.endAll(call.body.account, 'deleted');
}
