import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readChart } from '../src/chart.ts';

const folder = join(import.meta.dirname, '../../../../shared/data/market/yahoo_raw');
const present = existsSync(folder);
const names = present ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];

/** The body of a recording: of an exchange, or bare. */
function bodyOf(name: string): unknown {
  const recorded = JSON.parse(readFileSync(join(folder, name), 'utf8'));
  if (recorded.meta) return { chart: { result: [recorded], error: null } };
  const body = recorded.response?.body ?? recorded.response?.bodyJson ?? recorded;
  return typeof body === 'string' ? JSON.parse(body) : body;
}

const charts = names.filter((name) => !/^(error|observed)/.test(name));
const errors = names.filter((name) => name.startsWith('error'));

(present ? describe : describe.skip)('When the live source answers as it was recorded (../shared/data/market/yahoo_raw)', () => {
  test('then there are recordings of every kind', () => {
    expect([charts.length, errors.length]).toEqual([18, 5]);
  });

  test.each(charts)('then %s gives a price, and nothing that is no number', (name) => {
    const facts = readChart(bodyOf(name));
    expect(facts.price).toBeGreaterThan(0);
    expect(facts.asOfMs).toBeGreaterThan(Date.parse('2020-01-01'));
    for (const figure of [facts.previousClose, facts.low, facts.high, facts.volume]) expect(figure === null || Number.isFinite(figure)).toBe(true);
    for (const bar of facts.bars) for (const figure of Object.values(bar)) expect(figure === null || Number.isFinite(figure)).toBe(true);
    expect(JSON.stringify(facts)).not.toMatch(/NaN|undefined|Infinity/);
  });

  test.each(errors)('then %s is refused with a sentence', (name) => {
    expect(() => readChart(bodyOf(name))).toThrow(/^The source answered (Not Found|Bad Request)\.$/);
  });

  test('then every body of a 429 is refused as something that is no chart', () => {
    const { observations } = JSON.parse(readFileSync(join(folder, 'observed_429.json'), 'utf8'));
    for (const { body_text: text } of observations) expect(() => readChart(text)).toThrow('no chart');
    expect(observations.length).toBeGreaterThan(1);
  });

  test('then Indian shares give the figures that the exchange printed', () => {
    expect(readChart(bodyOf('india_chart-BEL.NS-5m-1d-meta-only-2026-04-10.json'))).toMatchObject({
      ...{ sourceSymbol: 'BEL.NS', currency: 'INR', price: 442.3, previousClose: 439.75, low: 440.45, high: 447.45, volume: 10_833_065, bars: [] },
      asOfMs: Date.parse('2026-04-10T15:30:00+05:30'),
    });
    // The head has no day figures and no volume: the bars say them. The last bar is a stub without volume.
    const old = readChart(bodyOf('india_chart-ADANIENT.NS-15m-1d-2023-06-27.json'));
    expect(old).toMatchObject({ price: 2284.45, previousClose: 2295.6 });
    expect(old.bars).toHaveLength(26);
    expect(old.low).toBe(Math.min(...old.bars.flatMap(({ low }) => low ?? [])));
    expect(old.volume).toBe(old.bars.reduce((total, { volume }) => total + (volume ?? 0), 0));
    // No previousClose at all: the close before the one day.
    expect(readChart(bodyOf('india_chart-RELIANCE.NS-1d-1d-trimmed-2026-08-25.json'))).toMatchObject({ price: 1314.3, previousClose: 1309.8, volume: 6_346_700 });
  });

  test('then a candle without figures stays empty and spoils no low or high', () => {
    const recorded = bodyOf('null_candle_chart-AAPL-1m-2024-10-02.json') as { chart: { result: { timestamp: number[] }[] } };
    // The last minute recorded belongs to the day after, and would be a day of its own.
    recorded.chart.result[0]?.timestamp.pop();
    const minutes = readChart(recorded);
    expect(minutes.bars).toHaveLength(390);
    expect(minutes.bars.filter(({ close }) => close === null)).toHaveLength(1);
    expect(minutes.low).toBeGreaterThan(100);
    expect(readChart(bodyOf('missing_timestamp_null_currency_chart-LUCYW-2025-06-15.json'))).toMatchObject({ currency: null, bars: [] });
  });
});

describe('When an answer is malformed', () => {
  const meta = { symbol: 'TCS.NS', currency: 'INR', regularMarketPrice: 100, regularMarketTime: 1_795_000_000 };
  const of = (changed: object, more: object = {}) => ({ chart: { result: [{ meta: { ...meta, ...changed }, ...more }], error: null } });

  test.each([
    ['nothing', undefined],
    ['a text', 'Too Many Requests'],
    ['an empty list of results', { chart: { result: [], error: null } }],
    ['a price in words', of({ regularMarketPrice: '100' })],
    ['no price', of({ regularMarketPrice: null })],
    ['a price of nothing', of({ regularMarketPrice: 0 })],
    ['a negative price', of({ regularMarketPrice: -3 })],
    ['a price beyond belief', of({ regularMarketPrice: 1e12 })],
    ['a time in words', of({ regularMarketTime: 'now' })],
    ['a low above the high', of({ regularMarketDayLow: 5, regularMarketDayHigh: 4 })],
    ['times out of order', of({}, { timestamp: [1_795_000_300, 1_795_000_000] })],
  ])('then it is refused with a sentence: %s', (_name, answer) => {
    expect(() => readChart(answer)).toThrow(/^The source answered/);
  });

  test('then figures that are missing or no numbers are not known, and the rest stands', () => {
    expect(readChart(of({ previousClose: 'x', regularMarketVolume: -1, regularMarketDayHigh: {} }, { timestamp: ['a', 1_795_000_000], indicators: { quote: 'none' } }))).toEqual({
      ...{ sourceSymbol: 'TCS.NS', currency: 'INR', price: 100, previousClose: null, low: null, high: null, volume: null, asOfMs: 1_795_000_000_000 },
      bars: [{ atMs: 1_795_000_000_000, open: null, high: null, low: null, close: null, volume: null }],
    });
  });
});
