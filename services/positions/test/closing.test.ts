import { removeTemporaryFolders } from '@tradepost/platform/testing/temporary-folder.ts';
import * as internal from '@tradepost/proto/api/positions/internal.ts';
import { type Platform, staffAndClient, startPositions, stopAll, typed } from './support/front-door.ts';

afterEach(stopAll);
afterAll(removeTemporaryFolders);

const by = { id: 'admin', role: '0' };
const close = (platform: Platform, account: string, key = 'one') => platform.internal('POST', `/accounts/${account}/close`, { key, by });
const reopen = (platform: Platform, account: string, key = 'one') => platform.internal('POST', `/accounts/${account}/reopen`, { key });
const active = { status: true, closePrice: 0, profit: 1, profitColor: 'green' };

describe('When an account is closed', () => {
  test('then closed positions let it, twice is the same, and nothing is added, opened or changed afterwards', async () => {
    const platform = await startPositions();
    const { admin, client } = await staffAndClient(platform);
    const { position } = (await admin.post(`/addnetPosition/${client.id}`, typed())).body;
    for (const key of ['one', 'one', 'two']) expect(await close(platform, client.id, key)).toMatchObject({ status: 200, body: { closed: true, reasons: [] } });
    expect(await admin.post(`/addnetPosition/${client.id}`, typed())).toMatchObject({ status: 409, body: { code: 'account-closed' } });
    for (const answer of [
      await admin.patch(`/${client.id}/updatepositions/${position._id}`, { status: true }),
      await admin.patch(`/${client.id}/updatepositions/${position._id}`, { note: 'Late' }),
      await admin.delete(`/${client.id}/positions/${position._id}`),
    ])
      expect(answer).toMatchObject({ status: 409, body: { code: 'account-closed' } });
    expect((await client.get(`/positions/${client.id}`)).body.positions).toHaveLength(1);
  });

  test('then an addition hears that the account is gone as soon as users has deleted it, before the event of it is read', async () => {
    const platform = await startPositions();
    const { admin, client } = await staffAndClient(platform);
    await close(platform, client.id);
    const person = platform.users.people.get(client.id);
    if (!person) throw new Error('nobody');
    platform.users.people.set(client.id, { ...person, state: 'deleted' });
    expect((await admin.post(`/addnetPosition/${client.id}`, typed())).status).toBe(404);
    platform.users.state.away = true;
    expect((await admin.post(`/addnetPosition/${client.id}`, typed())).status).toBe(503);
  });

  test('then an active position refuses, everything goes on as before, and a new key may try again', async () => {
    const platform = await startPositions();
    const { admin, client } = await staffAndClient(platform);
    const closedOne = (await admin.post(`/addnetPosition/${client.id}`, typed())).body.position;
    const activeOne = (await admin.post(`/addnetPosition/${client.id}`, typed(active))).body.position;
    expect((await close(platform, client.id)).body).toEqual({ closed: false, reasons: ['positions'] });
    expect((await admin.patch(`/${client.id}/updatepositions/${closedOne._id}`, { note: 'Still here' })).status).toBe(200);
    expect((await admin.post(`/addnetPosition/${client.id}`, typed())).status).toBe(201);
    expect((await admin.patch(`/${client.id}/updatepositions/${activeOne._id}`, { status: false, closePrice: 5 })).status).toBe(200);
    expect((await close(platform, client.id)).body).toEqual({ closed: false, reasons: ['positions'] });
    expect((await close(platform, client.id, 'two')).body).toEqual({ closed: true, reasons: [] });
  });

  test('then it may be opened again, and closed again under the same key', async () => {
    const platform = await startPositions();
    const { admin, client } = await staffAndClient(platform);
    const { position } = (await admin.post(`/addnetPosition/${client.id}`, typed())).body;
    await close(platform, client.id);
    for (const _time of [1, 2]) expect((await reopen(platform, client.id)).status).toBe(204);
    expect((await admin.patch(`/${client.id}/updatepositions/${position._id}`, { note: 'Open again' })).status).toBe(200);
    expect((await admin.post(`/addnetPosition/${client.id}`, typed())).status).toBe(201);
    expect((await close(platform, client.id)).body).toEqual({ closed: true, reasons: [] });
    expect((await admin.post(`/addnetPosition/${client.id}`, typed())).status).toBe(409);
  });

  test('then an addition at the same moment comes before or after, never in between', async () => {
    const platform = await startPositions();
    for (let round = 0; round < 15; round += 1) {
      const { admin, client } = await staffAndClient(platform);
      const [added, closing] = await Promise.all([admin.post(`/addnetPosition/${client.id}`, typed(active)), close(platform, client.id)]);
      expect([added.status, closing.body.closed]).toEqual(closing.body.closed ? [409, true] : [201, false]);
      expect(await platform.entries.count({ filter: { account: client.id, listed: true, active: true }, limit: 5 })).toBe(closing.body.closed ? 0 : 1);
    }
  });

  test('then an addition that had looked before the closing still comes too late, and one the closing had not seen stops it', async () => {
    const platform = await startPositions();
    const { admin, client } = await staffAndClient(platform);
    const closeElsewhere = () => platform.another.answer(internal.closeAccount, { params: { id: client.id }, body: { key: 'two', by } });
    platform.meanwhile.insert = () => admin.post(`/addnetPosition/${client.id}`, typed(active));
    expect(await closeElsewhere()).toEqual({ closed: false, reasons: ['positions'] });

    const other = await platform.newAccount('active');
    platform.meanwhile.insert = () => platform.another.answer(internal.closeAccount, { params: { id: other.id }, body: { key: 'one', by } });
    expect(await admin.post(`/addnetPosition/${other.id}`, typed(active))).toMatchObject({ status: 409, body: { code: 'account-closed' } });
    expect(await platform.entries.count({ filter: { account: other.id, listed: true }, limit: 5 })).toBe(0);
  });

  test('then an edit that had looked before the closing does not open a position behind its back', async () => {
    const platform = await startPositions();
    const { admin, client } = await staffAndClient(platform);
    const { position } = (await admin.post(`/addnetPosition/${client.id}`, typed())).body;
    await platform.events(client.id);
    platform.meanwhile.replace = () => close(platform, client.id);
    expect(await admin.patch(`/${client.id}/updatepositions/${position._id}`, { status: true })).toMatchObject({ status: 409, body: { code: 'account-closed' } });
    expect(await platform.entries.get(position._id)).toMatchObject({ active: false });
  });

  test('then a closed position that is opened at the same moment is seen, or stays closed', async () => {
    const platform = await startPositions();
    for (let round = 0; round < 15; round += 1) {
      const { admin, client } = await staffAndClient(platform);
      const { position } = (await admin.post(`/addnetPosition/${client.id}`, typed())).body;
      const [opened, closing] = await Promise.all([admin.patch(`/${client.id}/updatepositions/${position._id}`, { status: true }), close(platform, client.id)]);
      expect([opened.status, closing.body.closed]).toEqual(closing.body.closed ? [409, true] : [200, false]);
      expect(await platform.entries.get(position._id)).toMatchObject({ active: !closing.body.closed });
    }
  });

  test('then a seal that a crash left behind does not outlive the closing it belongs to', async () => {
    const platform = await startPositions();
    const { admin, client } = await staffAndClient(platform);
    const { position } = (await admin.post(`/addnetPosition/${client.id}`, typed())).body;
    await close(platform, client.id);
    const [closing] = await platform.entries.find({ filter: { account: client.id, closingKey: 'one' }, limit: 1 });
    await platform.entries.update(closing?._id ?? '', { set: { outcome: 'refused' } });
    expect((await admin.patch(`/${client.id}/updatepositions/${position._id}`, { note: 'Goes on' })).status).toBe(200);
    expect((await admin.post(`/addnetPosition/${client.id}`, typed())).status).toBe(201);
  });

  test('then a closing that a crash cut off is finished by the same call', async () => {
    const first = await startPositions();
    const { admin, client } = await staffAndClient(first);
    await admin.post(`/addnetPosition/${client.id}`, typed());
    await close(first, client.id);
    const [closing] = await first.entries.find({ filter: { account: client.id, closingKey: 'one' }, limit: 1 });
    await first.entries.update(closing?._id ?? '', { unset: ['outcome'] });
    await first.stop();
    const second = await startPositions({ folder: first.folder });
    expect((await close(second, client.id)).body).toEqual({ closed: true, reasons: [] });
    expect(await second.entries.get(closing?._id ?? '')).toMatchObject({ outcome: 'closed' });
  });
});
