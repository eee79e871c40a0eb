import { removeTemporaryFolders } from '@tradepost/platform/testing/temporary-folder.ts';
import { newClient } from './support/people.ts';
import { paper } from './support/samples.ts';
import { usersWorld, type World } from './support/world.ts';

let world: World;
beforeAll(async () => {
  world = await usersWorld();
});
afterAll(async () => {
  await world.stop();
  removeTemporaryFolders();
});

const linksFor = async (client: { _id: string }, as: { _id: string; role: string }) =>
  (await world.call('GET', `/api/user/${client._id}`, { as })).body as { image: string; panimg: string };
const views = async (client: { _id: string }) =>
  (await world.call('GET', `/api/users/${client._id}/audit`, { as: world.admin })).rows.filter(({ deed }) => deed === 'document-viewed');

describe('When a link to a file is followed', () => {
  test('then a document comes as it was, never to be run or kept, and staff leave a trace in the audit', async () => {
    const client = await newClient(world);
    const own = await world.call('GET', (await linksFor(client, client)).panimg);
    expect(own).toMatchObject({ status: 200, bytes: paper });
    expect(Object.fromEntries(own.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="panimg.pdf"',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(await views(client)).toEqual([]);
    const { panimg } = await linksFor(client, world.admin);
    for (const _time of [1, 2]) expect((await world.call('GET', panimg)).status).toBe(200);
    expect(await views(client)).toMatchObject([{ by: { _id: world.admin._id, role: '1', name: 'Mira Shah' }, fields: ['panimg'] }]);
  });

  test('then a picture is shown in place, may be kept by the browser, and leaves no trace', async () => {
    const client = await newClient(world);
    const { image } = await linksFor(client, world.admin);
    const answer = await world.call('GET', image);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('content-disposition')).toBe('inline');
    expect(answer.headers.get('cache-control')).toMatch(/^private, max-age=\d+$/);
    expect(await views(client)).toEqual([]);
  });

  test('then a forged, cut or old one is a plain 404', async () => {
    const client = await newClient(world);
    const { panimg, image } = await linksFor(client, client);
    const [payload = '', signature = ''] = panimg.slice('/api/files/'.length).split('.');
    const later = Buffer.from(
      Buffer.from(payload, 'base64url')
        .toString()
        .replace(/\d+\]$/, '9999999999999]'),
    ).toString('base64url');
    for (const token of [`${later}.${signature}`, payload, `${payload}.`, `${panimg.slice(0, -3)}`, 'x', '..%2f..%2fusers.db'])
      expect((await world.call('GET', `/api/files/${token}`)).status).toBe(404);
    world.clock.offsetMs += 5 * 60_000 + 1;
    expect((await world.call('GET', panimg)).status).toBe(404);
    expect((await world.call('GET', image)).status).toBe(200);
    world.clock.offsetMs += 24 * 60 * 60_000;
    expect((await world.call('GET', image)).status).toBe(404);
  });

  test('then the links of a viewer who was disabled are dead', async () => {
    const client = await newClient(world);
    const { image } = await linksFor(client, client);
    await world.call('PATCH', `/api/users/${client._id}/approve`, { as: world.admin, body: { status: false } });
    expect((await world.call('GET', image)).status).toBe(404);
  });
});
