import { type Paise, paise } from '@tradepost/proto/api/money.ts';
import type { PositionType, ProfitColor, TenThousandths } from '@tradepost/proto/api/positions/schemas.ts';

const unitsOfOne = 10_000n;

/**
 * The profit of a position at a price, in paise with its sign: BUY (price − open) × quantity, SELL the other way round.
 * Exact in whole numbers; what is left of a paisa after the four decimals of the quantity is rounded once, half to the even paisa.
 */
export function profitAt(position: { type: PositionType; quantity: TenThousandths; openPricePaise: Paise }, pricePaise: Paise): Paise {
  const gainPaise = position.type === 'BUY' ? pricePaise - position.openPricePaise : position.openPricePaise - pricePaise;
  const units = BigInt(gainPaise) * BigInt(position.quantity);
  const size = units < 0n ? -units : units;
  const whole = size / unitsOfOne;
  const twiceLeft = (size % unitsOfOne) * 2n;
  const roundsUp = twiceLeft > unitsOfOne || (twiceLeft === unitsOfOne && whole % 2n === 1n);
  const rounded = Number(roundsUp ? whole + 1n : whole);
  return paise(units < 0n && rounded > 0 ? -rounded : rounded);
}

export const colorOf = (profitPaise: Paise): ProfitColor => (profitPaise > 0 ? 'green' : profitPaise < 0 ? 'red' : 'neutral');

/** A figure as a person types it, with the sign its colour gives: red is a loss. */
export const signed = (sizePaise: Paise, color: ProfitColor): Paise => (color === 'red' && sizePaise > 0 ? paise(-sizePaise) : sizePaise);
