import { dayShape, dayWords, hoursOf, sessionOf, writtenMove } from '../src/lib/day-line.ts';
import { sampleDay } from '../src/lib/sample-day.ts';

const noon = Date.parse('2026-06-03T06:30:00Z');
const session = sessionOf(noon);

describe('When a trading day is laid out', () => {
  test('then it runs from 09:15 to 15:30 in India, also late in the evening there', () => {
    expect(new Date(session.fromMs).toISOString()).toBe('2026-06-03T03:45:00.000Z');
    expect(new Date(session.toMs).toISOString()).toBe('2026-06-03T10:00:00.000Z');
    expect(sessionOf(Date.parse('2026-06-03T18:29:00Z'))).toEqual(session);
    expect(sessionOf(Date.parse('2026-06-03T18:31:00Z')).fromMs).toBe(session.fromMs + 86_400_000);
  });

  test('then the posts stand at its ends and its full hours', () => {
    const clock = (ms: number): string => new Date(ms + 5.5 * 3_600_000).toISOString().slice(11, 16);
    expect(hoursOf(session).map(clock)).toEqual(['09:15', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '15:30']);
  });
});

describe('When a day is drawn', () => {
  const points = [
    { timeMs: session.fromMs, price: 90 },
    { timeMs: noon, price: 110 },
  ];

  test('then it begins at the left and ends where the day stands, with the close between low and high', () => {
    const { line, closeY, place } = dayShape(points, 100, session);
    expect(line.startsWith('M0 ')).toBe(true);
    expect(place({ timeMs: noon, price: 110 }).x).toBeCloseTo(440, 0);
    expect(closeY).toBeCloseTo(50, 5);
    expect(dayShape([...points, { timeMs: session.toMs + 1, price: 500 }], 100, session).line).toBe(line);
  });

  test('then a day without movement or without prices is no fault', () => {
    expect(dayShape([{ timeMs: noon, price: 100 }], 100, session).line).not.toContain('NaN');
    expect(dayShape([], 100, session)).toMatchObject({ line: '', area: '' });
  });

  test('then it can be read out', () => {
    const whole = [
      { timeMs: session.fromMs, price: 23_590 },
      { timeMs: session.toMs, price: 23_659 },
    ];
    expect(dayWords('NIFTY, sample day', whole, 23_618, session)).toBe("NIFTY, sample day: opened below yesterday's close, ended at 23,659.00, up 41.00, 0.17 percent.");
    expect(dayWords('NIFTY', points, 100, session)).toBe("NIFTY: opened below yesterday's close, stands at 110.00, up 10.00, 10.00 percent.");
    expect(dayWords('NIFTY', [], 100, session)).toBe('NIFTY: no prices yet.');
    expect(writtenMove(99.5, 100)).toBe('-0.50 (-0.50%)');
  });
});

describe('When a sample day is made', () => {
  test('then it is the same for the same seed, covers the session and ends where it should', () => {
    const day = sampleDay(7, 24_000, -0.002, 0.0017);
    expect(sampleDay(7, 24_000, -0.002, 0.0017)).toEqual(day);
    expect(sampleDay(8, 24_000, -0.002, 0.0017)).not.toEqual(day);
    expect(day.points).toHaveLength(76);
    expect(day.points.at(-1)?.price).toBeCloseTo(24_040.8, 1);
    expect(day.points[0]?.price).toBe(23_952);
  });
});
