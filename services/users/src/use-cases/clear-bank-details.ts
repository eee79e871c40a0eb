import type { Call } from '@tradepost/platform/call.ts';
import { deedOf } from '@tradepost/platform/deeds.ts';
import { Refused } from '@tradepost/platform/errors.ts';
import type { Message } from '@tradepost/proto/api/schema.ts';
import type * as api from '@tradepost/proto/api/users/schemas.ts';
import { changeUser, eventBase, existingUser } from '../accounts.ts';
import type { User } from '../collections.ts';
import { assertMayAdminister } from '../roles.ts';
import type { Users } from '../users.ts';

/** Takes the bank details away, so that the person may save new ones; 404 when there are none. */
export async function clearBankDetails(state: Users, call: Call<typeof api.clearBankDetails>): Promise<Message> {
  const target = await existingUser(state, call.params.userId);
  assertMayAdminister(call.actor, target);
  const answer: Message = { message: 'Bank details cleared' };
  return changeUser(state, target._id, call, (current) => {
    if (!current.bankDetails) throw new Refused('not-found');
    const next: User = { ...current, bankDetails: undefined, version: current.version + 1 };
    const message = { ...eventBase(state, next), by: call.actor.id, name: next.name, fields: ['bankDetails'] };
    const deed = deedOf(call, state.clock, { scope: current._id, deed: 'bank-details-cleared', fields: ['bankDetails'], answer, event: { name: 'UserUpdated', message } });
    return { next, deed, answer };
  });
}
