import type { Call } from '@tradepost/platform/call.ts';
import { type Decision, deedOf } from '@tradepost/platform/deeds.ts';
import type * as api from '@tradepost/proto/api/users/schemas.ts';
import { changeUser, eventBase, existingUser } from '../accounts.ts';
import type { User } from '../collections.ts';
import { keepingAnOwner } from '../owners.ts';
import { assertMayAdminister, assertNotDemo } from '../roles.ts';
import { nextState } from '../state.ts';
import type { Users } from '../users.ts';
import { profileView } from '../views.ts';
import { finishAfterwards } from './finish-afterwards.ts';

/**
 * Approves, enables or disables an account. A disabling is committed first and ends the sessions in auth before it answers.
 * Auth away: 503, the account is disabled and marked; the same call again, and the upkeep, end the sessions. A toggle in between finishes the disabling and does not turn it round.
 */
export async function setStatus(state: Users, call: Call<typeof api.setStatus>): Promise<api.SetStatusAnswer> {
  const target = await existingUser(state, call.params.id);
  assertMayAdminister(call.actor, target);
  const change = () => changeUser(state, target._id, call, (current) => decide(state, call, current));
  const answer = nextState(target.state, call.body?.status) === 'disabled' ? await keepingAnOwner(state, target, change) : await change();
  await finishAfterwards(state, target._id);
  return answer;
}

function decide(state: Users, call: Call<typeof api.setStatus>, current: User): Decision<User, api.SetStatusAnswer> {
  assertMayAdminister(call.actor, current);
  const answer = (user: User): api.SetStatusAnswer => ({ message: 'User status updated successfully.', user: profileView(state, user, call.actor.id) });
  const isUnfinished = current.state === 'disabled' && current.afterwards !== undefined && call.body?.status === undefined;
  const wanted = isUnfinished ? 'disabled' : nextState(current.state, call.body?.status);
  if (wanted === current.state) return { answer: answer(current) };
  if (wanted === 'disabled') assertNotDemo(current);

  const changed: User = { ...current, state: wanted, version: current.version + 1 };
  const next: User = wanted === 'disabled' ? { ...changed, afterwards: { what: 'end-sessions', sinceMs: state.clock.now() } } : changed;
  // Once: links in it carry the moment they were made, and a replay must be the very same.
  const told = answer(next);
  const message = { ...eventBase(state, next), by: call.actor.id };
  const [deed, name] = wanted === 'disabled' ? (['disabled', 'UserDisabled'] as const) : (['approved', 'UserApproved'] as const);
  return { next, deed: deedOf(call, state.clock, { scope: current._id, deed, fields: ['status'], answer: told, event: { name, message } }), answer: told };
}
