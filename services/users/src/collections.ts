import { type Aggregate, deedsDefinition, outboxIndex, type StoredDeed } from '@tradepost/platform/deeds.ts';
import type { Collection, CollectionDefinition, Direction, DocumentStore, IndexDefinition, Stored } from '@tradepost/platform/ports.ts';
import type { Gender, State } from '@tradepost/proto/api/users/schemas.ts';

/** A file of a person in the object store. The document that names it is what keeps it; the sweep removes the others. */
export interface FileReference {
  readonly key: string;
  readonly contentType: string;
}

/** Files a person has: the picture, and the two documents that are shown for five minutes at a time. */
export const fileFields = ['image', 'panimg', 'aadharimg'] as const;
export type FileField = (typeof fileFields)[number];

/** What funds last told of the balance, for the list alone. The highest (epoch, seq) wins; amounts are paise. */
export interface MoneyProjection {
  readonly epoch: number;
  readonly seq: number;
  readonly postedPaise: number;
  readonly heldPaise: number;
}

/** Of an account of which funds has told nothing yet. */
export const untold: MoneyProjection = { epoch: 0, seq: 0, postedPaise: 0, heldPaise: 0 };

export interface StoredBankDetails {
  readonly bankName: string;
  readonly accountSealed: string;
  readonly accountLast4: string;
  readonly ifsc: string;
}

/** A deletion that is under way. `id` is the key under which funds closes the account. */
export interface Closing {
  readonly id: string;
  readonly key: string;
  readonly hash: string;
  readonly by: { readonly id: string; readonly role: string };
  readonly sinceMs: number;
}

/** What auth must still do after a commit here; finished before the caller is answered, and by the upkeep after a crash. */
export interface Afterwards {
  readonly what: 'end-sessions' | 'erase';
  readonly sinceMs: number;
}

/** One person: the aggregate of this service. A key (`emailKey`, `phoneKey`, `panHash`) is absent where there is none, so that a deletion frees it. */
export interface User extends Aggregate {
  readonly userId: string;
  readonly name: string;
  readonly nameKey: string;
  readonly email: string;
  readonly emailKey?: string;
  readonly phone: string;
  readonly phoneKey?: string;
  readonly dob: string;
  readonly gender: Gender;
  readonly address: string;
  readonly role: string;
  readonly state: State;
  /** True until the account is deleted: the lists hold these alone. */
  readonly listed: boolean;
  readonly demo: boolean;
  /** Made by the demonstration itself: its documents may be seen by every visitor. */
  readonly sample?: boolean;
  readonly image?: FileReference;
  readonly panimg?: FileReference;
  readonly aadharimg?: FileReference;
  readonly panSealed?: string;
  readonly panLast4?: string;
  readonly panHash?: string;
  readonly aadhaarSealed?: string;
  readonly aadhaarLast4?: string;
  readonly bankDetails?: StoredBankDetails;
  readonly terms?: { readonly version: string; readonly acceptedAtMs: number };
  readonly createdAtMs: number;
  /** The idempotency key under which the account came to be: unique, so no retry makes a second one. */
  readonly madeUnder: { readonly scope: string; readonly key: string };
  readonly money: MoneyProjection;
  /** What the list searches, in lower case. */
  readonly words: readonly string[];
  readonly closing?: Closing;
  readonly afterwards?: Afterwards;
}

/** How much of the demonstration's story was told. */
export interface DemoStory {
  /** The day from which `daysAgo` counts: the day of the first start. */
  readonly today: string;
  /** Numbers of the steps that were told. */
  readonly done: readonly number[];
  /** Ids that were made on the way, by name; `client` and `admin` are the accounts that visitors enter. */
  readonly made: Readonly<Record<string, string>>;
}

/** The story of a store that several processes share; beside embedded data a file tells it. */
export interface StoredStory extends DemoStory, Stored {}
export const storyId = 'demonstration';
export const storyDefinition: CollectionDefinition = { name: 'story', indexes: [] };

const present = { exists: true } as const;
const unique = (name: string, path: string): IndexDefinition => ({ name, keys: { [path]: 1 }, unique: true, where: { [path]: present } });

/** One sort order of the list, over all states and within one. */
function sorted(name: string, path: string): IndexDefinition[] {
  const direction: Direction = 1;
  return [
    { name, keys: { [path]: direction, _id: direction }, where: { listed: true } },
    { name: `state_${name}`, keys: { state: direction, [path]: direction, _id: direction }, where: { listed: true } },
  ];
}

export const usersDefinition: CollectionDefinition = {
  name: 'users',
  indexes: [
    { name: 'userId', keys: { userId: 1 }, unique: true },
    { name: 'made_under', keys: { 'madeUnder.scope': 1, 'madeUnder.key': 1 }, unique: true },
    unique('email', 'emailKey'),
    unique('phone', 'phoneKey'),
    unique('pan', 'panHash'),
    ...sorted('createdAt', 'createdAtMs'),
    ...sorted('name', 'nameKey'),
    ...sorted('totalfund', 'money.postedPaise'),
    { name: 'words', keys: { words: 1 }, eachElement: true, where: { listed: true } },
    { name: 'owners', keys: { state: 1, _id: 1 }, where: { role: '0' } },
    { name: 'samples', keys: { sample: 1 }, where: { sample: true } },
    { name: 'closing', keys: { 'closing.sinceMs': 1 }, where: { 'closing.sinceMs': present } },
    { name: 'afterwards', keys: { 'afterwards.sinceMs': 1 }, where: { 'afterwards.sinceMs': present } },
    outboxIndex,
  ],
};

/**
 * Names the collections of the service. The projection of money changes without a new version, because a booking is no edit of the person;
 * so `replace` asks in addition that it still stands as it was read, or an edit could put an older balance back.
 */
export function usersCollections(documents: DocumentStore): { users: Collection<User>; deeds: Collection<StoredDeed>; story: Collection<StoredStory> } {
  const users = documents.collection<User>(usersDefinition);
  const guarded: Collection<User> = {
    get: (id) => users.get(id),
    find: (query) => users.find(query),
    count: (query) => users.count(query),
    insert: (document) => users.insert(document),
    update: (id, change, where) => users.update(id, change, where),
    updateAll: (ids, change) => users.updateAll(ids, change),
    apply: (id, change, whereAny) => users.apply(id, change, whereAny),
    remove: (id, where) => users.remove(id, where),
    replace: (document, where) => users.replace(document, { ...where, 'money.epoch': document.money.epoch, 'money.seq': document.money.seq }),
  };
  return { users: guarded, deeds: documents.collection<StoredDeed>(deedsDefinition), story: documents.collection<StoredStory>(storyDefinition) };
}

/** The beginnings by which the list finds a person: words of the name, user id, e-mail and phone, in lower case, each once. */
export function searchWords(person: { name: string; userId: string; email: string; phone: string }): string[] {
  const parts = [person.name, ...person.name.split(/\s+/), ...person.name.split(/[^\p{L}\p{N}]+/u), person.userId, person.email, person.phone];
  return [...new Set(parts.map(searchKey).filter((word) => word !== ''))];
}

/** A text as it is searched and sorted. */
export const searchKey = (text: string): string => text.normalize('NFC').toLowerCase().trim();
