import type { RequestListener } from 'node:http';
import { isPrivate } from '../src/feeds/yahoo.ts';
import { chartAnswer, startMarket, startSource, stopAll, until, wednesdayMs } from './support/front-door.ts';

afterEach(stopAll);

const symbolIn = (url: string | undefined): string => decodeURIComponent(/\/v8\/finance\/chart\/([^?]+)/.exec(url ?? '')?.[1] ?? '');
const good: RequestListener = (request, response) => void response.end(JSON.stringify(chartAnswer(symbolIn(request.url))));

/** A source whose behaviour the test changes. */
async function changingSource(first: RequestListener) {
  const source = { answer: first, asked: [] as string[], paths: [] as string[] };
  const url = await startSource((request, response) => {
    source.asked.push(symbolIn(request.url));
    source.paths.push(request.url ?? '');
    source.answer(request, response);
  });
  return { source, url };
}

describe('When the live source answers', () => {
  test('then its prices are live, to the paisa, asked for once a period in its own spelling', async () => {
    const { source, url } = await changingSource(good);
    const market = await startMarket({ feed: 'yahoo', url });
    await until(async () => (await market.events()).length === 1);
    const asked = source.asked.length;
    expect([new Set(source.asked).size, source.asked.includes('M&M.NS'), source.asked.includes('^NSEI'), source.asked.includes('HDFC.NS')]).toEqual([asked, true, true, false]);
    const { headers, body } = await market.get('/market/snapshots?symbols=M%26M,HDFC');
    expect(headers.get('x-data-status')).toBe('live');
    expect(body[0]).toMatchObject({
      price: 1319.9,
      changes: '+19.90 (+1.53%)',
      previousClose: 1300,
      low: 1290.5,
      high: 1325,
      volume: 12.3,
      status: 'live',
      source: 'Yahoo Finance',
    });
    await Promise.all(Array.from({ length: 20 }, () => market.get('/nifty')));
    expect(source.asked.length).toBe(asked);
    market.time.nowMs += 60_000;
    await Promise.all(Array.from({ length: 20 }, () => market.get('/nifty')));
    expect(source.asked.slice(asked)).toEqual(['^NSEI']);
  });

  test('then with `auto` samples stand until it was reached, and its prices after', async () => {
    const { url } = await changingSource(good);
    const market = await startMarket({ feed: 'auto', url });
    expect(market.service.feedInUse()).toBe('simulated');
    await until(async () => market.service.feedInUse() === 'yahoo');
    expect((await market.get('/nifty')).headers.get('x-data-status')).toBe('live');
  });
});

describe('When the live source does not answer as it should', () => {
  const faults: [string, RequestListener][] = [
    ['a redirect into the own network', (_request, response) => void response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end()],
    ['a body without end', (_request, response) => void Array.from({ length: 64 }, () => response.write('x'.repeat(64 * 1024)))],
    ['too many requests', (_request, response) => void response.writeHead(429).end('Too Many Requests')],
    ['an error page', (_request, response) => void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>')],
    ['no JSON', (_request, response) => void response.end('{"chart":')],
    ['NaN in place of a price', (request, response) => void response.end(JSON.stringify(chartAnswer(symbolIn(request.url))).replace('1319.9000244140625', 'NaN'))],
    ['a price in words', (request, response) => void response.end(JSON.stringify(chartAnswer(symbolIn(request.url), { regularMarketPrice: '1' })))],
    ['another symbol with a script', (_request, response) => void response.end(JSON.stringify(chartAnswer('<script>alert(1)</script>')))],
    ['another currency', (request, response) => void response.end(JSON.stringify(chartAnswer(symbolIn(request.url), { currency: 'USD' })))],
    ['a price of tomorrow', (request, response) => void response.end(JSON.stringify(chartAnswer(symbolIn(request.url), { regularMarketTime: wednesdayMs / 1000 + 86_400 })))],
    ['a cut connection', (_request, response) => void response.destroy()],
    ['silence', () => undefined],
  ];

  test.each(faults)('then samples stand in within 2 s, labelled: %s', async (_name, fault) => {
    const { url } = await changingSource(fault);
    for (const feed of ['yahoo', 'auto'] as const) {
      const market = await startMarket({ feed, url });
      const beganMs = Date.now();
      const answers = await Promise.all(['/nifty', '/banknifty', '/sensex', '/market/snapshots', '/market/indices/nifty/constituents'].map((path) => market.get(path)));
      // Within 2 s where nothing else runs; a busy machine gets twice that and more.
      expect(Date.now() - beganMs).toBeLessThan(5_000);
      expect(answers.map(({ status, headers }) => [status, headers.get('x-data-status')])).toEqual(Array.from({ length: 5 }, () => [200, 'sample']));
      expect(answers.map(({ text }) => text).join('')).not.toMatch(/script|NaN|1319\.9/);
      await market.stop();
    }
  });

  test('then the last good prices stay, first delayed and then stale', async () => {
    const { source, url } = await changingSource(good);
    const market = await startMarket({ feed: 'yahoo', url });
    expect((await market.get('/nifty')).headers.get('x-data-status')).toBe('live');
    await until(async () => (await market.events()).length === 1);
    source.answer = (_request, response) => void response.writeHead(500).end();
    market.time.nowMs += 10 * 60_000;
    const delayed = await market.get('/nifty');
    expect([delayed.headers.get('x-data-status'), delayed.body.chart.result[0].meta.regularMarketPrice]).toEqual(['delayed', 1319.9]);
    market.time.nowMs += 15 * 60_000;
    await Promise.all(['/banknifty', '/sensex'].map((path) => market.get(path)));
    expect((await market.get('/nifty')).headers.get('x-data-status')).toBe('stale');
    const health = (await market.as('1')('/market/health')).body;
    expect(health).toMatchObject({ feed: 'simulated', reachable: false, lastFailure: 'The source answered with status 500.' });
    // One line when it goes away, not one a call.
    expect(market.logText().match(/does not answer; the last good ones/g)).toHaveLength(1);
  });

  test('then a source that does not know one symbol spoils no other, and is asked for it once a period', async () => {
    const { source, url } = await changingSource((request, response) => {
      if (symbolIn(request.url) === 'TCS.NS') response.writeHead(404).end('{"chart":{"result":null,"error":{"code":"Not Found"}}}');
      else response.end(JSON.stringify(chartAnswer(symbolIn(request.url))));
    });
    const market = await startMarket({ feed: 'yahoo', url });
    const { body } = await market.get('/market/snapshots?symbols=INFY,TCS');
    expect(body.map(({ status }: { status: string }) => status)).toEqual(['live', 'sample']);
    for (let read = 0; read < 5; read += 1) await market.get('/market/snapshots?symbols=TCS');
    expect(source.asked.filter((symbol) => symbol === 'TCS.NS')).toHaveLength(1);
  });

  test('then it is asked again period by period while somebody reads, and its prices come back', async () => {
    const { source, url } = await changingSource((_request, response) => void response.writeHead(500).end());
    const market = await startMarket({ feed: 'auto', url, refreshSeconds: 0.05 });
    await until(async () => source.asked.length >= 3 || (await market.get('/nifty')).status !== 200);
    expect(market.service.feedInUse()).toBe('simulated');
    source.answer = good;
    await until(async () => (await market.get('/nifty')).headers.get('x-data-status') === 'live');
    expect(market.service.feedInUse()).toBe('yahoo');
  });

  test('then a redirect is not followed, not even to a good answer', async () => {
    const { source, url } = await changingSource((request, response) => {
      if (request.url?.startsWith('/elsewhere')) response.end(JSON.stringify(chartAnswer('^NSEI')));
      else response.writeHead(302, { location: '/elsewhere/v8/finance/chart/%5ENSEI' }).end();
    });
    const market = await startMarket({ feed: 'yahoo', url });
    expect((await market.get('/nifty')).headers.get('x-data-status')).toBe('sample');
    await market.stop();
    expect(source.asked.length).toBeGreaterThan(0);
    expect(source.paths.filter((path) => path.startsWith('/elsewhere'))).toEqual([]);
  });

  test('then a good answer above 256 KB is refused, and one below is taken', async () => {
    const { source, url } = await changingSource((request, response) => void response.end(`${JSON.stringify(chartAnswer(symbolIn(request.url)))}${' '.repeat(256 * 1024)}`));
    const market = await startMarket({ feed: 'yahoo', url });
    expect((await market.get('/nifty')).headers.get('x-data-status')).toBe('sample');
    await market.stop();
    source.answer = (request, response) => void response.end(`${JSON.stringify(chartAnswer(symbolIn(request.url)))}${' '.repeat(200 * 1024)}`);
    expect((await (await startMarket({ feed: 'yahoo', url })).get('/nifty')).headers.get('x-data-status')).toBe('live');
  });

  test('then a stop does not wait for it', async () => {
    const { url } = await changingSource(() => undefined);
    const market = await startMarket({ feed: 'yahoo', url });
    const beganMs = Date.now();
    await market.stop();
    expect(Date.now() - beganMs).toBeLessThan(1_500);
  });
});

describe('When the name of the public source leads somewhere', () => {
  test.each([
    ['127.0.0.1', true],
    ['10.1.2.3', true],
    ['172.31.0.9', true],
    ['192.168.1.1', true],
    ['169.254.169.254', true],
    ['::1', true],
    ['fd00::1', true],
    ['::ffff:127.0.0.1', true],
    ['203.0.113.5', false],
    ['172.32.0.1', false],
    ['2606:4700::1', false],
  ])('then %s is private: %s', (address, expected) => {
    expect(isPrivate(address)).toBe(expected);
  });
});
