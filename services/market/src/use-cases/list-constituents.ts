import type { Call, Reply } from '@tradepost/platform/call.ts';
import { Refused } from '@tradepost/platform/errors.ts';
import type * as api from '@tradepost/proto/api/market/schemas.ts';
import { isIndex, members } from '../instruments.ts';
import type { Market } from '../market.ts';
import { openAnswer } from '../open-answer.ts';
import { readQuotes } from '../read-quotes.ts';
import { snapshotOf } from '../snapshot.ts';

/** Who is in an index, by symbol, with prices. Throws Refused 404 for another word than nifty, banknifty and sensex. */
export async function listConstituents(market: Market, { params }: Pick<Call<typeof api.listConstituents>, 'params'>): Promise<Reply<api.Snapshot[]>> {
  const index = params.index.toUpperCase();
  if (!isIndex(index) || index.toLowerCase() !== params.index) throw new Refused('not-found');
  const quotes = await readQuotes(market, members[index]);
  const nowMs = market.clock.now();
  const rows = [...quotes.values()].map((quote) => snapshotOf(quote, nowMs));
  return openAnswer(
    rows,
    rows.map(({ status }) => status),
  );
}
