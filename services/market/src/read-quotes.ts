import type { Market } from './market.ts';
import type { Quote } from './quote.ts';

/** Reads prices for somebody: they are kept fresh while he goes on reading. Symbols of the allow list alone. */
export function readQuotes(market: Market, symbols: readonly string[]): Promise<Map<string, Quote>> {
  market.rounds.read(symbols);
  return market.board.quotes(symbols);
}
