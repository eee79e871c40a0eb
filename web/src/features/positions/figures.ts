// What the screens work out of positions. All sums are made in whole paise, so that no fraction is invented.
import type { Position } from '@tradepost/proto/api/positions/paths.ts';
import { formatFigure, formatRupees, formatSignedRupees } from '../../lib/format.ts';

type Side = Pick<Position, 'type' | 'stockQuantity' | 'openPrice'>;

const toPaise = (rupees: number): number => Math.round(rupees * 100);
const toUnits = (quantity: number): bigint => BigInt(Math.round(quantity * 10_000));

/** The profit with its sign: green gains, red loses, neutral is neither (design guide, 2.6). */
export function signedProfit({ profit, profitColor }: Pick<Position, 'profit' | 'profitColor'>): number {
  return profitColor === 'red' && profit > 0 ? -profit : profit;
}

/** Paise times ten-thousandths of a share as rupees: rounded once, half to the even paisa, like the server does. */
function product(pricePaise: bigint, units: bigint): number {
  const raw = pricePaise * units;
  const size = raw < 0n ? -raw : raw;
  const whole = size / 10_000n;
  const twiceLeft = (size % 10_000n) * 2n;
  const rounded = Number(twiceLeft > 10_000n || (twiceLeft === 10_000n && whole % 2n === 1n) ? whole + 1n : whole);
  return (raw < 0n && rounded > 0 ? -rounded : rounded) / 100;
}

/** BUY (price − open) × quantity, SELL the other way round; rupees with their sign. */
export function profitAt({ type, stockQuantity, openPrice }: Side, price: number): number {
  const gain = type === 'BUY' ? toPaise(price) - toPaise(openPrice) : toPaise(openPrice) - toPaise(price);
  return product(BigInt(gain), toUnits(stockQuantity));
}

/** What a position was worth when it was opened. */
export const openValue = ({ stockQuantity, openPrice }: Pick<Position, 'stockQuantity' | 'openPrice'>): number => product(BigInt(toPaise(openPrice)), toUnits(stockQuantity));

/** The profit in percent of the value at the open price; undefined when that is 0. */
export function profitPercent(position: Pick<Position, 'profit' | 'profitColor' | 'stockQuantity' | 'openPrice'>): number | undefined {
  const value = openValue(position);
  return value === 0 ? undefined : (signedProfit(position) / value) * 100;
}

/** `2.345` → `+2.35%`. */
export function formatPercent(percent: number | undefined): string {
  if (percent === undefined) return '-';
  const text = formatFigure(Math.abs(percent));
  if (text === '0.00') return `${text}%`;
  return `${percent < 0 ? '-' : '+'}${text}%`;
}

/** The price that a position stands at now: the last one while it is active, else the one it was closed at. Undefined when none is known. */
export function standingPrice({ status, lastPrice, closePrice }: Pick<Position, 'status' | 'lastPrice' | 'closePrice'>): number | undefined {
  const price = status ? (lastPrice ?? closePrice) : closePrice;
  return price > 0 ? price : undefined;
}

export interface Totals {
  readonly open: number;
  readonly closed: number;
  readonly all: number;
  /** What the active ones were worth when they were opened. */
  readonly value: number;
  readonly activeCount: number;
  readonly closedCount: number;
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + toPaise(amount), 0) / 100;

/** Adds up what the positions gained and lost. */
export function totalsOf(positions: readonly Position[]): Totals {
  const active = positions.filter(({ status }) => status);
  const closed = positions.filter(({ status }) => !status);
  const [open, done] = [sum(active.map(signedProfit)), sum(closed.map(signedProfit))];
  return { open, closed: done, all: sum([open, done]), value: sum(active.map(openValue)), activeCount: active.length, closedCount: closed.length };
}

/** A quantity without needless decimals: `60`, `2.5`, `1,25,000`. */
export const formatQuantity = (quantity: number): string => new Intl.NumberFormat('en-IN', { maximumFractionDigits: 4 }).format(quantity);

/** "Calculated -₹510.00", when a figure entered by hand differs from the calculated one. */
export function calculatedBeside(position: Position): string | undefined {
  const { computedProfit, profitSource } = position;
  if (profitSource !== 'manual' || computedProfit === null || toPaise(computedProfit) === toPaise(signedProfit(position))) return undefined;
  return `Calculated ${computedProfit === 0 ? formatRupees(0) : formatSignedRupees(computedProfit)}`;
}

/** The formula with the figures filled in: `(748.55 − 731.20) × 60 = +₹1,041.00`; undefined while no price is known. */
export function filledFormula(position: Position): string | undefined {
  const price = standingPrice(position);
  if (price === undefined || position.computedProfit === null) return undefined;
  const [from, to] = position.type === 'BUY' ? [price, position.openPrice] : [position.openPrice, price];
  return `(${formatFigure(from)} − ${formatFigure(to)}) × ${formatQuantity(position.stockQuantity)} = ${formatSignedRupees(position.computedProfit)}`;
}
