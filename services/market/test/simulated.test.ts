import { closes } from '../src/closes.ts';
import { simulate } from '../src/feeds/simulated.ts';
import { indexSymbols, instruments, members } from '../src/instruments.ts';

const at = (text: string): number => Date.parse(`${text}+05:30`);
const base = new Map(closes.map(([symbol, , close]) => [symbol, close]));

describe('When prices are made', () => {
  test('then the same seed, symbol and time give the same, whatever was asked before; another seed gives another', () => {
    const [one, two, other] = [simulate('a'), simulate('a'), simulate('b')];
    const time = at('2026-11-18T11:03:20');
    one('RELIANCE', at('2027-03-05T12:00:00'));
    one('RELIANCE', at('2026-09-01T12:00:00'));
    for (const symbol of instruments.keys()) expect(one(symbol, time)).toEqual(two(symbol, time));
    expect(other('RELIANCE', time).price).not.toBe(one('RELIANCE', time).price);
  });

  test('then they move in small steps within a session', () => {
    const price = simulate('a');
    for (const symbol of ['NIFTY', 'SENSEX', 'TCS', 'M&M']) {
      let before = price(symbol, at('2026-11-18T09:15:00')).price;
      const seen = new Set<number>();
      for (let time = at('2026-11-18T09:15:30'); time <= at('2026-11-18T15:30:00'); time += 30_000) {
        const now = price(symbol, time).price;
        expect(Math.abs(now / before - 1)).toBeLessThan(0.005);
        before = now;
        seen.add(now);
      }
      expect(seen.size).toBeGreaterThan(100);
    }
  });

  test('then they stand still outside the session, over week-ends and holidays, and go on from there', () => {
    const price = simulate('a');
    for (const symbol of ['NIFTY', 'HDFCBANK']) {
      const close = price(symbol, at('2026-11-20T15:30:00'));
      for (const later of ['2026-11-20T15:31:00', '2026-11-21T11:00:00', '2026-11-23T09:14:59']) expect(price(symbol, at(later))).toEqual(close);
      const opening = price(symbol, at('2026-11-23T09:15:00'));
      expect(opening).toMatchObject({ price: close.price, previousClose: close.price, asOfMs: at('2026-11-23T09:15:00') });
      expect(price(symbol, at('2026-11-24T12:00:00')).asOfMs).toBe(at('2026-11-23T15:30:00'));
    }
  });

  test('then the day hangs together: low, price and high, bars without gaps, volume that only grows', () => {
    const price = simulate('a');
    for (const symbol of instruments.keys()) {
      const [noon, close] = [price(symbol, at('2026-11-18T12:02:40')), price(symbol, at('2026-11-18T15:30:00'))];
      expect(noon.low).toBeLessThanOrEqual(noon.price);
      expect(noon.high).toBeGreaterThanOrEqual(noon.price);
      expect(noon.volume).toBeLessThan(close.volume ?? 0);
      expect(close.bars).toHaveLength(75);
      expect(close.bars.at(-1)?.close).toBe(close.price);
      expect(noon.bars.at(-1)?.close).toBe(noon.price);
      expect(close.bars[10]).toEqual(noon.bars[10]);
    }
  });

  test('then an index goes exactly as its members go', () => {
    const price = simulate('a');
    const time = at('2026-11-18T13:37:00');
    for (const index of indexSymbols) {
      const mean = members[index].reduce((total, symbol) => total + price(symbol, time).price / (base.get(symbol) ?? 1), 0) / members[index].length;
      expect(price(index, time).price / (base.get(index) ?? 1)).toBeCloseTo(mean, 4);
    }
    expect(Object.values(members).map((list) => new Set(list).size)).toEqual([50, 12, 30]);
  });

  test('then years from now they are still near the table', () => {
    const price = simulate('a');
    for (const symbol of instruments.keys()) {
      const share = price(symbol, at('2031-05-06T12:00:00')).price / (base.get(symbol) ?? 1);
      expect(share).toBeGreaterThan(0.6);
      expect(share).toBeLessThan(1.7);
    }
  });
});
