/** Where a price comes from. */
export type Source = 'yahoo' | 'replay' | 'simulated';

/** One stretch of a day line. `null` where the source knows nothing. */
export interface Bar {
  readonly atMs: number;
  readonly open: number | null;
  readonly high: number | null;
  readonly low: number | null;
  readonly close: number | null;
  readonly volume: number | null;
}

/** What is known of one instrument: prices in rupees (an index in points), at most two decimals. */
export interface Quote {
  readonly symbol: string;
  readonly currency: string;
  readonly price: number;
  readonly previousClose: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Shares traded that day. */
  readonly volume: number | null;
  /** When the price was made. */
  readonly asOfMs: number;
  readonly source: Source;
  /** The day so far, oldest first. */
  readonly bars: readonly Bar[];
}

/** To the paisa: sources send what 32-bit numbers make of a price. */
export const rounded = (price: number): number => Math.round(price * 100) / 100;
