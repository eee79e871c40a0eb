import { type Paise, paise } from '@tradepost/proto/api/money.ts';
import type { PositionType, TenThousandths } from '@tradepost/proto/api/positions/schemas.ts';
import { colorOf, profitAt, signed } from '../src/profit.ts';

const profit = (type: PositionType, quantity: number, open: number, price: number): number =>
  profitAt({ type, quantity: quantity as TenThousandths, openPricePaise: open as Paise }, price as Paise);

describe('When a profit is worked out', () => {
  test('then buying gains with the price and selling loses with it, to the paisa', () => {
    expect(profit('BUY', 400_000, 132_150, 130_730)).toBe(-56_800);
    expect(profit('SELL', 2_000_000, 18_235, 18_490)).toBe(-51_000);
    expect(profit('SELL', 1_500_000, 28_410, 27_745)).toBe(99_750);
    expect(profit('BUY', 10_000, 500, 500)).toBe(0);
  });

  test('then half a paisa goes to the even one, on both sides of zero', () => {
    // 0.5, 1.5 and 2.5 paise, and a hair more than 2.5.
    expect([5_000, 15_000, 25_000, 25_001].map((quantity) => profit('BUY', quantity, 100, 101))).toEqual([0, 2, 2, 3]);
    expect([5_000, 15_000, 25_000, 25_001].map((quantity) => profit('SELL', quantity, 100, 101))).toEqual([0, -2, -2, -3]);
    expect(Object.is(profit('SELL', 5_000, 100, 101), 0)).toBe(true);
  });

  test('then the largest quantity and price are still exact', () => {
    expect(profit('BUY', 99_999_999_999, 1, 100_000_000)).toBe(999_999_989_990_000);
  });

  test('then colours and signs fit each other', () => {
    expect([5, -5, 0].map((value) => colorOf(paise(value)))).toEqual(['green', 'red', 'neutral']);
    expect([signed(paise(5), 'red'), signed(paise(5), 'green'), signed(paise(0), 'red')]).toEqual([-5, 5, 0]);
  });
});
