import type { Reply } from '@tradepost/platform/call.ts';
import { type HotReads, type PreparedAnswer, prepareAnswer } from '@tradepost/platform/prepared.ts';
import * as api from '@tradepost/proto/api/market/schemas.ts';
import { isIndex } from './instruments.ts';
import type { Market } from './market.ts';
import { listConstituents } from './use-cases/list-constituents.ts';
import { listInstruments } from './use-cases/list-instruments.ts';
import { listSnapshots } from './use-cases/list-snapshots.ts';
import { showIndex } from './use-cases/show-index.ts';

/** So many URLs are kept ready; the one made longest ago goes first. */
const mostAnswers = 100;
/** A status may change within a period: so old may it be. */
const longestMs = 10_000;

interface Reading {
  readonly route: string;
  answer(): Promise<Reply<unknown>>;
}

/** The read behind a URL; undefined when it is none of the public ones or would be refused: the ordinary way has the words for that. */
function readingOf(market: Market, url: string): Reading | undefined {
  const [path = '', search] = url.split('?');
  const constituents = /^\/api\/market\/indices\/([a-z]+)\/constituents$/.exec(path)?.[1];
  if (path === '/api/market/snapshots') {
    const given = new URLSearchParams(search);
    const query = api.listSnapshots.query?.safeParse(Object.fromEntries(given));
    if (!query?.success || new Set(given.keys()).size !== given.size) return undefined;
    return { route: '/market/snapshots', answer: () => listSnapshots(market, { query: query.data }) };
  }
  if (search !== undefined) return undefined;
  if (path === '/api/nifty') return { route: '/nifty', answer: () => showIndex('NIFTY')(market) };
  if (path === '/api/banknifty') return { route: '/banknifty', answer: () => showIndex('BANKNIFTY')(market) };
  if (path === '/api/sensex') return { route: '/sensex', answer: () => showIndex('SENSEX')(market) };
  if (path === '/api/market/instruments') return { route: '/market/instruments', answer: listInstruments };
  const index = constituents?.toUpperCase() ?? '';
  if (constituents === undefined || !isIndex(index)) return undefined;
  return { route: '/market/indices/:index/constituents', answer: () => listConstituents(market, { params: { index: constituents } }) };
}

/** Public reads as bytes, made once and kept until the period's end, or for 10 s. Reading them keeps their symbols fresh like any other reading. */
export function hotReads(market: Market): HotReads {
  const kept = new Map<string, { answer: PreparedAnswer; endsAtMs: number; reading: Reading }>();
  const making = new Map<string, Promise<PreparedAnswer>>();

  async function make(url: string, reading: Reading): Promise<PreparedAnswer> {
    const endsAtMs = Math.min(market.rounds.periodEndMs(), market.clock.now() + longestMs);
    const reply = await reading.answer();
    const headers = Object.fromEntries(Object.entries(reply.headers).map(([name, value]) => [name, String(value)]));
    const answer = await prepareAnswer(reading.route, reply.body, headers);
    kept.delete(url);
    kept.set(url, { answer, endsAtMs, reading });
    for (const oldest of kept.keys()) {
      if (kept.size <= mostAnswers) break;
      kept.delete(oldest);
    }
    return answer;
  }

  return (url) => {
    const found = kept.get(url);
    if (found && market.clock.now() < found.endsAtMs) return found.answer;
    const running = making.get(url);
    if (running) return running;
    const reading = found?.reading ?? readingOf(market, url);
    if (!reading) return undefined;
    const made = make(url, reading).finally(() => making.delete(url));
    making.set(url, made);
    return made;
  };
}
