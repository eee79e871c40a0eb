import type { Call } from '@tradepost/platform/call.ts';
import { Refused } from '@tradepost/platform/errors.ts';
import type { FieldError } from '@tradepost/proto/api/codes.ts';
import * as api from '@tradepost/proto/api/users/schemas.ts';
import { isAadhaar } from '../aadhaar.ts';
import { isAdult } from '../age.ts';
import type { User } from '../collections.ts';
import { checkFiles } from '../files.ts';
import { makeAccount, makeOnce } from '../making.ts';
import type { Users } from '../users.ts';

/** The terms of use that stand on the site now; an acceptance names them. */
export const termsVersion = '2026-01';

/** Registers a client, who waits for approval. The key counts within the e-mail. */
export async function register(state: Users, call: Call<typeof api.register>): Promise<api.RegisterAnswer> {
  const { body } = call;
  assertRules(state, call);
  const scope = `email:${state.sealer.blindIndex(body.email, 'email')}`;
  return makeOnce(state, scope, call, async () => {
    const files = await checkFiles(call.files, api.register.files ?? {});
    const user = await makeAccount(state, call, {
      person: { name: body.name, email: body.email, phone: body.phone, dob: body.dob, gender: body.gender, address: body.address },
      // A role that was sent is ignored: who registers is a client.
      role: '2',
      state: 'pending',
      pancard: body.pancard,
      aadharcard: body.aadharcard,
      files,
      ...(body.acceptTerms ? { terms: { version: termsVersion, acceptedAtMs: state.clock.now() } } : {}),
      password: body.password,
      temporaryPassword: false,
      scope,
      createdByStaff: false,
      answer: registered,
    });
    return registered(user);
  });
}

const registered = ({ _id, userId, name, email, role }: User): api.RegisterAnswer => ({
  message: 'Registration successful!',
  user: { _id, userId, name, email, role, status: false },
});

/** The rules that need the clock, arithmetic or the mode; all that are broken are told at once. */
function assertRules({ clock, mode }: Users, { body }: Call<typeof api.register>): void {
  const errors: FieldError[] = [];
  if (!isAdult(body.dob, clock.now())) errors.push({ field: 'dob', message: 'You must be 18 or older' });
  if (!isAadhaar(body.aadharcard)) errors.push({ field: 'aadharcard', message: 'Please enter a valid Aadhar number' });
  if (mode === 'live' && body.acceptTerms !== true) errors.push({ field: 'acceptTerms', message: 'Please accept the terms' });
  const [first] = errors;
  if (first) throw new Refused('invalid-fields', errors.length === 1 ? { detail: first.message, errors } : { errors });
}
