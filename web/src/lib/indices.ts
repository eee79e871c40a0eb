import { agedStatus } from './data-status.ts';
import { type IndexDay, readIndexDay, sampleIndexDay } from './index-day.ts';

export const refreshMs = 60_000;

/** The three indices: their calls below /api (proto/api/market/paths.ts) and their names on the page. */
export const indexNames = [
  ['nifty', 'NIFTY'],
  ['banknifty', 'BANK NIFTY'],
  ['sensex', 'SENSEX'],
] as const;
export type IndexName = (typeof indexNames)[number][0];

export interface Indices {
  readonly days: Readonly<Record<IndexName, IndexDay>>;
  /** False until the first answers, or their absence, are known. */
  readonly known: boolean;
  /** The moment the statuses are meant for. */
  readonly nowMs: number;
}

const builtIn: Indices['days'] = { nifty: sampleIndexDay('nifty'), banknifty: sampleIndexDay('banknifty'), sensex: sampleIndexDay('sensex') };

/** What is shown before anybody has answered. */
export const firstIndices: Indices = { days: builtIn, known: false, nowMs: 0 };

/** Asks for one index; undefined when there is no answer to show. */
async function ask(index: IndexName): Promise<IndexDay | undefined> {
  try {
    const answer = await fetch(`/api/${index}`, { headers: { Accept: 'application/json' }, signal: AbortSignal.timeout(10_000) });
    return answer.ok ? readIndexDay(await answer.json(), answer.headers.get('X-Data-Status')) : undefined;
  } catch (error) {
    console.info('An index did not answer', error);
    return undefined;
  }
}

interface Answered {
  readonly day: IndexDay;
  readonly answeredMs: number;
}

function aged(answered: Partial<Record<IndexName, Answered>>, nowMs: number): Indices['days'] {
  const one = (index: IndexName): IndexDay => {
    const last = answered[index];
    return last ? { ...last.day, status: agedStatus(last.day.status, last.answeredMs, nowMs, refreshMs) } : builtIn[index];
  };
  return { nifty: one('nifty'), banknifty: one('banknifty'), sensex: one('sensex') };
}

/**
 * Asks for the indices of `names` now and every minute while the page is seen, and tells `tell` of each outcome. What never answered is the built-in sample day;
 * what fell silent keeps its last prices and ages. Gives back the way to stop.
 */
export function followIndices(tell: (indices: Indices) => void, names: readonly IndexName[] = indexNames.map(([index]) => index)): () => void {
  const answered: Partial<Record<IndexName, Answered>> = {};
  let lastMs = 0;
  let ended = false;
  const refresh = async (): Promise<void> => {
    lastMs = Date.now();
    await Promise.all(
      names.map(async (index) => {
        const day = await ask(index);
        if (day) answered[index] = { day, answeredMs: Date.now() };
      }),
    );
    if (!ended) tell({ days: aged(answered, Date.now()), known: true, nowMs: Date.now() });
  };
  const look = (): void => {
    if (document.visibilityState === 'visible' && Date.now() - lastMs >= refreshMs - 500) void refresh();
  };
  look();
  const timer = setInterval(look, refreshMs);
  document.addEventListener('visibilitychange', look);
  return () => {
    ended = true;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
}
