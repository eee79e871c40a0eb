import type { Call } from '@tradepost/platform/call.ts';
import type * as api from '@tradepost/proto/api/auth/internal.ts';
import type { Auth } from '../state.ts';

/** Forgets the wrong passwords of an account from every network. Whole networks that guess at many accounts go on waiting. */
export async function unlockAccount(auth: Auth, call: Call<typeof api.unlockAccount>): Promise<undefined> {
  await auth.guard.forget(call.params.id ?? '');
}
