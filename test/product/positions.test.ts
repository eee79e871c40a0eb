import { eventually, type TestPlatform, testPlatform, type Visitor } from '../support/platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform({ DEMO_DATA: '1' });
}, 60_000);
afterAll(() => platform.stop(), 30_000);

interface Position {
  readonly symbol: string;
  readonly type: string;
  readonly status: boolean;
  readonly stockQuantity: number;
  readonly openPrice: number;
  readonly lastPrice: number | null;
  readonly profit: number;
  readonly profitColor: string;
  readonly computedProfit: number;
  readonly profitSource: string;
}

const positionsOf = async (visitor: Visitor, id: string): Promise<readonly Position[]> => (await visitor.get(`/api/positions/${id}`)).body.positions;
const typed = { symbol: 'ITC', stockQuantity: 10, openPrice: 280, type: 'BUY', profit: 0, profitColor: 'green', status: true };

describe('When a visitor looks at the positions of the demonstration', () => {
  test('then five follow the market and two are closed, one of them with a figure entered by hand', async () => {
    const client = platform.visitor();
    const { body } = await client.post('/api/demo/sign-in', { as: 'client' });
    client.token = body.token;
    const positions = await eventually(async () => {
      const read = await positionsOf(client, body.user.id);
      return read.every(({ status, lastPrice }) => !status || lastPrice !== null) && read;
    });
    if (!positions) throw new Error('The market told no prices.');
    expect(positions.map(({ symbol, status }) => [symbol, status])).toEqual([
      ['HDFCBANK', true],
      ['ICICIBANK', true],
      ['ITC', true],
      ['RELIANCE', true],
      ['SBIN', true],
      ['TITAN', false],
      ['WIPRO', false],
    ]);
    for (const { type, stockQuantity, openPrice, lastPrice, computedProfit, profit, profitColor, status } of positions) {
      if (!status || lastPrice === null) continue;
      const gainPaise = Math.round((lastPrice - openPrice) * 100) * stockQuantity * (type === 'BUY' ? 1 : -1);
      expect(Math.round(computedProfit * 100)).toBe(gainPaise);
      expect([Math.round(profit * 100), profitColor]).toEqual([Math.abs(gainPaise), gainPaise > 0 ? 'green' : gainPaise < 0 ? 'red' : 'neutral']);
    }
    expect(positions.slice(5)).toMatchObject([
      { symbol: 'TITAN', profit: 1625, profitColor: 'green', profitSource: 'computed', computedProfit: 1625 },
      { symbol: 'WIPRO', profit: 450, profitColor: 'red', profitSource: 'manual', computedProfit: -510, note: 'Brokerage of ₹60.00 was given back.' },
    ]);
  }, 30_000);
});

describe('When a client with positions is deleted', () => {
  test('then an active one stands in the way, and closing it lets the deletion go on', async () => {
    const owner = await platform.owner();
    const client = await platform.client();
    const { position } = (await owner.post(`/api/addnetPosition/${client.id}`, typed)).body;
    const refused = await owner.delete(`/api/users/${client.id}`);
    expect([refused.status, refused.body.errors]).toEqual([409, [{ field: 'positions', message: 'There are still active positions.' }]]);
    expect((await owner.patch(`/api/${client.id}/updatepositions/${position._id}`, { status: false, closePrice: 281 })).body).toMatchObject({
      message: 'Data Update Successfully',
      position: { status: false, computedProfit: 10 },
    });
    expect((await owner.delete(`/api/users/${client.id}`)).status).toBe(200);
    expect((await owner.post(`/api/addnetPosition/${client.id}`, typed)).status).toBe(404);
  }, 30_000);

  test('then money in the way leaves the positions open for changes', async () => {
    const owner = await platform.owner();
    const client = await platform.client({ rupees: 100 });
    const { position } = (await owner.post(`/api/addnetPosition/${client.id}`, { ...typed, status: false, closePrice: 281 })).body;
    expect((await owner.delete(`/api/users/${client.id}`)).body.errors).toMatchObject([{ field: 'balance' }]);
    expect((await owner.patch(`/api/${client.id}/updatepositions/${position._id}`, { status: true })).status).toBe(200);
    expect((await owner.post(`/api/addnetPosition/${client.id}`, typed)).status).toBe(201);
  }, 30_000);

  test('then a client sees his own and nobody else’s', async () => {
    const owner = await platform.owner();
    const [client, other] = [await platform.client(), await platform.client()];
    await owner.post(`/api/addnetPosition/${client.id}`, typed);
    expect(await positionsOf(client, client.id)).toMatchObject([{ symbol: 'ITC' }]);
    expect((await other.get(`/api/positions/${client.id}`)).status).toBe(404);
    expect((await other.get(`/api/usernetPosition/${client.id}`)).status).toBe(403);
    expect((await client.post(`/api/addnetPosition/${client.id}`, typed)).status).toBe(403);
  }, 30_000);
});
