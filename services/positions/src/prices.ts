import type { Paise } from '@tradepost/proto/api/money.ts';

/** What the market last told of a symbol. */
export interface LivePrice {
  readonly pricePaise: Paise;
  readonly atMs: number;
  /** live, delayed, stale, closed or sample. */
  readonly status: string;
}

/** The newest prices of these symbols; those the market does not know are left out. */
export type Prices = (symbols: readonly string[]) => Promise<ReadonlyMap<string, LivePrice>>;
