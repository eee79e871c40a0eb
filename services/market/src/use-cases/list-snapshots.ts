import type { Call, Reply } from '@tradepost/platform/call.ts';
import type * as api from '@tradepost/proto/api/market/schemas.ts';
import { lookUp, watched } from '../instruments.ts';
import type { Market } from '../market.ts';
import { openAnswer } from '../open-answer.ts';
import { readQuotes } from '../read-quotes.ts';
import { snapshotOf } from '../snapshot.ts';

/** Prices of the symbols that were named, in their order, each once; a symbol that is not known here is left out. */
export async function listSnapshots(market: Market, { query }: Pick<Call<typeof api.listSnapshots>, 'query'>): Promise<Reply<api.Snapshot[]>> {
  const symbols = [...new Set(query.symbols?.split(',') ?? watched)].flatMap((symbol) => {
    const found = lookUp(symbol);
    return found ? [{ symbol, pricedAs: found.pricedAs }] : [];
  });
  const quotes = await readQuotes(market, [...new Set(symbols.map(({ pricedAs }) => pricedAs))]);
  const nowMs = market.clock.now();
  const rows = symbols.flatMap(({ symbol, pricedAs }) => {
    const quote = quotes.get(pricedAs);
    return quote ? [snapshotOf(quote, nowMs, { symbol, line: query.line === '1' })] : [];
  });
  return openAnswer(
    rows,
    rows.map(({ status }) => status),
  );
}
