import type { Instrument, MarketSession, Snapshot } from '@tradepost/proto/api/market/paths.ts';
import { arrange, dayPoints, externalChart, join } from '../src/features/analytics/cards.ts';
import { rulerOf, stretch } from '../src/features/dashboard/ruler.ts';
import { formatVolume, localTime, percentOf, placeInRange, quoteOf, rises } from '../src/lib/quote.ts';

const at = (text: string): number => Date.parse(`${text}+05:30`);

describe('When a quote is read from a chart answer', () => {
  const meta = {
    symbol: 'NIFTY',
    currency: 'INR',
    regularMarketPrice: 105,
    previousClose: 100,
    regularMarketDayLow: 99,
    regularMarketDayHigh: 106,
    regularMarketVolume: 12_340_000,
  };
  const of = (changed: object) => ({ chart: { result: [{ meta: { ...meta, regularMarketTime: 1_795_000_000, ...changed } }], error: null } });

  test('then it has the change with both signs, and the volume in millions', () => {
    expect(quoteOf(of({}))).toEqual({
      ...{ symbol: 'NIFTY', currency: 'INR', price: 105, changes: '+5.00 (+5.00%)', low: 99, high: 106, volume: 12.34 },
      timestamp: new Date(1_795_000_000_000).toISOString(),
    });
    expect(quoteOf(of({ regularMarketPrice: 97.5 }))?.changes).toBe('-2.50 (-2.50%)');
    expect(quoteOf(of({ previousClose: null, chartPreviousClose: 110 }))?.changes).toBe('-5.00 (-4.55%)');
  });

  test('then what is missing is not known, and never NaN', () => {
    const bare = quoteOf(of({ previousClose: undefined, regularMarketDayLow: null, regularMarketDayHigh: 'x', regularMarketVolume: undefined, regularMarketTime: undefined }));
    expect(bare).toMatchObject({ changes: '', low: null, high: null, volume: null, timestamp: undefined });
    for (const nothing of [undefined, null, {}, { chart: { result: [] } }, of({ regularMarketPrice: Number.NaN }), of({ regularMarketPrice: '5' })])
      expect(quoteOf(nothing)).toBeUndefined();
  });
});

describe('When a quote is shown', () => {
  test.each([
    ['-162.95 (-0.69%)', -0.69, false],
    ['+139.66 (+0.26%)', 0.26, true],
    ['+0.00 (+0.00%)', 0, true],
    ['0.5%', 0.5, false],
    ['unchanged', 0, false],
    ['', 0, false],
  ])('then %j has the percentage %d and a plus sign: %s', (changes, percent, rising) => {
    expect([percentOf(changes), rises(changes)]).toEqual([percent, rising]);
  });

  test('then its place in the range is between the ends', () => {
    expect(placeInRange({ price: 5, low: 0, high: 10 })).toBe(50);
    expect(placeInRange({ price: 12, low: 0, high: 10 })).toBe(100);
    expect(placeInRange({ price: 3, low: 3, high: 3 })).toBe(50);
    for (const quote of [
      { price: null, low: 1, high: 2 },
      { price: 1, low: null, high: 2 },
      { price: 1, low: 3, high: 2 },
    ])
      expect(placeInRange(quote)).toBeUndefined();
  });

  test('then volume and time are written as the guide says', () => {
    expect([formatVolume(12.34), formatVolume(0), formatVolume(null), formatVolume(Number.NaN)]).toEqual(['12.3M', '0.0M', '-', '-']);
    expect(localTime('2026-06-03T08:12:10.000Z')).toMatch(/^\d{1,2}:\d\d:10 [AP]M$/);
    expect([localTime(undefined), localTime('never')]).toEqual(['', '']);
  });
});

describe('When the trading day is drawn', () => {
  const session = (more: Partial<MarketSession>): MarketSession => ({
    ...{ state: 'open', holiday: null, now: '', source: 'Yahoo Finance', refreshSeconds: 60, nextRefreshAt: '', holidays: [] },
    ...{ opensAt: new Date(at('2026-11-18T09:15')).toISOString(), closesAt: new Date(at('2026-11-18T15:30')).toISOString() },
    ...{ lastOpensAt: new Date(at('2026-11-17T09:15')).toISOString(), lastClosesAt: new Date(at('2026-11-17T15:30')).toISOString() },
    ...more,
  });

  test('then amid a session the milestone stands at now, between posts that are passed and posts to come', () => {
    const ruler = rulerOf(session({}), at('2026-11-18T13:42:10'));
    expect(ruler).toMatchObject({ title: 'Market open', when: 'Wed, Nov 18, 2026 · closes in 1 h 47 min', brief: 'closes in 1 h 47 min' });
    expect(ruler.at).toBeCloseTo(71.2, 1);
    expect(ruler.posts.map(({ word }) => word)).toEqual(['09:15', '10', '11', '12', '13', '14', '15', '15:30']);
    expect(ruler.posts.map(({ passed }) => passed)).toEqual([true, true, true, true, true, false, false, false]);
  });

  test('then before, after, on holidays and in the pre-open it says so', () => {
    expect(rulerOf(session({ state: 'pre-open' }), at('2026-11-18T09:05'))).toMatchObject({ title: 'Pre-open', brief: 'opens in 10 min', at: 0 });
    expect(rulerOf(session({ state: 'closed' }), at('2026-11-18T07:00'))).toMatchObject({ title: 'Market closed', when: 'Opens Wed, Nov 18 at 09:15', at: 100 });
    expect(rulerOf(session({ state: 'holiday', holiday: 'Christmas' }), at('2026-11-17T20:00'))).toMatchObject({ title: 'Holiday: Christmas', at: 100 });
  });

  test('then what the server said earlier does not outlive the bell', () => {
    expect(rulerOf(session({ state: 'pre-open' }), at('2026-11-18T09:15:01')).title).toBe('Market open');
    expect(rulerOf(session({}), at('2026-11-18T15:30:01')).title).toBe('Market closed');
  });

  test('then a stretch of time is said in its two largest units', () => {
    expect([59_000, 60_000, 3_600_000, 6_480_000, 86_400_000, 187_200_000].map(stretch)).toEqual(['under a minute', '1 min', '1 h', '1 h 48 min', '1 d', '2 d 4 h']);
  });
});

describe('When shares are arranged', () => {
  const share = (symbol: string, name: string, changes: string | undefined) => {
    const instrument: Instrument = { symbol, name, tradingView: `NSE:${symbol}` };
    const row: Snapshot | undefined =
      changes === undefined
        ? undefined
        : {
            symbol,
            name,
            currency: 'INR',
            price: 1,
            changes,
            previousClose: 1,
            low: 1,
            high: 1,
            volume: 1,
            timestamp: new Date(at('2026-11-18T11:00')).toISOString(),
            status: 'live',
            source: 'x',
          };
    return { instrument, row };
  };
  const shares = [share('AAA', 'Alpha', '-1.00 (-1.00%)'), share('BBB', 'Beta', undefined), share('CCC', 'Gamma', '+2.00 (+2.00%)'), share('DDD', 'Delta alphabet', '')];
  const symbols = (list: typeof shares): string[] => list.map(({ instrument }) => instrument.symbol);

  test('then they are found by symbol and name, and those without a price stand last', () => {
    expect(symbols(arrange(shares, ' alpha', 'name'))).toEqual(['AAA', 'DDD']);
    expect(symbols(arrange(shares, '', 'rise'))).toEqual(['CCC', 'AAA', 'BBB', 'DDD']);
    expect(symbols(arrange(shares, '', 'fall'))).toEqual(['AAA', 'CCC', 'BBB', 'DDD']);
    expect(arrange(shares, 'zzz', 'name')).toEqual([]);
  });

  test('then two periods of silence turn a live price stale', () => {
    const rows = shares.flatMap(({ row }) => row ?? []);
    const instruments = shares.map(({ instrument }) => instrument);
    expect(join(instruments, rows, 0, 120_000, 60_000)[0]?.row?.status).toBe('live');
    expect(join(instruments, rows, 0, 120_001, 60_000)[0]?.row?.status).toBe('stale');
    expect(join(instruments, rows, 0, 0, 60_000)[1]?.row).toBeUndefined();
  });

  test('then the day line ends at the time of the price', () => {
    const points = dayPoints({ line: [1, 2, 3], timestamp: new Date(at('2026-11-18T09:26')).toISOString() });
    expect(points.map(({ timeMs }) => timeMs)).toEqual([at('2026-11-18T09:20'), at('2026-11-18T09:25'), at('2026-11-18T09:26')]);
  });

  test('then the external chart is asked for as the specification says', () => {
    const url = new URL(externalChart('NSE:M_M'));
    expect(`${url.origin}${url.pathname}${url.search}`).toBe('https://www.tradingview-widget.com/embed-widget/technical-analysis/?locale=en');
    expect(JSON.parse(decodeURIComponent(url.hash.slice(1)))).toMatchObject({ symbol: 'NSE:M_M', interval: '1D', colorTheme: 'light', displayMode: 'single' });
  });
});
