import { Refused } from '@tradepost/platform/errors.ts';
import { type Code, codes } from '@tradepost/proto/api/codes.ts';
import type { User } from './collections.ts';
import type { Users } from './users.ts';

const owned = [
  { path: 'emailKey', field: 'email', code: 'email-taken' },
  { path: 'phoneKey', field: 'phone', code: 'phone-taken' },
  { path: 'panHash', field: 'pancard', code: 'pan-taken' },
] as const satisfies readonly { path: string; field: string; code: Code }[];

/** Throws Refused 409 that names what of these another account has already: `email-taken`, `phone-taken` or `pan-taken`, the first of them as the code. */
export async function assertFree({ users }: Users, keys: Pick<User, 'emailKey' | 'phoneKey' | 'panHash'>, account?: string): Promise<void> {
  const taken: (typeof owned)[number][] = [];
  for (const one of owned) {
    const value = keys[one.path];
    if (value === undefined) continue;
    const [other] = await users.find({ filter: { [one.path]: value }, limit: 1 });
    if (other && other._id !== account) taken.push(one);
  }
  const [first] = taken;
  if (first) throw new Refused(first.code, { errors: taken.map(({ field, code }) => ({ field, message: codes[code].sentence })) });
}
