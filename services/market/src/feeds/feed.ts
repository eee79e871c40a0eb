import type { Quote, Source } from '../quote.ts';

/** A source of prices. */
export interface Feed {
  readonly source: Source;
  /** Gives what the source knows now; throws an Error with one sentence when it does not answer, refuses or says what cannot be. Called with symbols of the allow list alone. */
  quote(symbol: string, signal: AbortSignal): Promise<Quote>;
}
