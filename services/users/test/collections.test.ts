import { join } from 'node:path';
import { openTestDocuments } from '@tradepost/platform/testing/stores.ts';
import { removeTemporaryFolders, temporaryFolder } from '@tradepost/platform/testing/temporary-folder.ts';
import { searchWords, type User, usersCollections } from '../src/collections.ts';

afterAll(removeTemporaryFolders);

const person: User = {
  _id: 'one',
  version: 1,
  outbox: [],
  userId: 'TP123456',
  name: 'Asha Rao',
  nameKey: 'asha rao',
  email: '',
  phone: '',
  dob: '1990-05-17',
  gender: 'female',
  address: '',
  role: '2',
  state: 'active',
  listed: true,
  demo: false,
  createdAtMs: 1,
  madeUnder: { scope: 'test', key: 'one' },
  money: { epoch: 0, seq: 0, postedPaise: 0, heldPaise: 0 },
  words: [],
};

test('When a booking is projected between the reading and the writing of an edit, then the edit must read again', async () => {
  const documents = openTestDocuments({ file: join(temporaryFolder(), 'users.db') });
  const { users } = usersCollections(documents);
  await documents.open();
  await users.insert(person);
  const booked = { epoch: 0, seq: 1, postedPaise: 5_000, heldPaise: 0 };
  await users.update('one', { set: { money: booked } });

  const stale = await users.replace({ ...person, address: 'New', version: 2 }, { version: 1 });
  const fresh = await users.replace({ ...person, money: booked, address: 'New', version: 2 }, { version: 1 });
  const stored = await users.get('one');
  await documents.close();

  expect([stale, fresh]).toEqual([false, true]);
  expect(stored).toMatchObject({ address: 'New', money: booked });
});

test('When a name has several words and marks, then each beginning finds it', () => {
  expect(searchWords({ name: "Ñandu D'Souza-Rao", userId: 'TP123456', email: 'n@example.in', phone: '9876543210' })).toEqual([
    "ñandu d'souza-rao",
    'ñandu',
    "d'souza-rao",
    'd',
    'souza',
    'rao',
    'tp123456',
    'n@example.in',
    '9876543210',
  ]);
});
