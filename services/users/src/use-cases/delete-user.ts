import type { Call } from '@tradepost/platform/call.ts';
import { deedOf, findDeed, oncePerKey, replay } from '@tradepost/platform/deeds.ts';
import { Refused } from '@tradepost/platform/errors.ts';
import { timeOrderedId } from '@tradepost/platform/ids.ts';
import type { Message } from '@tradepost/proto/api/schema.ts';
import type * as api from '@tradepost/proto/api/users/schemas.ts';
import { eventBase, existingUser, type KeyedCall, replaceUser } from '../accounts.ts';
import type { Closing, User } from '../collections.ts';
import { removeAllFiles } from '../files.ts';
import { keepingAnOwner } from '../owners.ts';
import { assertMayAdminister, assertNotDemo } from '../roles.ts';
import type { Users } from '../users.ts';
import { finishAfterwards } from './finish-afterwards.ts';

const attempts = 12;
const deleted: Message = { message: 'User deleted successfully' };
const sentences = {
  balance: 'There is still money on this account.',
  holds: 'A withdrawal is still waiting for a decision.',
  positions: 'There are still active positions.',
} as const;

/**
 * Deletes an account without money and active positions: marked as closing, closed in positions and in funds, then erased here and in auth.
 * What stands in the way takes the mark off again (409). Positions, funds or auth away: 503, and the same call again, or the upkeep, goes on where it stopped.
 */
export async function deleteUser(state: Users, call: Call<typeof api.deleteUser>): Promise<Message> {
  const account = call.params.id;
  const answer = await oncePerKey(state.deeds, state.clock, account, call, async () => {
    const before = call.keyGiven ? await findDeed(state.deeds, account, call.idempotencyKey, await state.users.get(account)) : undefined;
    if (before) return replay<Message>(before, call);
    const target = await existingUser(state, account);
    assertMayAdminister(call.actor, target);
    assertNotDemo(target);
    await keepingAnOwner(state, target, () => markClosing(state, call, account));
    await completeClosing(state, account);
    return deleted;
  });
  await finishAfterwards(state, account);
  return answer;
}

/** From here on nothing else changes the account. A deletion that is under way already goes on under its own mark. */
async function markClosing(state: Users, call: KeyedCall, account: string): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const user = await existingUser(state, account);
    if (user.closing) return;
    const now = state.clock.now();
    const by = { id: call.actor.id, role: call.actor.role };
    const closing: Closing = { id: timeOrderedId(now), key: call.idempotencyKey, hash: call.requestHash, by, sinceMs: now };
    if (await replaceUser(state, user, { ...user, closing })) return;
  }
  throw new Refused('busy');
}

/** Goes on with a deletion from wherever it stopped. Throws Refused 409 `account-not-empty` with what stands in the way. */
export async function completeClosing(state: Users, account: string): Promise<void> {
  const user = await state.users.get(account);
  if (!user || user.state === 'deleted') return;
  // Another call was refused and took the mark off while this one came by.
  if (!user.closing) throw new Refused('busy');
  const { closing } = user;
  const reasons = await closeElsewhere(state, account, closing);
  if (reasons.length > 0) {
    await state.users.update(account, { unset: ['closing'] }, { 'closing.id': closing.id });
    throw new Refused('account-not-empty', { errors: reasons.map((field) => ({ field, message: sentences[field] })) });
  }
  await removeAllFiles(state, account);
  await erase(state, account, closing);
  state.wake();
}

/** Closes the account in positions, then in funds; gives what stands in the way. What funds refuses is opened again in positions before the mark is taken off. */
async function closeElsewhere(state: Users, account: string, closing: Closing): Promise<(keyof typeof sentences)[]> {
  const call = { params: { id: account }, body: { key: closing.id, by: closing.by } };
  const positions = await state.positions.closeAccount(call);
  if (!positions.closed) return positions.reasons;
  const funds = await state.funds.closeAccount(call);
  if (funds.closed) return [];
  await state.positions.reopenAccount({ params: call.params, body: { key: closing.id } });
  return funds.reasons;
}

async function erase(state: Users, account: string, closing: Closing): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const user = await state.users.get(account);
    if (!user || user.state === 'deleted') return;
    const next = erased(user, state.clock.now());
    const call: KeyedCall = { actor: { ...closing.by, sessionId: '' }, idempotencyKey: closing.key, requestHash: closing.hash, keyGiven: true };
    const message = { ...eventBase(state, next), by: closing.by.id };
    const deed = deedOf(call, state.clock, { scope: account, deed: 'deleted', answer: deleted, event: { name: 'UserDeleted', message } });
    const waiting = user.outbox.map(({ answer: _answer, ...rest }) => rest);
    if (await replaceUser(state, user, { ...next, outbox: [...waiting, deed] })) return;
  }
  throw new Refused('busy');
}

/** What stays of a person: that there was an account, its id and user id, and its role. Nothing is carried over that is not named here. */
function erased(user: User, nowMs: number): User {
  return {
    _id: user._id,
    version: user.version + 1,
    outbox: user.outbox,
    userId: user.userId,
    name: '',
    nameKey: '',
    email: '',
    phone: '',
    dob: '',
    gender: 'prefer-not-to-say',
    address: '',
    role: user.role,
    state: 'deleted',
    listed: false,
    demo: user.demo,
    createdAtMs: user.createdAtMs,
    madeUnder: user.madeUnder,
    money: user.money,
    words: [],
    afterwards: { what: 'erase', sinceMs: nowMs },
  };
}
