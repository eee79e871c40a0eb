import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { daysLater, lastSession, marketState, nextSession, sessionOf } from '../src/calendar.ts';
import { statusOf, worstOf } from '../src/status.ts';

const at = (text: string): number => Date.parse(`${text}+05:30`);
const days = join(import.meta.dirname, '../../../../shared/data/market/nse_trading_days_2019-2026.csv');

describe('When the state of the market is asked', () => {
  test.each([
    ['2026-11-18T08:59:59', 'closed', undefined, '2026-11-18'],
    ['2026-11-18T09:00:00', 'pre-open', undefined, '2026-11-18'],
    ['2026-11-18T09:15:00', 'open', undefined, '2026-11-18'],
    ['2026-11-18T15:29:59', 'open', undefined, '2026-11-18'],
    ['2026-11-18T15:30:00', 'closed', undefined, '2026-11-19'],
    ['2026-11-21T11:00:00', 'closed', undefined, '2026-11-23'],
    ['2026-11-24T11:00:00', 'holiday', 'Guru Nanak Jayanti', '2026-11-25'],
    ['2026-12-25T11:00:00', 'holiday', 'Christmas', '2026-12-28'],
    ['2026-11-08T18:30:00', 'open', undefined, '2026-11-08'],
  ])('then at %s it is %s', (time, state, holiday, day) => {
    expect(marketState(at(time))).toMatchObject({ state, holiday, session: { day } });
  });

  test('then the last session is the one that began, and the next one that has not ended', () => {
    expect(lastSession(at('2026-11-23T09:14:59')).day).toBe('2026-11-20');
    expect(lastSession(at('2026-11-23T09:15:00')).day).toBe('2026-11-23');
    expect(nextSession(at('2026-11-20T15:30:00')).day).toBe('2026-11-23');
    expect(sessionOf('2026-11-18')).toEqual({ day: '2026-11-18', opensAtMs: at('2026-11-18T09:15:00'), closesAtMs: at('2026-11-18T15:30:00') });
  });

  (existsSync(days) ? test : test.skip)('then the days of 2026 up to the last recorded one are those on which the exchange traded (../shared/data/market)', () => {
    const traded = readFileSync(days, 'utf8').match(/2026-\d\d-\d\d/g) ?? [];
    const ours: string[] = [];
    for (let day = '2026-01-01'; day <= (traded.at(-1) ?? ''); day = daysLater(day, 1)) if (sessionOf(day)) ours.push(day);
    expect(ours).toEqual(traded);
  });
});

describe('When a price is judged', () => {
  const openMs = at('2026-11-18T11:00:00');
  test.each([
    [0, 'live'],
    [90_000, 'live'],
    [90_001, 'delayed'],
    [20 * 60_000, 'delayed'],
    [20 * 60_000 + 1, 'stale'],
  ])('then %i ms old amid a session it is %s', (ageMs, status) => {
    expect(statusOf({ source: 'yahoo', asOfMs: openMs - ageMs }, openMs)).toBe(status);
  });

  test('then a closed market makes it closed, and a made one is a sample always', () => {
    expect(statusOf({ source: 'yahoo', asOfMs: openMs }, at('2026-11-18T20:00:00'))).toBe('closed');
    for (const nowMs of [openMs, at('2026-11-21T11:00:00')]) expect(statusOf({ source: 'simulated', asOfMs: nowMs }, nowMs)).toBe('sample');
  });

  test('then what is shown together has the worst of its statuses', () => {
    expect(worstOf(['live', 'stale', 'delayed'])).toBe('stale');
    expect(worstOf(['closed', 'sample', 'live'])).toBe('sample');
    expect(worstOf(['live', 'live'])).toBe('live');
  });
});
