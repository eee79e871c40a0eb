import { randomInt, randomUUID } from 'node:crypto';
import type { Actor } from '@tradepost/platform/call.ts';
import { type Deed, deedOf, findDeed, oncePerKey, replay } from '@tradepost/platform/deeds.ts';
import { DuplicateKey, invalidField, OutcomeUnknown, Refused } from '@tradepost/platform/errors.ts';
import { timeOrderedId } from '@tradepost/platform/ids.ts';
import type { Gender } from '@tradepost/proto/api/users/schemas.ts';
import type { KeyedCall } from './accounts.ts';
import { searchKey, searchWords, type User, untold } from './collections.ts';
import { type CheckedFiles, type FileReferences, removeUnnamed, stageFiles } from './files.ts';
import { lastFour, sealContext } from './masking.ts';
import { assertFree } from './uniqueness.ts';
import type { Users } from './users.ts';

/** What a new account is to be. */
export interface AccountPlan {
  readonly person: { readonly name: string; readonly email: string; readonly phone: string; readonly dob: string; readonly gender: Gender; readonly address: string };
  readonly role: string;
  readonly state: 'pending' | 'active';
  /** Random without one. */
  readonly userId?: string;
  readonly pancard?: string;
  readonly aadharcard?: string;
  readonly files?: CheckedFiles;
  readonly terms?: User['terms'];
  readonly password: string;
  readonly temporaryPassword: boolean;
  /** Within what the idempotency key counts. */
  readonly scope: string;
  readonly createdByStaff: boolean;
  /** What a replay gives. */
  readonly answer: (user: User) => unknown;
}

const attempts = 12;
const randomUserId = (): string => `TP${randomInt(100_000, 1_000_000)}`;

/** Runs the making of an account once for each key of a scope; a second time gives the recorded answer, also before the relay has moved the deed. */
export async function makeOnce<Answer>(state: Users, scope: string, call: KeyedCall, make: () => Promise<Answer>): Promise<Answer> {
  const answer = await oncePerKey(state.deeds, state.clock, scope, call, async () => {
    const before = call.keyGiven ? await deedOfMaking(state, scope, call.idempotencyKey) : undefined;
    return before ? replay<Answer>(before, call) : make();
  });
  // The account was deleted since, and the answer erased with it.
  if (answer === undefined) throw new Refused('not-found');
  return answer;
}

async function deedOfMaking({ users, deeds }: Users, scope: string, key: string): Promise<Deed | undefined> {
  const [user] = await users.find({ filter: { 'madeUnder.scope': scope, 'madeUnder.key': key }, limit: 1 });
  return user && findDeed(deeds, scope, key, user);
}

function uniqueKeys({ sealer }: Users, { person, pancard }: AccountPlan): Pick<User, 'emailKey' | 'phoneKey' | 'panHash'> {
  return {
    ...(person.email === '' ? {} : { emailKey: person.email }),
    ...(person.phone === '' ? {} : { phoneKey: person.phone }),
    ...(pancard === undefined ? {} : { panHash: sealer.blindIndex(pancard, 'pancard') }),
  };
}

function sealedNumbers({ sealer }: Users, account: string, { pancard, aadharcard }: AccountPlan): Partial<User> {
  return {
    ...(pancard === undefined ? {} : { panSealed: sealer.seal(pancard, sealContext(account, 'pancard')), panLast4: lastFour(pancard) }),
    ...(aadharcard === undefined ? {} : { aadhaarSealed: sealer.seal(aadharcard, sealContext(account, 'aadharcard')), aadhaarLast4: lastFour(aadharcard) }),
  };
}

function newUser(state: Users, call: KeyedCall, account: string, plan: AccountPlan, files: FileReferences): User {
  const { person, role } = plan;
  const userId = plan.userId ?? randomUserId();
  const createdAtMs = state.clock.now();
  const user: User = {
    _id: account,
    version: 1,
    outbox: [],
    userId,
    ...person,
    nameKey: searchKey(person.name),
    role,
    state: plan.state,
    listed: true,
    demo: false,
    ...files,
    ...uniqueKeys(state, plan),
    ...sealedNumbers(state, account, plan),
    ...(plan.terms ? { terms: plan.terms } : {}),
    createdAtMs,
    madeUnder: { scope: plan.scope, key: call.idempotencyKey },
    money: untold,
    words: searchWords({ ...person, userId }),
  };
  return { ...user, outbox: deedsOfMaking(state, call, user, plan) };
}

/** Two deeds: the one that keeps the key and tells the others, and the first line of the account's audit. */
function deedsOfMaking({ clock }: Users, call: KeyedCall, user: User, plan: AccountPlan): Deed[] {
  const message = {
    account: user._id,
    version: 1n,
    atMs: BigInt(user.createdAtMs),
    state: user.state,
    role: user.role,
    userId: user.userId,
    name: user.name,
    createdByStaff: plan.createdByStaff,
  };
  const made = deedOf(call, clock, { scope: plan.scope, deed: 'made', answer: plan.answer(user), event: { name: 'UserRegistered', message } });
  const actor: Actor = call.actor.id === '' ? { id: user._id, role: user.role, sessionId: '' } : call.actor;
  const audit = deedOf({ ...call, actor, idempotencyKey: randomUUID() }, clock, { scope: user._id, deed: plan.createdByStaff ? 'created' : 'registered' });
  return [made, audit];
}

async function commit(state: Users, call: KeyedCall, account: string, plan: AccountPlan, files: FileReferences): Promise<User> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const user = newUser(state, call, account, plan, files);
    try {
      await state.users.insert(user);
      return user;
    } catch (error) {
      if (error instanceof OutcomeUnknown) {
        const found = await state.users.get(account);
        if (found) return found;
      }
      if (!(error instanceof DuplicateKey)) throw error;
      // Somebody was faster with the e-mail, phone or PAN; otherwise it was the random user id, and another one is tried.
      await assertFree(state, uniqueKeys(state, plan));
    }
  }
  throw new Refused('busy');
}

async function setPassword(state: Users, call: KeyedCall, account: string, plan: AccountPlan): Promise<void> {
  try {
    await state.auth.setCredentials({ body: { account, password: plan.password, temporary: plan.temporaryPassword, key: call.idempotencyKey } });
  } catch (error) {
    // Auth alone knows which passwords are too common; its sentence is the answer.
    if (error instanceof Refused && error.status === 422) throw invalidField('password', error.errors[0]?.message ?? error.message);
    throw error;
  }
}

/**
 * Makes an account: files staged, password handed to auth under the new id, then one insert with UserRegistered.
 * Whatever goes wrong on the way takes back the files and the password before it is told. Throws Refused 409 when e-mail, phone or PAN are taken, 422 for a password auth refuses, 503 when auth is away.
 */
export async function makeAccount(state: Users, call: KeyedCall, plan: AccountPlan): Promise<User> {
  await assertFree(state, uniqueKeys(state, plan));
  const account = timeOrderedId(state.clock.now());
  const staged: FileReferences = {};
  try {
    await stageFiles(state, account, plan.files ?? {}, staged);
    await setPassword(state, call, account, plan);
    const user = await commit(state, call, account, plan, staged);
    state.wake();
    return user;
  } catch (error) {
    // When it is not known whether the account is there, its files stay; the sweep looks again in an hour.
    if (!(error instanceof OutcomeUnknown)) await takeBack(state, account, staged);
    throw error;
  }
}

async function takeBack(state: Users, account: string, staged: FileReferences): Promise<void> {
  await removeUnnamed(state, Object.values(staged));
  try {
    await state.auth.removeCredentials({ body: { account } });
  } catch (error) {
    state.log.warn({ err: error, account }, 'the password of an account that was not made is left in auth, where nobody can use it');
  }
}
