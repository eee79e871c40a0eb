import { type Paise, rupees } from '@tradepost/proto/api/money.ts';
import type { UserProfile, UserRow } from '@tradepost/proto/api/users/schemas.ts';
import type { User } from './collections.ts';
import { linkTo } from './links.ts';
import { masked, maskedBankDetails } from './masking.ts';
import { isActive } from './state.ts';
import type { Users } from './users.ts';

/** A picture's link for one viewer. */
export const imageLink = ({ linkKey, clock }: Users, user: User, viewer: string): string | null => linkTo(linkKey, 'image', user.image, viewer, clock.now());

/** The person without the money, as `viewer` may see it: numbers masked, files as links made for this viewer. */
export function profileView(state: Users, user: User, viewer: string): UserProfile {
  const link = (field: 'panimg' | 'aadharimg') => linkTo(state.linkKey, field, user[field], viewer, state.clock.now());
  return {
    _id: user._id,
    userId: user.userId,
    name: user.name,
    email: user.email,
    phone: user.phone,
    gender: user.gender,
    role: user.role,
    status: isActive(user),
    state: user.state,
    image: imageLink(state, user, viewer),
    created_at: new Date(user.createdAtMs).toISOString(),
    dob: user.dob,
    address: user.address,
    pancard: masked(user.panLast4),
    panimg: link('panimg'),
    aadharcard: masked(user.aadhaarLast4),
    aadharimg: link('aadharimg'),
    bankDetails: maskedBankDetails(user),
    version: user.version,
  };
}

/** One row of the list; `totalfund` is the projection, which may lag a second. */
export function rowView(state: Users, user: User, viewer: string): UserRow {
  return {
    _id: user._id,
    userId: user.userId,
    name: user.name,
    email: user.email,
    phone: user.phone,
    gender: user.gender,
    role: user.role,
    totalfund: rupees(user.money.postedPaise as Paise),
    status: isActive(user),
    state: user.state,
    image: imageLink(state, user, viewer),
    created_at: new Date(user.createdAtMs).toISOString(),
  };
}
