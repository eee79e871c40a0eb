import type { Call } from '@tradepost/platform/call.ts';
import { changeAggregate, type Decision, deedOf, oncePerKey, recordDeed } from '@tradepost/platform/deeds.ts';
import { Refused } from '@tradepost/platform/errors.ts';
import type { User } from './collections.ts';
import { assertOpen } from './state.ts';
import type { Users } from './users.ts';

/** What of a call a deed needs. */
export type KeyedCall = Pick<Call<unknown>, 'idempotencyKey' | 'requestHash' | 'keyGiven' | 'actor'>;

/** Gives an account that is there. Throws Refused 404 for none and for a deleted one, without a difference. */
export async function existingUser({ users }: Users, account: string): Promise<User> {
  const user = await users.get(account);
  if (!user || user.state === 'deleted') throw new Refused('not-found');
  return user;
}

/**
 * Changes one account, once for each key, and commits the deed with it. A key whose call changed nothing is kept as well, so that a late retry does not act on a newer state.
 * Throws Refused 404 for a deleted account and 409 for one whose deletion is under way.
 */
export async function changeUser<Answer>(state: Users, account: string, call: KeyedCall, decide: (current: User) => Decision<User, Answer>): Promise<Answer> {
  const answer = await oncePerKey(state.deeds, state.clock, account, call, async () => {
    let unchanged = false;
    const decided = await changeAggregate({ aggregates: state.users, deeds: state.deeds }, account, call, (current) => {
      assertOpen(current);
      const decision = decide(current);
      unchanged = !('next' in decision);
      return decision;
    });
    if (unchanged && call.keyGiven) await recordDeed(state.deeds, deedOf(call, state.clock, { scope: account, deed: 'unchanged', answer: decided }), false);
    return decided;
  });
  state.wake();
  return answer;
}

/** What every event of an account carries: the state after the change that is being decided on `current`. */
export const eventBase = ({ clock }: Users, next: User) => ({
  account: next._id,
  version: BigInt(next.version),
  atMs: BigInt(clock.now()),
  state: next.state,
  role: next.role,
});

/** Compare-and-set of a step that is no deed of its own; the version goes up. False when somebody was faster. */
export const replaceUser = ({ users }: Users, current: User, next: User): Promise<boolean> =>
  users.replace({ ...next, version: current.version + 1 }, { version: current.version, 'outbox.0.id': current.outbox[0]?.id ?? null });
