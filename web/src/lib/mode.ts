import { type Mode, mode } from '@tradepost/proto/api/gateway/paths.ts';
import { useSyncExternalStore } from 'react';
import { request } from './http.ts';

// What kind of installation this is. Demo or live stands in the page itself, written there by the gateway, so that nothing moves when the answer comes.
const listeners = new Set<() => void>();
let known: Mode | undefined;
let asked = false;

async function ask(): Promise<void> {
  try {
    known = await request(mode);
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
export const useMode = (): Mode | undefined =>
  useSyncExternalStore(
    subscribe,
    () => known,
    () => undefined,
  );

/** Whether this is the demonstration: as answered, else as the page says, else yes. */
export function useDemo(): boolean {
  const mode = useMode()?.mode;
  const page = useSyncExternalStore(subscribe, pageMode, () => undefined);
  return (mode ?? page) !== 'live';
}

/** What the gateway wrote into the page; something else while developing. */
const pageMode = (): string | undefined => document.documentElement.dataset.mode;
