import { invalidField } from '@tradepost/platform/errors.ts';
import { type Paise, paise } from '@tradepost/proto/api/money.ts';
import type { ProfitColor, ProfitSource } from '@tradepost/proto/api/positions/schemas.ts';
import type { Position } from './collections.ts';
import type { LivePrice } from './prices.ts';
import { colorOf, profitAt, signed } from './profit.ts';
import { valuePrice } from './views.ts';

/** What is settled of a position before its profit is. */
export type Facts = Pick<Position, 'type' | 'quantity' | 'openPricePaise' | 'closePricePaise' | 'active' | 'fixedPricePaise'>;

/** The profit as it was sent: its size and colour, and whether the calculated one is asked for. */
export interface SentProfit {
  readonly sizePaise: Paise;
  readonly color: ProfitColor;
  readonly source: ProfitSource | undefined;
}

/** Holds on to the market's price when a position is closed without a close price, so that its profit does not move any more. */
export function fixPrice<T extends Facts>(facts: T, live: LivePrice | undefined): T {
  const { fixedPricePaise: before, ...rest } = facts;
  const fixed = facts.active || facts.closePricePaise > 0 ? undefined : (before ?? live?.pricePaise);
  // Only the one optional member was taken out and put back.
  return { ...rest, ...(fixed === undefined ? {} : { fixedPricePaise: fixed }) } as T;
}

/**
 * Settles a position's profit. It is computed when that is asked for and a price is known, and when the sent figure is the computed one; otherwise a person's own.
 * Throws Refused 422 for a neutral profit that is not 0: nobody could add it up.
 */
export function settleProfit(facts: Facts, live: LivePrice | undefined, sent: SentProfit): Pick<Position, 'profitPaise' | 'profitColor' | 'profitSource'> {
  if (sent.color === 'neutral' && sent.sizePaise > 0 && sent.source !== 'computed') throw invalidField('profitColor', 'Profit Color neutral is for a profit of 0');
  const pricePaise = valuePrice(facts, live);
  const computedPaise = pricePaise === undefined ? undefined : profitAt(facts, pricePaise);
  const typedPaise = sent.color === 'neutral' ? paise(0) : signed(sent.sizePaise, sent.color);
  const isComputed = sent.source === 'computed' || (sent.source === undefined && computedPaise === typedPaise);
  if (!isComputed) return { profitPaise: typedPaise, profitColor: sent.color, profitSource: 'manual' };
  const profitPaise = computedPaise ?? typedPaise;
  return { profitPaise, profitColor: colorOf(profitPaise), profitSource: 'computed' };
}
