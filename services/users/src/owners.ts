import { Refused } from '@tradepost/platform/errors.ts';
import type { User } from './collections.ts';
import type { Users } from './users.ts';

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs what takes away an owner, one at a time in this process, so that two owners cannot remove one another at once. On any other account it simply runs.
 * Throws Refused 403 when no active owner would remain.
 */
export function keepingAnOwner<T>(state: Users, target: Pick<User, '_id' | 'role'>, work: () => Promise<T>): Promise<T> {
  if (target.role !== '0') return work();
  const checked = async (): Promise<T> => {
    const owners = await state.users.find({ filter: { role: '0', state: 'active' }, limit: 100 });
    if (!owners.some((owner) => owner._id !== target._id && !owner.closing)) throw new Refused('forbidden');
    return work();
  };
  const result = last.then(checked, checked);
  last = result.catch(() => undefined);
  return result;
}
