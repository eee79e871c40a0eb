import { type DayPoint, sessionOf } from './day-line.ts';

/** A made-up trading day. */
export interface SampleDay {
  readonly previousClose: number;
  readonly points: readonly DayPoint[];
}

/** Numbers between 0 and 1 that are the same at each run: a 32-bit xorshift (Marsaglia 2003). */
function seeded(seed: number): () => number {
  // Zero would stay zero for ever.
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4_294_967_296;
  };
}

/**
 * A day of five-minute prices that ends `closeShare` above (or below) `previousClose`, always the same for the same seed.
 * Made by arithmetic, never recorded: recorded prices may not be published, and nobody may take these for real ones.
 */
export function sampleDay(seed: number, previousClose: number, openShare: number, closeShare: number): SampleDay {
  // Any Wednesday; the day is never shown.
  const { fromMs, toMs } = sessionOf(Date.UTC(2025, 0, 1, 6));
  const random = seeded(seed);
  const count = (toMs - fromMs) / 300_000;
  const walk = [0];
  for (let step = 1; step <= count; step += 1) walk.push((walk[step - 1] ?? 0) + (random() + random() + random() - 1.5) * 0.0011);
  const drift = (walk[count] ?? 0) - (closeShare - openShare);
  const points = walk.map((way, step) => {
    const share = openShare + way - (drift * step) / count;
    return { timeMs: fromMs + step * 300_000, price: Math.round(previousClose * (1 + share) * 20) / 20 };
  });
  return { previousClose, points };
}
