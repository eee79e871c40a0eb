import type { Call } from '@tradepost/platform/call.ts';
import type * as internal from '@tradepost/proto/api/users/internal.ts';
import type { User } from '../collections.ts';
import { maskedBankDetails } from '../masking.ts';
import type { Users } from '../users.ts';
import { imageLink } from '../views.ts';

type Identity = { identity: internal.AccountIdentity | null };

/** Who signs in: by user id, in any case for those that were given out here, or by e-mail. */
export async function findIdentity(state: Users, { query }: Call<typeof internal.findIdentity>): Promise<Identity> {
  const login = query.login.trim();
  const [byUserId] = await state.users.find({ filter: { userId: { in: [login, login.toUpperCase()] } }, limit: 1 });
  const [byEmail] = byUserId ? [] : await state.users.find({ filter: { emailKey: login.toLowerCase() }, limit: 1 });
  return { identity: identityView(state, byUserId ?? byEmail) };
}

/** Role and state of an account, for refresh. */
export async function getIdentity(state: Users, { params }: Call<typeof internal.getIdentity>): Promise<Identity> {
  return { identity: identityView(state, await state.users.get(params.id)) };
}

function identityView(state: Users, user: User | undefined): internal.AccountIdentity | null {
  if (!user || user.state === 'deleted') return null;
  const { _id, userId, name, role, demo } = user;
  return { _id, userId, name, role, state: user.state, image: imageLink(state, user, _id), demo };
}

/** Where mail to an account goes; null for nobody, for deleted accounts and for those without an e-mail. */
export async function getContact({ users }: Users, { params }: Call<typeof internal.getContact>) {
  const user = await users.get(params.id);
  return { contact: user && user.email !== '' ? { _id: user._id, name: user.name, email: user.email } : null };
}

const accountView = (user: User): internal.AccountView => ({
  _id: user._id,
  userId: user.userId,
  name: user.name,
  role: user.role,
  state: user.state,
  closing: user.closing !== undefined,
  bankDetails: maskedBankDetails(user),
});

/** One account, deleted ones included; null for none. */
export async function getAccount({ users }: Users, { params }: Call<typeof internal.getAccount>): Promise<{ account: internal.AccountView | null }> {
  const user = await users.get(params.id);
  return { account: user ? accountView(user) : null };
}

/** Several accounts at once; ids nobody has are left out. */
export async function getAccounts({ users }: Users, { body }: Call<typeof internal.getAccounts>): Promise<internal.AccountView[]> {
  if (body.ids.length === 0) return [];
  const found = await users.find({ filter: { _id: { in: body.ids } }, limit: 200 });
  return found.map(accountView);
}
