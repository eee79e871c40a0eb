import type { UploadedFile } from '@tradepost/platform/body.ts';
import { platformActor } from '@tradepost/platform/call.ts';
import { invalidField } from '@tradepost/platform/errors.ts';
import * as api from '@tradepost/proto/api/users/schemas.ts';
import { isAadhaar } from '../aadhaar.ts';
import type { KeyedCall } from '../accounts.ts';
import { checkFiles } from '../files.ts';
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

/** An account of the demonstration, made under a fixed key. */
export interface DemoAccount {
  readonly key: string;
  readonly userId: string;
  readonly password: string;
  readonly person: AccountPlan['person'];
  readonly role: '1' | '2';
  readonly state: 'pending' | 'active';
  readonly pancard?: string;
  readonly aadharcard?: string;
  readonly files?: Readonly<Record<string, UploadedFile>>;
}

/** Makes an account of the demonstration, or finds it, and gives its `_id`. Throws when this is no demonstration, and Refused like a registration. */
export async function createDemoAccount(state: Users, account: DemoAccount): Promise<string> {
  if (state.mode !== 'demo') throw new Error('There are no demonstration accounts in live mode.');
  if (account.aadharcard !== undefined && !isAadhaar(account.aadharcard)) throw invalidField('aadharcard', 'Please enter a valid Aadhar number');
  const { key, files: uploads, ...rest } = account;
  const found = await isMade(state, key);
  if (found) return found;
  const files = await checkFiles(uploads ?? {}, api.register.files ?? {});
  const made = await makeOnce(state, scope, platformCall(key), async () => {
    const plan: AccountPlan = { ...rest, files, demo: true, temporaryPassword: false, scope, createdByStaff: false, answer: (user) => ({ _id: user._id }) };
    return { _id: (await makeAccount(state, platformCall(key), plan))._id };
  });
  return made._id;
}
