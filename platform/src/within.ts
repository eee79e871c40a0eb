import { Refused } from './errors.ts';

const unavailable = (): never => {
  throw new Refused('unavailable');
};

/**
 * Gives what `work` gives, or after `limitMs` what `late` gives; what either throws is thrown. Unless told otherwise being late is Refused `unavailable` (503).
 * What `work` does afterwards is of no interest.
 */
export async function within<T, Late = never>(limitMs: number, work: Promise<T>, late: () => Late = unavailable): Promise<T | Late> {
  const silence = Promise.withResolvers<'late'>();
  const timer = setTimeout(() => silence.resolve('late'), limitMs);
  try {
    const first = await Promise.race([work.then((result) => ({ result })), silence.promise]);
    return first === 'late' ? late() : first.result;
  } finally {
    clearTimeout(timer);
  }
}
