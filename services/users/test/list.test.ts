import { removeTemporaryFolders } from '@tradepost/platform/testing/temporary-folder.ts';
import { newClient } from './support/people.ts';
import { usersWorld, type World } from './support/world.ts';

let world: World;
beforeAll(async () => {
  world = await usersWorld();
});
afterAll(async () => {
  await world.stop();
  removeTemporaryFolders();
});

const list = (query: string) => world.call('GET', `/api/users?${query}`, { as: world.admin });

describe('When the list is searched by a phone number', () => {
  test('then the dialling code or a 0 before it changes nothing, and another code finds nobody', async () => {
    const client = await newClient(world);
    const phone = String(client.typed.phone);
    for (const q of [phone, `%2B91${phone}`, `+91${phone}`, `%2B91%20${phone}`, `0${phone}`]) expect((await list(`q=${q}`)).body).toMatchObject([{ _id: client._id }]);
    for (const q of [`0${phone.slice(0, 7)}`, `%2B91${phone.slice(0, 7)}`]) expect((await list(`q=${q}`)).rows.map(({ _id }) => _id)).toContain(client._id);
    for (const q of [`1${phone}`, `%2B92${phone}`, `00${phone}`, `91${phone.slice(0, 9)}`]) expect((await list(`q=${q}`)).body).toEqual([]);
  });
});

describe('When a cursor comes from another order of the list', () => {
  test('then it is refused, and its own order takes it', async () => {
    await newClient(world);
    const cursor = /after=([^&>]+)/.exec((await list('limit=1&sort=name')).headers.get('link') ?? '')?.[1];
    expect(cursor).toBeDefined();
    expect((await list(`sort=name&after=${cursor}`)).rows.length).toBeGreaterThan(0);
    for (const sort of ['-name', 'createdAt', '-createdAt', 'totalfund'])
      expect(await list(`sort=${sort}&after=${cursor}`)).toMatchObject({ status: 422, body: { errors: [{ field: 'after', message: 'This is no cursor of this list' }] } });
  });
});
