import { gunzipSync } from 'node:zlib';
import * as api from '@tradepost/proto/api/market/schemas.ts';
import { startMarket, stopAll, until, wednesdayMs } from './support/front-door.ts';

afterEach(stopAll);

describe('When anybody reads the market', () => {
  test.each([
    ['nifty', 'NIFTY'],
    ['banknifty', 'BANKNIFTY'],
    ['sensex', 'SENSEX'],
  ])('then /%s is a chart with its status in a header', async (path, symbol) => {
    const market = await startMarket();
    const { status, headers, body } = await market.get(`/${path}`);
    expect([status, headers.get('x-data-status'), headers.get('cache-control')]).toEqual([200, 'sample', 'no-cache']);
    expect(api.chart.safeParse(body).error).toBeUndefined();
    const [result] = body.chart.result;
    expect(result.meta).toMatchObject({ symbol, currency: 'INR', regularMarketTime: wednesdayMs / 1000 });
    expect(result.timestamp).toHaveLength(22);
    expect(result.indicators.quote[0].close.at(-1)).toBe(result.meta.regularMarketPrice);
  });

  test('then snapshots come in the order asked, each once, without those that are not known', async () => {
    const market = await startMarket();
    const { status, body } = await market.get('/market/snapshots?symbols=TCS,HDFC,NOBODY,M%26M,TCS,NIFTY');
    expect(status).toBe(200);
    expect(body.map(({ symbol }: api.Snapshot) => symbol)).toEqual(['TCS', 'HDFC', 'M&M', 'NIFTY']);
    for (const row of body) {
      expect(api.snapshot.safeParse(row).error).toBeUndefined();
      expect(row.changes).toMatch(/^[+-]\d+\.\d\d \([+-]\d+\.\d\d%\)$/);
      expect(row).toMatchObject({ status: 'sample', source: 'Tradepost', currency: 'INR' });
      expect(row.line).toBeUndefined();
    }
    const [{ price }] = (await market.get('/market/snapshots?symbols=HDFCBANK')).body;
    expect(body[1]).toMatchObject({ name: 'HDFC (merged into HDFC Bank)', price });
    expect((await market.get('/market/snapshots?symbols=TCS&line=1')).body[0].line).toHaveLength(22);
  });

  test('then without symbols the 44 come, and they are the instruments', async () => {
    const market = await startMarket();
    const [snapshots, instruments] = [(await market.get('/market/snapshots')).body, (await market.get('/market/instruments')).body];
    expect(snapshots).toHaveLength(44);
    expect(instruments.map(({ symbol }: api.Instrument) => symbol)).toEqual(snapshots.map(({ symbol }: api.Snapshot) => symbol));
    expect(instruments).toContainEqual({ symbol: 'M&M', name: 'Mahindra & Mahindra', tradingView: 'NSE:M_M' });
    expect(instruments).toContainEqual({ symbol: 'BAJAJ-AUTO', name: 'Bajaj Auto', tradingView: 'NSE:BAJAJ_AUTO' });
  });

  test.each([
    ['nifty', 50],
    ['banknifty', 12],
    ['sensex', 30],
  ])('then %s has its %i constituents with prices', async (index, count) => {
    const market = await startMarket();
    const { body } = await market.get(`/market/indices/${index}/constituents`);
    expect(body).toHaveLength(count);
    for (const row of body) expect(api.snapshot.safeParse(row).error).toBeUndefined();
  });

  test('then broken questions are refused, and none is a 5xx', async () => {
    const market = await startMarket();
    const statuses: Record<string, number> = {};
    for (const path of [
      '/market/snapshots?symbols=<script>',
      '/market/snapshots?symbols=',
      `/market/snapshots?symbols=${Array.from({ length: 101 }, (_, index) => `S${index}`).join(',')}`,
      '/market/snapshots?symbols=TCS&symbols=INFY',
      '/market/snapshots?other=1',
      '/market/indices/NIFTY/constituents',
      '/market/indices/constructor/constituents',
    ])
      statuses[path.slice(0, 45)] = (await market.get(path)).status;
    expect(Object.values(statuses)).toEqual([422, 422, 422, expect.any(Number), 400, 404, 404]);
    expect([400, 422]).toContain(Object.values(statuses)[3]);
  });

  test('then the session says when the market opens and when prices are read anew', async () => {
    const market = await startMarket();
    expect((await market.get('/market/session')).body).toEqual({
      holidays: expect.arrayContaining([{ day: '2026-10-02', name: 'Mahatma Gandhi Jayanti' }]),
      ...{ state: 'open', holiday: null, now: new Date(wednesdayMs).toISOString(), source: 'Tradepost', refreshSeconds: 60 },
      ...{ opensAt: '2026-11-18T03:45:00.000Z', closesAt: '2026-11-18T10:00:00.000Z', lastOpensAt: '2026-11-18T03:45:00.000Z', lastClosesAt: '2026-11-18T10:00:00.000Z' },
      nextRefreshAt: new Date(wednesdayMs + 60_000).toISOString(),
    });
    market.time.nowMs = Date.parse('2026-11-24T12:00:00+05:30');
    expect((await market.get('/market/session')).body).toMatchObject({ state: 'holiday', holiday: 'Guru Nanak Jayanti', opensAt: '2026-11-25T03:45:00.000Z' });
  });

  test('then only staff sees how the feed does', async () => {
    const market = await startMarket();
    expect((await market.get('/market/health')).status).toBe(401);
    expect((await market.as('2')('/market/health')).status).toBe(403);
    const { status, body } = await market.as('1')('/market/health');
    expect(status).toBe(200);
    expect(api.health.safeParse(body).error).toBeUndefined();
    expect(body).toMatchObject({ configured: 'simulated', feed: 'simulated', reachable: true });
  });
});

describe('When the bytes of an answer are asked for', () => {
  const paths = [
    '/nifty',
    '/banknifty',
    '/sensex',
    '/market/snapshots',
    '/market/snapshots?symbols=TCS,M%26M&line=1',
    '/market/indices/sensex/constituents',
    '/market/instruments',
  ];

  test.each(paths)('then %s has the same ones as over HTTP, plain and packed, with the same tag', async (path) => {
    const market = await startMarket();
    const [ready, sent] = [await market.service.hot(`/api${path}`), await market.get(path)];
    expect(ready?.plain.toString()).toBe(sent.text);
    expect(ready && gunzipSync(ready.packed.gzip).toString()).toBe(sent.text);
    expect(ready?.headers.ETag).toBe(sent.headers.get('etag'));
    expect(ready?.headers['X-Data-Status'] ?? null).toBe(sent.headers.get('x-data-status'));
    expect((await market.get(path, { 'if-none-match': sent.headers.get('etag') ?? '' })).status).toBe(304);
  });

  test('then they are made once, and anew when they are old', async () => {
    const market = await startMarket();
    const [first, second] = [await market.service.hot('/api/nifty'), market.service.hot('/api/nifty')];
    expect(second).toBe(first);
    market.time.nowMs += 60_000;
    const third = await market.service.hot('/api/nifty');
    expect(third?.headers.ETag).not.toBe(first?.headers.ETag);
  });

  test('then everything else goes the ordinary way', async () => {
    const market = await startMarket();
    for (const url of [
      '/api/market/session',
      '/api/market/health',
      '/api/nifty?x=1',
      '/api/market/snapshots?symbols=<script>',
      '/api/market/snapshots?symbols=TCS&symbols=INFY',
      '/api/market/indices/toString/constituents',
      '/api/users',
      '/',
      '',
    ])
      expect([url, market.service.hot(url)]).toEqual([url, undefined]);
  });
});

describe('When prices were read anew', () => {
  test('then an event tells of all at the start, and of nothing while nobody reads or nothing moves', async () => {
    const market = await startMarket();
    await until(async () => (await market.events()).length === 1);
    const [first] = await market.events();
    if (first?.name !== 'SnapshotRefreshed') throw new Error('Another event came.');
    expect(first.message.prices.length).toBeGreaterThan(55);
    const [{ price }] = (await market.get('/market/snapshots?symbols=TCS')).body;
    const told = first.message.prices.find(({ symbol }) => symbol === 'TCS');
    expect([Number(told?.pricePaise) / 100, told?.status, Number(told?.asOfMs)]).toEqual([price, 'sample', wednesdayMs]);
  });

  test('then rounds go on while somebody reads, and end after', async () => {
    const market = await startMarket({ refreshSeconds: 0.05 });
    await until(async () => (await market.events()).length === 1);
    market.time.nowMs += 300_000;
    await market.get('/nifty');
    await until(async () => (await market.events()).length === 2);
    market.time.nowMs += 300_000;
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(await market.events()).toHaveLength(2);
  });
});
