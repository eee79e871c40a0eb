import type { Reply } from '@tradepost/platform/call.ts';
import type { Instrument } from '@tradepost/proto/api/market/schemas.ts';
import { instruments, watched } from '../instruments.ts';
import { openAnswer } from '../open-answer.ts';

const rows: Instrument[] = watched.flatMap((symbol) => {
  const found = instruments.get(symbol);
  return found ? [{ symbol, name: found.name, tradingView: found.tradingView }] : [];
});

/** The 44 symbols of the analytics page. */
export const listInstruments = async (): Promise<Reply<Instrument[]>> => openAnswer(rows);
