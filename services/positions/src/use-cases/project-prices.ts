import { DuplicateKey, Unprocessable } from '@tradepost/platform/errors.ts';
import { paise } from '@tradepost/proto/api/money.ts';
import type { EventMessage } from '@tradepost/proto/events/catalog.ts';
import type { StoredPrice } from '../collections.ts';
import type { Positions } from '../positions.ts';

/** Keeps the newest price of each symbol of a round; safe to repeat, and a round that comes late changes nothing. Throws Unprocessable for a price below 0. */
export async function projectPrices({ prices }: Positions, event: EventMessage<'SnapshotRefreshed'>): Promise<void> {
  for (const told of event.prices) {
    const price: StoredPrice = { _id: told.symbol, pricePaise: paise(Number(told.pricePaise)), asOfMs: Number(told.asOfMs), status: told.status };
    if (price.pricePaise < 0) throw new Unprocessable(`The price of ${told.symbol} is below 0.`);
    // A status may change while the price stays, so the same time counts as newer.
    const change = { set: { pricePaise: price.pricePaise, asOfMs: price.asOfMs, status: price.status } };
    if (await prices.update(price._id, change, { asOfMs: { lte: price.asOfMs } })) continue;
    try {
      await prices.insert(price);
    } catch (error) {
      // It is there already, and newer.
      if (!(error instanceof DuplicateKey)) throw error;
    }
  }
}
