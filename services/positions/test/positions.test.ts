import { removeTemporaryFolders } from '@tradepost/platform/testing/temporary-folder.ts';
import { type Platform, staffAndClient, startPositions, stopAll, typed, until } from './support/front-door.ts';

let platform: Platform;
beforeAll(async () => {
  platform = await startPositions();
});
afterAll(async () => {
  await stopAll();
  removeTemporaryFolders();
});

describe('When an administrator adds a position', () => {
  test('then the answer, the list, the store and the event tell the same', async () => {
    const { admin, client } = await staffAndClient(platform);
    const added = await admin.post(`/addnetPosition/${client.id}`, typed({ symbol: '  reliance ', note: 'Told on the phone' }));
    expect(added.status).toBe(201);
    expect(added.body).toEqual({
      message: 'Data Add Successfully!',
      position: {
        _id: expect.any(String),
        symbol: 'RELIANCE',
        stockQuantity: 40,
        openPrice: 1321.5,
        closePrice: 1307.3,
        type: 'BUY',
        profit: 568,
        profitColor: 'red',
        status: false,
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
        updatedAt: added.body.position.createdAt,
        version: 1,
        computedProfit: -568,
        profitSource: 'computed',
        lastPrice: null,
        priceStatus: null,
        priceAt: null,
        note: 'Told on the phone',
        by: { _id: admin.id, role: '1', name: 'Meera Nair' },
      },
    });
    const { position } = added.body;
    expect((await client.get(`/positions/${client.id}`)).body).toEqual({ positions: [position] });
    expect((await admin.get(`/usernetPosition/${client.id}`)).body).toEqual({ userName: 'Asha Rao', count: 1, positions: [position] });
    expect((await client.get(`/userActivenetPosition/${client.id}`)).body).toEqual({ positions: [] });
    expect(await platform.entries.get(position._id)).toMatchObject({ account: client.id, number: 1, quantity: 400_000, openPricePaise: 132_150, profitPaise: -56_800 });
    const [event] = await platform.events(client.id);
    expect(event).toMatchObject({
      name: 'PositionAdded',
      message: { position: position._id, version: 1n, by: admin.id, profitPaise: -56_800n, profitSource: 'computed', active: false },
    });
  });

  test('then a figure typed by a person stays marked as such, with the computed one beside it', async () => {
    const { admin, client } = await staffAndClient(platform);
    const wipro = typed({ symbol: 'WIPRO', stockQuantity: 200, openPrice: 182.35, closePrice: 184.9, type: 'SELL', profit: 450 });
    const { body } = await admin.post(`/addnetPosition/${client.id}`, wipro);
    expect(body.position).toMatchObject({ profit: 450, profitColor: 'red', profitSource: 'manual', computedProfit: -510 });
    const asked = await admin.post(`/addnetPosition/${client.id}`, { ...wipro, profitSource: 'computed' });
    expect(asked.body.position).toMatchObject({ profit: 510, profitColor: 'red', profitSource: 'computed', computedProfit: -510 });
  });

  test('then an active one follows the market, and one without any price is taken as typed', async () => {
    const { admin, client } = await staffAndClient(platform);
    const active = typed({ symbol: 'ITC', stockQuantity: 150, openPrice: 284.1, closePrice: null, type: 'SELL', status: true, profit: 0, profitColor: 'neutral' });
    const unknown = await admin.post(`/addnetPosition/${client.id}`, { ...active, symbol: 'NOT LISTED', profit: 12.5, profitColor: 'green' });
    expect(unknown.body.position).toMatchObject({ profit: 12.5, profitSource: 'manual', computedProfit: null, closePrice: 0, lastPrice: null });
    await platform.price('ITC', 277.45);
    const added = await admin.post(`/addnetPosition/${client.id}`, { ...active, profitSource: 'computed' });
    expect(added.body.position).toMatchObject({
      profit: 997.5,
      profitColor: 'green',
      computedProfit: 997.5,
      lastPrice: 277.45,
      priceStatus: 'live',
      priceAt: '2026-06-03T08:00:00.000Z',
    });
    await platform.price('ITC', 290.1);
    await platform.price('ITC', 250, '2026-06-03T07:59:59Z');
    const [shown] = (await client.get(`/userActivenetPosition/${client.id}`)).body.positions;
    expect(shown).toMatchObject({ profit: 900, profitColor: 'red', computedProfit: -900, profitSource: 'computed', version: 1 });
  });

  test('then every missing field is told in the words of the form, and nothing is stored', async () => {
    const { admin, client } = await staffAndClient(platform);
    const { status, body } = await admin.post(`/addnetPosition/${client.id}`, {});
    expect(status).toBe(422);
    expect(body.errors).toEqual([
      { field: 'symbol', message: 'Symbol is required' },
      { field: 'stockQuantity', message: 'Quantity is required' },
      { field: 'openPrice', message: 'Open price is required' },
      { field: 'type', message: 'Type is required' },
      { field: 'profit', message: 'Profit is required' },
      { field: 'profitColor', message: 'Profit Color is required' },
    ]);
    expect((await admin.get(`/usernetPosition/${client.id}`)).body.count).toBe(0);
  });

  const bad: readonly [string, string, number, string, string][] = [
    ['a blank symbol', '{"symbol":"   "}', 422, 'symbol', 'Symbol is required'],
    ['quantity 0', '{"stockQuantity":0}', 422, 'stockQuantity', 'Quantity must be greater than 0'],
    ['a quantity below 0', '{"stockQuantity":-3}', 422, 'stockQuantity', 'Quantity must be greater than 0'],
    ['quantity null', '{"stockQuantity":null}', 422, 'stockQuantity', 'Quantity is required'],
    ['five decimals', '{"stockQuantity":1.00001}', 422, 'stockQuantity', 'Quantity has at most 4 decimals'],
    ['a quantity with an exponent', '{"stockQuantity":1e3}', 422, 'stockQuantity', 'Quantity must be a number in plain digits'],
    ['a quantity too large', '{"stockQuantity":10000000.0001}', 422, 'stockQuantity', 'Quantity is at most 1,00,00,000'],
    ['a quantity as text', '{"stockQuantity":"40"}', 400, 'stockQuantity', 'Quantity is required'],
    ['open price 0', '{"openPrice":0.00}', 422, 'openPrice', 'Open price must be greater than 0'],
    ['three decimals of a price', '{"openPrice":1.005}', 422, 'openPrice', 'Open price has at most 2 decimals'],
    ['a price too large', '{"openPrice":1000000.01}', 422, 'openPrice', 'Open price is at most 10,00,000'],
    ['a close price below 0', '{"closePrice":-1}', 422, 'closePrice', 'Close price must be 0 or more'],
    ['a close price as text', '{"closePrice":"1"}', 400, 'closePrice', 'Close price is required'],
    ['no type chosen', '{"type":""}', 422, 'type', 'Type is required'],
    ['another type', '{"type":"HOLD"}', 422, 'type', 'Type is BUY or SELL'],
    ['a typed profit below 0', '{"profit":-5}', 422, 'profit', 'Profit must be 0 or more'],
    ['a neutral profit', '{"profit":5,"profitColor":"neutral"}', 422, 'profitColor', 'Profit Color neutral is for a profit of 0'],
    ['a status as text', '{"status":"Closed"}', 400, 'status', 'Status must be true or false'],
    ['an unknown field', '{"gain":5}', 400, 'gain', 'There is no such field.'],
  ];

  test.each(bad)('then %s is refused at its field', async (_name, change, status, field, message) => {
    const { admin, client } = await staffAndClient(platform);
    // Numbers keep the text they are written with.
    const sent = JSON.stringify({ ...typed(), ...Object.fromEntries(Object.keys(JSON.parse(change)).map((name) => [name, undefined])) });
    const answer = await admin.post(`/addnetPosition/${client.id}`, `${sent.slice(0, -1)},${change.slice(1)}`);
    expect(answer).toMatchObject({ status, body: { errors: [{ field, message }] } });
    expect((await admin.get(`/usernetPosition/${client.id}`)).body.count).toBe(0);
  });

  test('then nobody else may, and an account that is not there is 404', async () => {
    const { admin, client } = await staffAndClient(platform);
    const other = await platform.newAccount('active');
    expect((await client.post(`/addnetPosition/${client.id}`, typed())).status).toBe(403);
    expect((await admin.post('/addnetPosition/nobody', typed())).status).toBe(404);
    expect((await other.get(`/positions/${client.id}`)).status).toBe(404);
    expect((await other.get(`/userActivenetPosition/${client.id}`)).status).toBe(404);
    expect((await client.get(`/usernetPosition/${client.id}`)).status).toBe(403);
    const deleted = await platform.newAccount('deleted');
    expect((await admin.post(`/addnetPosition/${deleted.id}`, typed())).status).toBe(404);
    platform.users.state.away = true;
    expect((await admin.get('/usernetPosition/nobody')).status).toBe(503);
    expect((await admin.get(`/usernetPosition/${client.id}`)).status).toBe(200);
    platform.users.state.away = false;
  });

  test('then the same key answers the same with one effect, and another request under it is 422', async () => {
    const { admin, client } = await staffAndClient(platform);
    const add = (key: string, changes = {}) => admin.post(`/addnetPosition/${client.id}`, typed(changes), key);
    const first = await Promise.all([add('key-1'), add('key-1'), add('key-1')]);
    await platform.events(client.id);
    const later = await add('key-1');
    expect(new Set([...first, later].map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect((await admin.get(`/usernetPosition/${client.id}`)).body.count).toBe(1);
    expect(await add('key-1', { stockQuantity: 41 })).toMatchObject({ status: 422, body: { code: 'key-reused' } });
    const position = first[0]?.body.position._id;
    expect(await admin.delete(`/${client.id}/positions/${position}`, 'key-1')).toMatchObject({ status: 422, body: { code: 'key-reused' } });
  });

  test('then fifty at once all get a number of their own', async () => {
    const { admin, client } = await staffAndClient(platform);
    const answers = await Promise.all(Array.from({ length: 50 }, () => admin.post(`/addnetPosition/${client.id}`, typed())));
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(201));
    const stored = await platform.entries.find({ filter: { account: client.id }, sort: { number: 1 }, limit: 100 });
    expect(stored.map(({ number }) => number)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  });
});

describe('When positions are read', () => {
  test('then they come newest first, page by page, and by the beginning of the symbol', async () => {
    const { admin, client } = await staffAndClient(platform);
    for (const symbol of ['ITC', 'INFY', 'TITAN']) await admin.post(`/addnetPosition/${client.id}`, typed({ symbol }));
    const symbolsOf = async (path: string) => {
      const { body } = await client.get(path);
      return body.positions.map(({ symbol }: { symbol: string }) => symbol);
    };
    expect(await symbolsOf(`/positions/${client.id}`)).toEqual(['TITAN', 'INFY', 'ITC']);
    expect(await symbolsOf(`/positions/${client.id}?sort=symbol`)).toEqual(['INFY', 'ITC', 'TITAN']);
    expect(await symbolsOf(`/positions/${client.id}?q=i`)).toEqual(['INFY', 'ITC']);
    const first = await client.get(`/positions/${client.id}?limit=2`);
    expect(first.headers.get('x-total-count')).toBe('3');
    const next = /<\/api([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    expect(await symbolsOf(next)).toEqual(['ITC']);
    expect((await client.get(`/positions/${client.id}?limit=1000`)).status).toBe(422);
    expect((await client.get(`/positions/${client.id}?page=2`)).status).toBe(400);
  });

  test('then names follow the events of users, and a deleted account is gone', async () => {
    const admin = platform.caller('admin-of-events', '1');
    const account = 'account-of-events';
    await platform.publishUserEvent('UserRegistered', { account, version: 1n, state: 'pending', role: '2', name: 'Ravi Old' });
    await platform.publishUserEvent('UserUpdated', { account, version: 2n, state: 'pending', role: '2', name: 'Ravi Kumar' });
    await until(async () => (await platform.accounts.get(account))?.name === 'Ravi Kumar');
    expect((await admin.get(`/usernetPosition/${account}`)).body).toMatchObject({ userName: 'Ravi Kumar', count: 0 });
    await platform.publishUserEvent('UserDeleted', { account, version: 3n, state: 'deleted', role: '2' });
    await until(async () => (await platform.accounts.get(account))?.state === 'deleted');
    expect((await platform.accounts.get(account))?.name).toBe('');
    expect((await admin.get(`/usernetPosition/${account}`)).status).toBe(404);
  });
});
