import { Refused } from '@tradepost/platform/errors.ts';
import type { State } from '@tradepost/proto/api/users/schemas.ts';
import type { User } from './collections.ts';

/** `status` in answers. */
export const isActive = (user: Pick<User, 'state'>): boolean => user.state === 'active';

/**
 * The state after an administrator's decision: `status` sets it; without one it toggles (pending → active, active → disabled, disabled → active).
 * Throws Refused 404 for a deleted account, from which no way leads back.
 */
export function nextState(state: State, status: boolean | undefined): 'active' | 'disabled' {
  if (state === 'deleted') throw new Refused('not-found');
  const active = status ?? state !== 'active';
  return active ? 'active' : 'disabled';
}

/** Throws Refused 404 for a deleted account, and 409 for one whose deletion is under way. */
export function assertOpen(user: Pick<User, 'state' | 'closing'>): void {
  if (user.state === 'deleted') throw new Refused('not-found');
  if (user.closing) throw new Refused('account-closed');
}
