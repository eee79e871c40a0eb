import { daysLater, lastSession, type Session, sessionOf } from '../calendar.ts';
import { closes, closesOf } from '../closes.ts';
import { indexSymbols, isIndex, members } from '../instruments.ts';
import { type Bar, type Quote, rounded } from '../quote.ts';
import type { Feed } from './feed.ts';

/** Steps of a day line: each minute of an ordinary session. A shorter session has shorter steps. */
const steps = 375;
const barSteps = 5;
/** How far a price goes in a day: with the whole market, and by itself. */
const marketSigma = 0.006;
const ownSigma = 0.011;
/** What is left of yesterday's distance from the table after a day: without it, years of a random walk would end anywhere. */
const memory = 0.985;

/** Text and number to 32 bits (FNV-1a, then the finalizer of MurmurHash3). */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Numbers of a normal distribution that follow from the seed alone: sums of twelve even ones, made by a linear congruential generator. */
function normals(seed: string): () => number {
  let state = hashOf(seed);
  const even = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 0x1_0000_0000;
  };
  return () => {
    let total = -6;
    for (let count = 0; count < 12; count += 1) total += even();
    return total;
  };
}

/** How one day of a walk goes: from 0 to `end`, in steps, as a bridge between the two. */
function bridge(seed: string, end: number, sigma: number): Float64Array {
  const next = normals(seed);
  const walk = new Float64Array(steps + 1);
  for (let step = 1; step <= steps; step += 1) walk[step] = (walk[step - 1] ?? 0) + (next() * sigma) / Math.sqrt(steps);
  const drift = end - (walk[steps] ?? 0);
  for (let step = 1; step <= steps; step += 1) walk[step] = (walk[step] ?? 0) + (drift * step) / steps;
  return walk;
}

const bases = new Map(closes.map(([symbol, , close, volume]) => [symbol, { close, volume }]));
const stockSymbols = closes.map(([symbol]) => symbol).filter((symbol) => !isIndex(symbol));

/** One session of everything: for each symbol the price at each step, beginning with the close of the session before. */
interface Day {
  readonly session: Session;
  readonly paths: ReadonlyMap<string, Float64Array>;
}

/** Where each walk stands after a number of sessions: the distance from the table, as a logarithm. */
interface Standing {
  readonly day: string;
  readonly market: number;
  readonly own: ReadonlyMap<string, number>;
}

/** The standing at the close of a session, from the one before. The whole history follows from seed and date, so every machine and every start has the same. */
function after(seed: string, before: Standing, day: string): Standing {
  const market = before.market * memory + normals(`${seed}|market|${day}`)() * marketSigma;
  const own = new Map(stockSymbols.map((symbol) => [symbol, (before.own.get(symbol) ?? 0) * memory + normals(`${seed}|${symbol}|${day}`)() * ownSigma]));
  return { day, market, own };
}

function dayBetween(seed: string, before: Standing, end: Standing, session: Session): Day {
  const market = bridge(`${seed}|market|${session.day}|line`, end.market - before.market, marketSigma);
  const paths = new Map<string, Float64Array>();
  for (const symbol of stockSymbols) {
    const [from, to] = [before.own.get(symbol) ?? 0, end.own.get(symbol) ?? 0];
    const own = bridge(`${seed}|${symbol}|${session.day}|line`, to - from, ownSigma);
    const base = bases.get(symbol)?.close ?? 0;
    paths.set(
      symbol,
      own.map((value, step) => base * Math.exp(before.market + from + (market[step] ?? 0) + value)),
    );
  }
  // An index is what its members make of it, each counted the same: their weights by free float are not published.
  for (const index of indexSymbols) {
    const base = bases.get(index)?.close ?? 0;
    const path = new Float64Array(steps + 1);
    for (const member of members[index]) {
      const line = paths.get(member);
      const close = bases.get(member)?.close ?? 1;
      for (let step = 0; step <= steps; step += 1) path[step] = (path[step] ?? 0) + (base * (line?.[step] ?? close)) / close / members[index].length;
    }
    paths.set(index, path);
  }
  return { session, paths };
}

/** Walks from the table's date to any session; the last one is kept, since all symbols ask for the same. */
function walker(seed: string): (session: Session) => Day {
  const origin: Standing = { day: closesOf, market: 0, own: new Map() };
  let reached: { before: Standing; end: Standing } | undefined;
  let kept: Day | undefined;
  return (session) => {
    if (kept?.session.day === session.day) return kept;
    let [before, end] = reached && reached.end.day < session.day ? [reached.before, reached.end] : [origin, origin];
    while (end.day < session.day) {
      const day = daysLater(end.day, 1);
      [before, end] = sessionOf(day) ? [end, after(seed, end, day)] : [before, { ...end, day }];
    }
    reached = { before, end };
    // A time before the table's date sees its closing prices stand still.
    kept = dayBetween(seed, session.day <= closesOf ? origin : before, end, session);
    return kept;
  };
}

/** The share of a day's volume that is traded by a share of its time: more at both ends. */
const traded = (share: number): number => 0.5 + 4 * (share - 0.5) ** 3;

function barsUntil(path: Float64Array, session: Session, passed: number, dayVolume: number): Bar[] {
  const stepMs = (session.closesAtMs - session.opensAtMs) / steps;
  const bars: Bar[] = [];
  for (let from = 0; from < steps && from <= passed; from += barSteps) {
    const to = Math.min(from + barSteps, passed);
    const inside = [...path.subarray(from, Math.floor(to) + 1), priceAt(path, to)];
    const volume = Math.round(dayVolume * (traded(to / steps) - traded(from / steps)));
    bars.push({
      ...{ atMs: session.opensAtMs + from * stepMs, volume },
      ...{ open: rounded(inside[0] ?? 0), high: rounded(Math.max(...inside)), low: rounded(Math.min(...inside)), close: rounded(inside.at(-1) ?? 0) },
    });
    if (to >= passed) break;
  }
  return bars;
}

/** The price between two steps. */
function priceAt(path: Float64Array, passed: number): number {
  const step = Math.min(Math.floor(passed), steps);
  const [from, to] = [path[step] ?? 0, path[Math.min(step + 1, steps)] ?? 0];
  return from + (to - from) * (passed - step);
}

/** The price of a symbol at a time, made by Tradepost: the same for the same seed, symbol and time everywhere; moves in sessions alone and stands still between them. Throws an Error for an unknown symbol. */
export function simulate(seed: string): (symbol: string, atMs: number) => Quote {
  const dayOfSession = walker(seed);
  return (symbol, atMs) => {
    const base = bases.get(symbol);
    const { session, paths } = dayOfSession(lastSession(atMs));
    const path = paths.get(symbol);
    if (!base || !path) throw new Error(`There is no symbol ${symbol}.`);
    const asOfMs = Math.min(atMs, session.closesAtMs);
    const passed = ((asOfMs - session.opensAtMs) / (session.closesAtMs - session.opensAtMs)) * steps;
    const dayVolume = base.volume * Math.exp(normals(`${seed}|${symbol}|${session.day}|volume`)() * 0.25);
    const bars = barsUntil(path, session, passed, dayVolume);
    const [lows, highs] = [bars.map(({ low }) => low ?? 0), bars.map(({ high }) => high ?? 0)];
    return {
      ...{ symbol, currency: 'INR', source: 'simulated', asOfMs, bars },
      ...{ price: rounded(priceAt(path, passed)), previousClose: rounded(path[0] ?? 0), low: Math.min(...lows), high: Math.max(...highs) },
      volume: bars.reduce((total, bar) => total + (bar.volume ?? 0), 0),
    };
  };
}

/** The simulated source. `seed` may be any text. */
export function simulatedFeed(options: { seed: string; now: () => number }): Feed {
  const quoteAt = simulate(options.seed);
  return { source: 'simulated', quote: async (symbol) => quoteAt(symbol, options.now()) };
}
