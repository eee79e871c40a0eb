import type { Reply } from '@tradepost/platform/call.ts';
import type { Chart } from '@tradepost/proto/api/market/schemas.ts';
import type { IndexSymbol } from '../instruments.ts';
import type { Market } from '../market.ts';
import { openAnswer } from '../open-answer.ts';
import { readQuotes } from '../read-quotes.ts';
import { chartOf } from '../snapshot.ts';
import { statusOf } from '../status.ts';

/** The day of one index, with the status of its figures in a header. */
export const showIndex =
  (index: IndexSymbol) =>
  async (market: Market): Promise<Reply<Chart>> => {
    const quote = (await readQuotes(market, [index])).get(index);
    if (!quote) throw new Error(`The board has no ${index}.`);
    return openAnswer(chartOf(quote), [statusOf(quote, market.clock.now())]);
  };
