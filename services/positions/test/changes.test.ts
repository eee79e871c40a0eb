import { removeTemporaryFolders } from '@tradepost/platform/testing/temporary-folder.ts';
import { type Platform, staffAndClient, startPositions, stopAll, typed } from './support/front-door.ts';

let platform: Platform;
beforeAll(async () => {
  platform = await startPositions();
});
afterAll(async () => {
  await stopAll();
  removeTemporaryFolders();
});

/** A client with one position, and the calls an administrator makes on it. */
async function withPosition(changes: Record<string, unknown> = {}) {
  const { admin, client } = await staffAndClient(platform);
  const { body } = await admin.post(`/addnetPosition/${client.id}`, typed(changes));
  const { _id } = body.position;
  return {
    admin,
    client,
    id: _id,
    update: (sent: unknown, key?: string) => admin.patch(`/${client.id}/updatepositions/${_id}`, sent, key),
    remove: (key?: string) => admin.delete(`/${client.id}/positions/${_id}`, key),
  };
}

describe('When an administrator changes a position', () => {
  test('then what was sent changes, a computed profit follows, and who did what is kept', async () => {
    const { admin, client, update, id } = await withPosition();
    const { status, body } = await update({ openPrice: 1300, note: 'Broker note 12' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      message: 'Data Update Successfully',
      position: { openPrice: 1300, profit: 292, profitColor: 'green', computedProfit: 292, version: 2, note: 'Broker note 12' },
    });
    const events = await platform.events(client.id);
    expect(events.at(-1)).toMatchObject({
      name: 'PositionUpdated',
      message: { position: id, version: 2n, fields: ['openPrice', 'profit', 'profitColor', 'note'], profitPaise: 29_200n },
    });
    const [audit] = await platform.deeds.find({ filter: { scope: client.id, audited: true }, sort: { atMs: -1, _id: -1 }, limit: 1 });
    expect(audit).toMatchObject({ deed: 'position-updated', by: { id: admin.id, role: '1' }, fields: ['openPrice', 'profit', 'profitColor', 'note'], answer: body });
  });

  test('then an empty note takes the old one away', async () => {
    const { update } = await withPosition({ note: 'Told on the phone' });
    expect((await update({ openPrice: 1300 })).body.position.note).toBe('Told on the phone');
    expect((await update({ note: '' })).body.position).not.toHaveProperty('note');
    expect(await update({ note: 'x'.repeat(201) })).toMatchObject({ status: 422, body: { errors: [{ field: 'note', message: 'Note has at most 200 characters' }] } });
    expect((await update({ note: 5 })).status).toBe(400);
  });

  test('then a figure typed by a person stays when prices change, until the calculated one is asked for', async () => {
    const { update } = await withPosition({ profit: 600 });
    expect((await update({ closePrice: 1300 })).body.position).toMatchObject({ profit: 600, profitColor: 'red', profitSource: 'manual', computedProfit: -860 });
    expect((await update({ profitSource: 'computed' })).body.position).toMatchObject({ profit: 860, profitColor: 'red', profitSource: 'computed' });
    expect((await update({ profit: 1, profitColor: 'green' })).body.position).toMatchObject({ profit: 1, profitColor: 'green', profitSource: 'manual' });
  });

  test('then closing fixes the profit: at the close price, or at the price of that moment', async () => {
    await platform.price('SBIN', 955.9);
    const open = { symbol: 'SBIN', stockQuantity: 80, openPrice: 962.4, closePrice: 0, status: true, profit: 0, profitColor: 'neutral', profitSource: 'computed' };
    const [atMarket, atClose] = [await withPosition(open), await withPosition(open)];
    expect((await atMarket.update({ status: false })).body.position).toMatchObject({ status: false, profit: 520, profitColor: 'red', closePrice: 0, lastPrice: null });
    expect((await atClose.update({ status: false, closePrice: 960 })).body.position).toMatchObject({ status: false, profit: 192, profitColor: 'red', closePrice: 960 });
    await platform.price('SBIN', 1200);
    for (const [{ client }, profit] of [
      [atMarket, 520],
      [atClose, 192],
    ] as const)
      expect((await client.get(`/positions/${client.id}`)).body.positions[0]).toMatchObject({ profit, computedProfit: -profit, profitColor: 'red' });
    expect((await atMarket.update({ note: 'Checked' })).body.position).toMatchObject({ profit: 520, computedProfit: -520 });
    expect((await atMarket.update({ status: true })).body.position).toMatchObject({ status: true, profit: 19_008, profitColor: 'green', lastPrice: 1200 });
  });

  test('then of two edits of one version one wins, and the other is told so', async () => {
    const { update, client } = await withPosition();
    const answers = await Promise.all([1, 2].map((stockQuantity) => update({ stockQuantity, version: 1 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'version-conflict' });
    const winner = answers.find(({ status }) => status === 200)?.body.position;
    expect((await client.get(`/positions/${client.id}`)).body.positions).toEqual([winner]);
    expect((await platform.events(client.id)).map(({ name }) => name)).toEqual(['PositionAdded', 'PositionUpdated']);
  });

  test('then the same values again change nothing, and a replay is the first answer', async () => {
    const { update, client } = await withPosition();
    expect((await update({ stockQuantity: 40 })).body.position.version).toBe(1);
    const first = await update({ stockQuantity: 41 }, 'key-2');
    await update({ stockQuantity: 42 });
    expect(await update({ stockQuantity: 41 }, 'key-2')).toMatchObject({ status: first.status, body: first.body });
    expect((await client.get(`/positions/${client.id}`)).body.positions[0].stockQuantity).toBe(42);
  });

  test('then it is judged field by field, like a new one', async () => {
    const { update } = await withPosition();
    expect(await update({ openPrice: 0 })).toMatchObject({ status: 422, body: { errors: [{ field: 'openPrice', message: 'Open price must be greater than 0' }] } });
    expect(await update({ version: '1' })).toMatchObject({ status: 400 });
    expect(await update({ owner: 'me' })).toMatchObject({ status: 400, body: { code: 'unknown-field' } });
  });
});

describe('When an administrator deletes a position', () => {
  test('then it is gone from every list and told once, and a second time is 404', async () => {
    const { admin, client, remove, update, id } = await withPosition();
    expect(await remove('key-3')).toMatchObject({ status: 200, body: { message: 'Position deleted' } });
    expect((await admin.get(`/usernetPosition/${client.id}`)).body).toMatchObject({ count: 0, positions: [] });
    expect((await platform.events(client.id)).at(-1)).toMatchObject({ name: 'PositionDeleted', message: { position: id, version: 2n, by: admin.id } });
    expect((await remove()).status).toBe(404);
    expect((await update({ stockQuantity: 1 })).status).toBe(404);
    expect(await remove('key-3')).toMatchObject({ status: 200, body: { message: 'Position deleted' } });
  });

  test('then of five at once one deletes', async () => {
    const { remove, client } = await withPosition();
    const answers = await Promise.all(Array.from({ length: 5 }, () => remove()));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
    expect((await platform.events(client.id)).map(({ name }) => name)).toEqual(['PositionAdded', 'PositionDeleted']);
  });

  test('then a foreign one and none are refused in the same words', async () => {
    const { admin, id } = await withPosition();
    const other = await platform.newAccount('active');
    const bodies = await Promise.all([id, 'nothing'].map(async (position) => (await admin.delete(`/${other.id}/positions/${position}`)).body));
    expect(bodies[0]).toMatchObject({ status: 404 });
    expect(bodies[0]).toEqual(bodies[1]);
  });
});
