import { platformActor } from '@tradepost/platform/call.ts';
import type { KeyedCall } from '../accounts.ts';
import { type AccountPlan, makeAccount, makeOnce } from '../making.ts';
import type { Users } from '../users.ts';

const scope = 'platform';
const platformCall = (key: string): KeyedCall => ({ actor: platformActor, idempotencyKey: key, requestHash: '', keyGiven: true });

async function isMade({ users }: Users, key: string): Promise<string | undefined> {
  const [user] = await users.find({ filter: { 'madeUnder.scope': scope, 'madeUnder.key': key }, limit: 1 });
  return user?._id;
}

/** Makes the owner's account on the first start: role "0", active, without documents. Later starts find it, also when the environment names another user id by then. */
export async function ensureOwner(state: Users, owner: { userId: string; password: string }): Promise<'made' | 'there'> {
  const key = 'owner';
  if (await isMade(state, key)) return 'there';
  const person = { name: 'Owner', email: '', phone: '', dob: '', gender: 'prefer-not-to-say', address: '' } as const;
  const plan: AccountPlan = {
    person,
    role: '0',
    state: 'active',
    userId: owner.userId,
    password: owner.password,
    temporaryPassword: false,
    scope,
    createdByStaff: false,
    answer: () => ({}),
  };
  await makeOnce(state, scope, platformCall(key), async () => {
    await makeAccount(state, platformCall(key), plan);
    return {};
  });
  return 'made';
}
