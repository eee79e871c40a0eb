import type { Collection } from '@tradepost/platform/ports.ts';
import type { Paise } from '@tradepost/proto/api/money.ts';
import type { StoredPrice } from './collections.ts';

/** What the market last told of a symbol. */
export interface LivePrice {
  readonly pricePaise: Paise;
  readonly asOfMs: number;
  /** live, delayed, stale, closed or sample. */
  readonly status: string;
}

/** The newest prices of these symbols, by symbol; those the market does not know are left out. */
export async function pricesOf(prices: Collection<StoredPrice>, symbols: readonly string[]): Promise<ReadonlyMap<string, LivePrice>> {
  const unique = [...new Set(symbols)];
  if (unique.length === 0) return new Map();
  const found = await prices.find({ filter: { _id: { in: unique } }, limit: unique.length });
  return new Map(found.map((price) => [price._id, price]));
}
