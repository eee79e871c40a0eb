import type { Call } from '@tradepost/platform/call.ts';
import { deedOf, oncePerKey, recordDeed } from '@tradepost/platform/deeds.ts';
import type * as api from '@tradepost/proto/api/users/schemas.ts';
import { existingUser } from '../accounts.ts';
import { assertMayAdminister, assertNotDemo } from '../roles.ts';
import { assertOpen } from '../state.ts';
import { makeTemporaryPassword } from '../temporary-password.ts';
import type { Users } from '../users.ts';

/** Issues a password that must be changed at the next sign-in; auth ends all sessions. It is told once and never kept: a replay has null. */
export async function issueTemporaryPassword(state: Users, call: Call<typeof api.issueTemporaryPassword>): Promise<api.TemporaryPasswordAnswer> {
  const target = await existingUser(state, call.params.id);
  assertMayAdminister(call.actor, target);
  assertNotDemo(target);
  const account = target._id;
  return oncePerKey<api.TemporaryPasswordAnswer>(state.deeds, state.clock, account, call, async () => {
    assertOpen(target);
    const password = makeTemporaryPassword();
    const { set } = await state.auth.setCredentials({ body: { account, password, temporary: true, key: call.idempotencyKey } });
    const deed = deedOf(call, state.clock, { scope: account, deed: 'password-issued', fields: ['password'], answer: { temporaryPassword: null } });
    await recordDeed(state.deeds, deed);
    // Auth has set a password under this key before, and its answer was lost: nobody knows that password, so another key must issue a new one.
    return { temporaryPassword: set ? password : null };
  });
}
