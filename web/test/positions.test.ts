import type { Position } from '@tradepost/proto/api/positions/paths.ts';
import {
  calculatedBeside,
  filledFormula,
  formatPercent,
  formatQuantity,
  profitAt,
  profitPercent,
  signedProfit,
  standingPrice,
  totalsOf,
} from '../src/features/positions/figures.ts';
import { listed, toCsv } from '../src/features/positions/listing.ts';
import { bodyOf, calculated, differs, emptyPosition, judgePosition, profitFields, readNumber, valuesOf } from '../src/features/positions/position-rules.ts';
import { contextLine, standingOf } from '../src/features/positions/prices.ts';

const position = (changes: Partial<Position> = {}): Position => ({
  _id: 'p1',
  symbol: 'HDFCBANK',
  stockQuantity: 60,
  openPrice: 731.2,
  closePrice: 0,
  type: 'BUY',
  profit: 1041,
  profitColor: 'green',
  status: true,
  createdAt: '2026-06-01T05:00:00Z',
  updatedAt: '2026-06-01T05:00:00Z',
  version: 1,
  computedProfit: 1041,
  profitSource: 'computed',
  lastPrice: 748.55,
  priceStatus: 'live',
  priceAt: '2026-06-03T08:12:00Z',
  by: { _id: 'a1', role: '1', name: 'Meera Nair' },
  ...changes,
});
const wipro = position({
  ...{ _id: 'p2', symbol: 'WIPRO', type: 'SELL', stockQuantity: 200, openPrice: 182.35, closePrice: 184.9, status: false, lastPrice: null, priceStatus: null, priceAt: null },
  ...{ profit: 450, profitColor: 'red', profitSource: 'manual', computedProfit: -510, createdAt: '2026-05-19T05:00:00Z' },
});

describe('the figures of positions', () => {
  test('when the colour is red, then the profit is a loss; neutral has no sign', () => {
    expect([signedProfit(position()), signedProfit(wipro), signedProfit({ profit: 0, profitColor: 'red' })]).toEqual([1041, -450, 0]);
    expect(Object.is(signedProfit({ profit: 0, profitColor: 'red' }), 0)).toBe(true);
  });
  test('when a profit is worked out here, then it is the one of the server, to the even paisa', () => {
    expect(profitAt(position(), 748.55)).toBe(1041);
    expect(profitAt(wipro, 184.9)).toBe(-510);
    expect([0.5, 1.5, 2.5, 2.5001].map((stockQuantity) => profitAt({ type: 'BUY', stockQuantity, openPrice: 1 }, 1.01))).toEqual([0, 0.02, 0.02, 0.03]);
  });
  test('when they are added up, then active and closed make the whole', () => {
    expect(totalsOf([position(), wipro])).toEqual({ open: 1041, closed: -450, all: 591, value: 43872, activeCount: 1, closedCount: 1 });
    expect(totalsOf([])).toMatchObject({ all: 0, value: 0 });
  });
  test('when a percentage is shown, then it has a sign unless it is nothing', () => {
    expect([profitPercent(position()), profitPercent(wipro), 0, -0.001, undefined].map(formatPercent)).toEqual(['+2.37%', '-1.23%', '0.00%', '0.00%', '-']);
  });
  test('when a figure was typed and differs, then the calculated one stands beside it', () => {
    expect(calculatedBeside(wipro)).toBe('Calculated -₹510.00');
    expect([calculatedBeside(position()), calculatedBeside({ ...wipro, computedProfit: -450 }), calculatedBeside({ ...wipro, computedProfit: null })]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
  test('when the formula is asked for, then its figures are filled in', () => {
    expect(filledFormula(position())).toBe('(748.55 − 731.20) × 60 = +₹1,041.00');
    expect(filledFormula(wipro)).toBe('(182.35 − 184.90) × 200 = -₹510.00');
    expect(filledFormula(position({ lastPrice: null, computedProfit: null }))).toBeUndefined();
  });
  test('when no price is known, then none is made up', () => {
    expect([standingPrice(position({ lastPrice: null })), standingPrice(wipro), standingPrice({ status: true, lastPrice: null, closePrice: 5 })]).toEqual([undefined, 184.9, 5]);
    expect([60, 2.5, 125000, 0.0001].map(formatQuantity)).toEqual(['60', '2.5', '1,25,000', '0.0001']);
  });
});

describe('the list of positions', () => {
  const rows = [position(), wipro, position({ _id: 'p3', symbol: 'TATA STEEL', createdAt: '2026-06-02T05:00:00Z' })];
  const symbols = (show: 'all' | 'active' | 'closed', q: string, sort: string) => listed(rows, { show, q, sort }).map(({ symbol }) => symbol);
  test('when nothing is asked, then the newest stands first; any column sorts', () => {
    expect(symbols('all', '', '-date')).toEqual(['TATA STEEL', 'HDFCBANK', 'WIPRO']);
    expect(symbols('all', '', 'profit')).toEqual(['WIPRO', 'TATA STEEL', 'HDFCBANK']);
    expect(symbols('all', '', 'nonsense')).toEqual(['WIPRO', 'HDFCBANK', 'TATA STEEL']);
  });
  test('when a filter or the beginning of a word is given, then only those are left', () => {
    expect([symbols('closed', '', '-date'), symbols('active', 'st', '-date'), symbols('all', 'bank', '-date')]).toEqual([['WIPRO'], ['TATA STEEL'], []]);
  });
  test('when it is saved as CSV, then exactly these rows are in it, and no text runs as a formula', () => {
    const lines = toCsv([wipro, position({ symbol: '=HYPERLINK("x"),1' })]).split('\r\n');
    expect(lines[0]).toBe('Symbol,Type,Quantity,Open price,Close / last,Profit,Profit %,Status,Profit is,Calculated profit,Value at open price,Date');
    expect(lines[1]).toBe('WIPRO,SELL,200,182.35,184.90,-450,-1.23,Closed,Entered,-510,36470,"May 19, 2026"');
    expect(lines[2]).toMatch(/^"'=HYPERLINK\(""x""\),1",BUY,/);
    expect(lines).toHaveLength(4);
  });
});

describe('the line under the heading', () => {
  const nowMs = Date.parse('2026-06-03T08:12:14Z');
  test('when prices are live, then it says how old they are; the worst of them counts', () => {
    expect(contextLine([position()], standingOf([position()], nowMs, nowMs), nowMs)).toBe('1 position. Active ones follow the market, 14 s old.');
    const sample = position({ priceStatus: 'sample' });
    expect(contextLine([position(), sample], standingOf([position(), sample], nowMs, nowMs), nowMs)).toBe('2 positions. Active ones follow sample prices, not the market.');
  });
  test('when the server has been silent for two periods, then live is no longer said', () => {
    expect(standingOf([position()], nowMs - 121_000, nowMs)?.status).toBe('stale');
  });
  test('when none is active or none has a price, then nothing is claimed', () => {
    expect(contextLine([wipro], standingOf([wipro], nowMs, nowMs), nowMs)).toBe('1 position.');
    const unpriced = position({ lastPrice: null, priceAt: null });
    expect(contextLine([unpriced], standingOf([unpriced], nowMs, nowMs), nowMs)).toBe('1 position. No price of the market is known for the active ones.');
  });
});

describe('the form of a position', () => {
  const typed = { ...emptyPosition, symbol: 'ITC', stockQuantity: '1,500', openPrice: '₹284.10', type: 'SELL', profit: '5', profitColor: 'green' };
  test('when nothing is filled in, then every message of the specification stands at its field', () => {
    expect(judgePosition(emptyPosition)).toEqual({
      symbol: 'Symbol is required',
      stockQuantity: 'Quantity is required',
      openPrice: 'Open price is required',
      type: 'Type is required',
      profit: 'Profit is required',
      profitColor: 'Profit Color is required',
    });
    expect(judgePosition({ ...typed, symbol: '  ', stockQuantity: '0', openPrice: '-1', profit: '-1' })).toEqual({
      symbol: 'Symbol is required',
      stockQuantity: 'Quantity must be greater than 0',
      openPrice: 'Open price must be greater than 0',
      profit: 'Profit must be 0 or more',
    });
    expect(judgePosition(typed)).toEqual({});
  });
  test('when numbers are typed or pasted, then only plain digits are read', () => {
    expect(['₹1,23,456.70', ' 5 ', '.5', '5.', '1e3', '5 rupees', '', '--1'].map(readNumber)).toEqual([123456.7, 5, 0.5, 5, undefined, undefined, undefined, undefined]);
  });
  test('when it can be calculated, then the live price counts for an active one and the close price for a closed one', () => {
    expect(calculated({ ...typed, stockQuantity: '150' }, 277.45)).toBe(997.5);
    expect(calculated({ ...typed, stockQuantity: '150', status: 'closed', closePrice: '284.20' }, 277.45)).toBe(-15);
    expect(calculated({ ...typed, type: '' }, 277.45)).toBeUndefined();
    expect(calculated(typed, undefined)).toBeUndefined();
    expect([997.5, -15, 0].map(profitFields)).toEqual([
      { profit: '997.50', profitColor: 'green' },
      { profit: '15.00', profitColor: 'red' },
      { profit: '0.00', profitColor: 'neutral' },
    ]);
  });
  test('when another figure or colour is typed, then it differs', () => {
    expect([differs(typed, 5), differs(typed, -5), differs({ ...typed, profit: '5.004' }, 5), differs(typed, undefined)]).toEqual([false, true, false, false]);
  });
  test('when it is sent, then numbers are numbers, and the calculated profit is asked for by name', () => {
    expect(bodyOf(typed, false)).toEqual({ symbol: 'ITC', stockQuantity: 1500, openPrice: 284.1, closePrice: null, type: 'SELL', profit: 5, profitColor: 'green', status: true });
    expect(bodyOf({ ...typed, note: ' Told ' }, true)).toMatchObject({ profitSource: 'computed', note: 'Told' });
    expect(judgePosition(valuesOf(wipro))).toEqual({});
    expect(bodyOf(valuesOf(wipro), false)).toMatchObject({ symbol: 'WIPRO', stockQuantity: 200, closePrice: 184.9, profit: 450, profitColor: 'red', status: false });
  });
});
