import { type Mode, mode } from '@tradepost/proto/api/gateway/paths.ts';
import { useSyncExternalStore } from 'react';
import { request } from './http.ts';

// What kind of installation this is. Remembered, so that the banner's place is right before the answer of the next visit.
const keptKey = 'tp-mode';
const listeners = new Set<() => void>();
let known: Mode | undefined;
let asked = false;

async function ask(): Promise<void> {
  try {
    known = await request(mode);
    localStorage.setItem(keptKey, known.mode);
    for (const listener of listeners) listener();
  } catch (error) {
    // The page works without: no demo buttons, and the banner stays as it was at the last visit. The next page asks again.
    asked = false;
    console.info('The mode is not known', error);
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!asked) {
    asked = true;
    void ask();
  }
  return () => listeners.delete(listener);
}

/** The answer of GET /mode; undefined until it is known. */
export const useMode = (): Mode | undefined => useSyncExternalStore(subscribe, () => known);

/** Whether the demo banner has its place: as answered, else as at the last visit, else yes. */
export function useDemo(): boolean {
  return (useMode()?.mode ?? localStorage.getItem(keptKey) ?? 'demo') === 'demo';
}
