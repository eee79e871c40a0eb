import { type Paise, rupees } from '@tradepost/proto/api/money.ts';
import type { UserProfile, UserRow } from '@tradepost/proto/api/users/schemas.ts';
import type { FileField, User } from './collections.ts';
import { linkTo } from './links.ts';
import { masked, maskedBankDetails } from './masking.ts';
import { isActive } from './state.ts';
import type { Users } from './users.ts';

/**
 * A file's link for one viewer; null where there is no file, and where it is none of the viewer's business:
 * everybody can enter the demonstration's accounts, so what a visitor uploaded is not shown to them.
 */
function fileLink(state: Users, field: FileField, user: User, viewer: string): string | null {
  const uploadedByVisitor = user.sample !== true && user._id !== viewer;
  return uploadedByVisitor && state.isDemoAccount(viewer) ? null : linkTo(state.linkKey, field, user[field], viewer, state.clock.now());
}

/** A picture's link for one viewer. */
export const imageLink = (state: Users, user: User, viewer: string): string | null => fileLink(state, 'image', user, viewer);

/** What the list and the person's own page both show. */
const personView = (state: Users, user: User, viewer: string) => ({
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
});

/** The person without the money, as `viewer` may see it: numbers masked, files as links made for this viewer. */
export function profileView(state: Users, user: User, viewer: string): UserProfile {
  return {
    ...personView(state, user, viewer),
    dob: user.dob,
    address: user.address,
    pancard: masked(user.panLast4),
    panimg: fileLink(state, 'panimg', user, viewer),
    aadharcard: masked(user.aadhaarLast4),
    aadharimg: fileLink(state, 'aadharimg', user, viewer),
    bankDetails: maskedBankDetails(user),
    version: user.version,
  };
}

/** One row of the list; `totalfund` is the projection, which may lag a second. */
export function rowView(state: Users, user: User, viewer: string): UserRow {
  return {
    ...personView(state, user, viewer),
    totalfund: rupees(user.money.postedPaise as Paise),
  };
}
