import { platformActor } from '@tradepost/platform/call.ts';
import { type Paise, paise, rupees } from '@tradepost/proto/api/money.ts';
import type * as api from '@tradepost/proto/api/positions/schemas.ts';
import type { Position } from './collections.ts';
import type { Positions } from './positions.ts';
import { type LivePrice, pricesOf } from './prices.ts';
import { colorOf, profitAt } from './profit.ts';

const timeText = (atMs: number): string => new Date(atMs).toISOString();

/** What a position is valued with: a closed one with its close price, or the price that fixed it; an active one with the live price, or the price entered for it. */
export function valuePrice(position: Pick<Position, 'active' | 'closePricePaise' | 'fixedPricePaise'>, live: LivePrice | undefined): Paise | undefined {
  const entered = position.closePricePaise > 0 ? position.closePricePaise : undefined;
  return position.active ? (live?.pricePaise ?? entered) : (entered ?? position.fixedPricePaise);
}

function nameOf(by: Position['by'], names: ReadonlyMap<string, string>): string {
  if (by.id === platformActor.id) return 'Platform';
  // An account that is not projected yet is named by what it may do.
  return names.get(by.id) || 'Administrator';
}

/** One position as callers see it. An active, computed one shows what it is worth now; a figure that a person typed is shown as it was typed. */
export function positionView(position: Position, live: LivePrice | undefined, names: ReadonlyMap<string, string>): api.Position {
  const pricePaise = valuePrice(position, live);
  const computedPaise = pricePaise === undefined ? undefined : profitAt(position, pricePaise);
  const follows = position.active && position.profitSource === 'computed' && computedPaise !== undefined;
  const profitPaise = follows ? computedPaise : position.profitPaise;
  const shown = position.active ? live : undefined;
  return {
    _id: position._id,
    symbol: position.symbol,
    stockQuantity: position.quantity / 10_000,
    openPrice: rupees(position.openPricePaise),
    closePrice: rupees(position.closePricePaise),
    type: position.type,
    profit: rupees(paise(Math.abs(profitPaise))),
    profitColor: follows ? colorOf(profitPaise) : position.profitColor,
    status: position.active,
    createdAt: timeText(position.createdAtMs),
    version: position.version,
    computedProfit: computedPaise === undefined ? null : rupees(computedPaise),
    profitSource: position.profitSource,
    lastPrice: shown ? rupees(shown.pricePaise) : null,
    priceStatus: shown?.status ?? null,
    priceAt: shown ? timeText(shown.asOfMs) : null,
    ...(position.note === undefined ? {} : { note: position.note }),
    by: { _id: position.by.id, role: position.by.role, name: nameOf(position.by, names) },
    updatedAt: timeText(position.updatedAtMs),
  };
}

/** Several positions as callers see them, with one look at prices and names. */
export async function positionViews(state: Positions, positions: readonly Position[]): Promise<api.Position[]> {
  const active = positions.filter(({ active }) => active).map(({ symbol }) => symbol);
  const [live, names] = await Promise.all([pricesOf(state.prices, active), state.accounts.names(positions.map(({ by }) => by.id))]);
  return positions.map((position) => positionView(position, live.get(position.symbol), names));
}
