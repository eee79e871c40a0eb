import { type Actor, isOwner, isStaff } from '@tradepost/platform/call.ts';
import { Refused } from '@tradepost/platform/errors.ts';
import type { User } from './collections.ts';

/** Rules of who may touch whom. Each throws Refused 403 and gives nothing. */

/** An administrator's write on an account: never one's own, and staff are touched by an owner alone. */
export function assertMayAdminister(actor: Actor, target: Pick<User, '_id' | 'role'>): void {
  if (!isStaff(actor) || actor.id === target._id) throw new Refused('forbidden');
  if (isStaff(target) && !isOwner(actor)) throw new Refused('forbidden');
}

/** Administrators make clients; owners make staff as well. */
export function assertMayCreate(actor: Actor, role: string): void {
  if (!isStaff(actor) || (isStaff({ role }) && !isOwner(actor))) throw new Refused('forbidden');
}

/** What belongs to the demonstration stays usable for the next visitor. */
export function assertNotDemo(target: Pick<User, 'demo'>): void {
  if (target.demo) throw new Refused('demo-account');
}

const ownFields: readonly string[] = ['address', 'image'];
const staffFields: readonly string[] = ['name', 'email', 'phone', 'dob', 'gender', 'address'];

/** Everybody edits the own address and picture; staff edit the personal data of others, without the picture. */
export function assertMayEdit(actor: Actor, target: Pick<User, '_id' | 'role'>, fields: readonly string[]): void {
  const own = actor.id === target._id;
  if (!own) assertMayAdminister(actor, target);
  const allowed = own ? ownFields : staffFields;
  const errors = fields.filter((field) => !allowed.includes(field)).map((field) => ({ field, message: 'You cannot change this.' }));
  if (errors.length > 0) throw new Refused('forbidden', { errors });
}
