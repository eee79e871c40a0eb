import { randomUUID } from 'node:crypto';
import type { Call } from '@tradepost/platform/call.ts';
import { deedOf, findDeed, recordDeed, replay } from '@tradepost/platform/deeds.ts';
import { Refused } from '@tradepost/platform/errors.ts';
import type * as api from '@tradepost/proto/api/users/schemas.ts';
import { existingUser } from '../accounts.ts';
import { sealContext } from '../masking.ts';
import type { Users } from '../users.ts';

/** Shows a PAN or account number in full and writes that into the audit first. The number itself is never kept with the key: a replay opens it again, and is a showing like any other. */
export async function revealNumber(state: Users, call: Call<typeof api.reveal>): Promise<api.RevealAnswer> {
  const user = await existingUser(state, call.params.id);
  // Whoever explores the demonstration is a stranger to everybody who registered in it.
  if (state.isDemoAccount(call.actor.id) && user._id !== call.actor.id && !user.sample) throw new Refused('demo-account');
  const { field } = call.body;
  const before = call.keyGiven ? await findDeed(state.deeds, user._id, call.idempotencyKey, user) : undefined;
  if (before) replay(before, call);
  const sealed = field === 'pancard' ? user.panSealed : user.bankDetails?.accountSealed;
  if (sealed === undefined) throw new Refused('not-found');
  const value = state.sealer.open(sealed, sealContext(user._id, field));
  const key = before ? randomUUID() : call.idempotencyKey;
  await recordDeed(state.deeds, deedOf({ ...call, idempotencyKey: key }, state.clock, { scope: user._id, deed: 'revealed', fields: [field] }));
  return { value };
}
