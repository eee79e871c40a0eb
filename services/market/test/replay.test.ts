import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chartAnswer, startMarket, stopAll, wednesdayMs } from './support/front-door.ts';

const folder = mkdtempSync(join(tmpdir(), 'tradepost-replay-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(stopAll);

writeFileSync(
  join(folder, 'bars.csv'),
  [
    'symbol,timestamp,open,high,low,close,volume',
    'TCS.NS,2026-11-17T15:25:00+05:30,99,101,98,100,10',
    'TCS.NS,2026-11-18T10:55:00+05:30,100,104,99.5,103.004,20',
    'TCS.NS,2026-11-18T10:50:00+05:30,100,101,99,100.5,5',
    'TCS.NS,2026-11-18T11:05:00+05:30,103,110,90,109,7',
    'INFY.NS,2026-11-18T10:55:00+05:30,,,,,5',
    'STRANGER.NS,2026-11-18T10:55:00+05:30,1,1,1,1,5',
    '',
  ].join('\n'),
);
writeFileSync(join(folder, 'answer.json'), JSON.stringify(chartAnswer('^NSEI')));
writeFileSync(join(folder, 'exchange.json'), JSON.stringify({ response: { bodyJson: chartAnswer('SBIN.NS') } }));
writeFileSync(join(folder, 'refused.json'), JSON.stringify({ chart: { result: null, error: { code: 'Not Found' } } }));
writeFileSync(join(folder, 'broken.json'), '{');
writeFileSync(join(folder, 'notes.txt'), 'nothing');

describe('When recordings are played', () => {
  test('then bars up to now make the day, later ones are not known yet, and their age is told', async () => {
    const market = await startMarket({ feed: 'replay', replayDir: folder });
    const [tcs] = (await market.get('/market/snapshots?symbols=TCS&line=1')).body;
    expect(tcs).toMatchObject({ price: 103, previousClose: 100, low: 99, high: 104, changes: '+3.00 (+3.00%)', line: [100.5, 103], status: 'delayed', source: 'Recorded prices' });
    market.time.nowMs += 10 * 60_000;
    expect((await market.get('/market/snapshots?symbols=TCS')).body[0]).toMatchObject({ price: 109, low: 90, status: 'delayed' });
    market.time.nowMs = wednesdayMs + 24 * 3_600_000;
    expect((await market.get('/market/snapshots?symbols=TCS')).body[0]).toMatchObject({ price: 109, status: 'stale' });
  });

  test('then recorded answers stand as they are, and what was not recorded is a sample', async () => {
    const market = await startMarket({ feed: 'replay', replayDir: folder });
    expect((await market.get('/nifty')).body.chart.result[0].meta.regularMarketPrice).toBe(1319.9);
    const { body } = await market.get('/market/snapshots?symbols=SBIN,INFY');
    expect(body.map(({ status, source }: { status: string; source: string }) => [status, source])).toEqual([
      ['live', 'Recorded prices'],
      ['sample', 'Tradepost'],
    ]);
  });
});
