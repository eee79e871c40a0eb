import type { Call } from '@tradepost/platform/call.ts';
import { type Decision, deedOf } from '@tradepost/platform/deeds.ts';
import { DuplicateKey, invalidField, OutcomeUnknown, Refused } from '@tradepost/platform/errors.ts';
import * as api from '@tradepost/proto/api/users/schemas.ts';
import { changeUser, eventBase, existingUser } from '../accounts.ts';
import { isAdult } from '../age.ts';
import { searchKey, searchWords, type User } from '../collections.ts';
import { checkFiles, type FileReferences, removeUnnamed, stageFiles } from '../files.ts';
import { assertMayEdit, assertNotDemo } from '../roles.ts';
import { assertFree } from '../uniqueness.ts';
import type { Users } from '../users.ts';
import { profileView } from '../views.ts';

type EditCall = Call<typeof api.editUser>;

/** Changes personal data: the own address and picture, or, for staff, the data of another. A new picture is staged first, and the old one goes after the commit. */
export async function editUser(state: Users, call: EditCall): Promise<api.UserProfile> {
  const account = call.params.id;
  const before = await existingUser(state, account);
  const { version: _version, ...sent } = call.body;
  assertMayEdit(call.actor, before, [...Object.keys(sent), ...Object.keys(call.files)]);
  // Everybody sees the demonstration's accounts: no visitor shows the others a picture there.
  if (call.files.image) assertNotDemo(before);
  if (sent.dob !== undefined && !isAdult(sent.dob, state.clock.now())) throw invalidField('dob', 'The person must be 18 or older');
  const files = await checkFiles(call.files, api.editUser.files ?? {});
  const staged: FileReferences = {};
  try {
    await stageFiles(state, account, files, staged);
    return await changeUser(state, account, call, (current) => decide(state, call, current, staged));
  } catch (error) {
    if (error instanceof DuplicateKey) await assertFree(state, { emailKey: sent.email, phoneKey: sent.phone }, account);
    // The picture may be the account's by now: it stays, and the sweep looks again.
    if (error instanceof OutcomeUnknown) staged.image = undefined;
    throw error;
  } finally {
    await removeUnnamed(state, [staged.image, staged.image && before.image]);
  }
}

function decide(state: Users, call: EditCall, current: User, staged: FileReferences): Decision<User, api.UserProfile> {
  const { version, ...sent } = call.body;
  assertMayEdit(call.actor, current, [...Object.keys(sent), ...Object.keys(staged)]);
  if (version !== undefined && version !== current.version) throw new Refused('version-conflict');
  const edited: User = { ...current, ...sent, ...staged, version: current.version + 1 };
  const next: User = {
    ...edited,
    nameKey: searchKey(edited.name),
    words: searchWords(edited),
    ...(edited.email === '' ? {} : { emailKey: edited.email }),
    ...(edited.phone === '' ? {} : { phoneKey: edited.phone }),
  };
  const fields = (['name', 'email', 'phone', 'dob', 'gender', 'address', 'image'] as const).filter((field) => edited[field] !== current[field]);
  if (fields.length === 0) return { answer: profileView(state, current, call.actor.id) };
  const answer = profileView(state, next, call.actor.id);
  const message = { ...eventBase(state, next), by: call.actor.id, name: next.name, fields: [...fields] };
  return { next, deed: deedOf(call, state.clock, { scope: current._id, deed: 'edited', fields, answer, event: { name: 'UserUpdated', message } }), answer };
}
