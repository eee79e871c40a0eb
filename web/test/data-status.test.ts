import { agedStatus, ageInside, readDataStatus, statusWords, worstStatus } from '../src/lib/data-status.ts';

const priceMs = Date.parse('2026-06-03T08:12:10Z');
const nowMs = priceMs + 14_000;

describe('When a price is labelled', () => {
  test('then the tooltip says source, time and age in the words of the guide', () => {
    expect(statusWords('live', { source: 'Yahoo Finance', priceMs, nextRefreshSeconds: 46 }, nowMs)).toBe(
      'Source: Yahoo Finance. Price of 13:42:10 IST, 14 s ago. Next refresh in 46 s.',
    );
    expect(statusWords('delayed', { source: 'Yahoo Finance', priceMs }, priceMs + 15 * 60_000)).toBe('Source: Yahoo Finance, delayed. Price of 13:42:10 IST, 15 min ago.');
    expect(statusWords('stale', { priceMs }, nowMs)).toBe('No new price since 13:42:10 IST. The source does not answer. Do not act on this figure.');
    expect(statusWords('closed', { priceMs, opens: 'Thu, Jun 4 at 09:15' }, nowMs)).toBe('Market closed. Last price of Jun 3, 2026, 13:42:10 IST. Opens Thu, Jun 4 at 09:15.');
    expect(statusWords('sample', { source: 'ignored', priceMs }, nowMs)).toBe('Sample figures made by Tradepost. Not market prices.');
  });

  test('then only a delayed or stale one carries its age inside', () => {
    expect(ageInside('delayed', { priceMs }, priceMs + 15 * 60_000)).toBe('15 min');
    expect(ageInside('live', { priceMs }, nowMs)).toBe('');
    expect(ageInside('stale', {}, nowMs)).toBe('');
  });

  test('then what the server did not say is no market price', () => {
    expect(readDataStatus('live')).toBe('live');
    expect(readDataStatus(null)).toBe('sample');
    expect(readDataStatus('LIVE!')).toBe('sample');
  });
});

describe('When a page shows several prices', () => {
  test('then its badge is the worst of them', () => {
    expect(worstStatus(['live', 'stale', 'delayed'])).toBe('stale');
    expect(worstStatus(['live', 'sample'])).toBe('sample');
    expect(worstStatus(['live'])).toBe('live');
    expect(worstStatus([])).toBe('sample');
  });
});

describe('When nobody answers for two refresh periods', () => {
  test('then LIVE becomes STALE by itself, and a sample stays one', () => {
    expect(agedStatus('live', 0, 120_001, 60_000)).toBe('stale');
    expect(agedStatus('live', 0, 119_000, 60_000)).toBe('live');
    expect(agedStatus('sample', 0, 999_999, 60_000)).toBe('sample');
    expect(agedStatus('closed', 0, 999_999, 60_000)).toBe('closed');
  });
});
