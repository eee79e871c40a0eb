import type { Call } from '@tradepost/platform/call.ts';
import { invalidField } from '@tradepost/platform/errors.ts';
import type * as api from '@tradepost/proto/api/users/schemas.ts';
import { isAdult } from '../age.ts';
import type { User } from '../collections.ts';
import { makeAccount, makeOnce } from '../making.ts';
import { assertMayCreate } from '../roles.ts';
import { makeTemporaryPassword } from '../temporary-password.ts';
import type { Users } from '../users.ts';
import { profileView } from '../views.ts';

/** Creates an active account without documents. The temporary password is told once and never kept; a replay has null in its place. */
export async function createUser(state: Users, call: Call<typeof api.createUser>): Promise<api.CreateUserAnswer> {
  const { role = '2', address = '', ...person } = call.body;
  assertMayCreate(call.actor, role);
  if (!isAdult(person.dob, state.clock.now())) throw invalidField('dob', 'The person must be 18 or older');
  const scope = `creator:${call.actor.id}`;
  const answer = (user: User, temporaryPassword: string | null): api.CreateUserAnswer => ({ user: profileView(state, user, call.actor.id), temporaryPassword });
  return makeOnce(state, scope, call, async () => {
    const password = makeTemporaryPassword();
    const user = await makeAccount(state, call, {
      person: { ...person, address },
      role,
      state: 'active',
      password,
      temporaryPassword: true,
      scope,
      createdByStaff: true,
      answer: (made) => answer(made, null),
    });
    return answer(user, password);
  });
}
