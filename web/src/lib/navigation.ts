import { startTransition, useSyncExternalStore } from 'react';

// Where the reader is. The public pages find their way with this alone: react-router (30 kB) comes with the signed-in part.
const listeners = new Set<() => void>();
let place = typeof window === 'undefined' ? '/' : window.location.pathname + window.location.search;

/** Takes over the address as it is now, after the router of the signed-in part has changed it. */
export function syncPlace(): void {
  place = window.location.pathname + window.location.search;
  startTransition(() => {
    for (const listener of listeners) listener();
  });
}
if (typeof window !== 'undefined') window.addEventListener('popstate', syncPlace);

/** Says where the reader is when there is no browser: the public pages are written out once when the site is built. */
export function setPlace(path: string): void {
  place = path;
}

// What would be lost by leaving, as a question; see askBeforeLeavingPublic.
let question = '';

function askTheBrowser(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** From now on leaving a public page asks: by a link of the site in these words, by the browser in its own. An empty text ends it. */
export function askBeforeLeavingPublic(text: string): void {
  question = text;
  if (text) window.addEventListener('beforeunload', askTheBrowser);
  else window.removeEventListener('beforeunload', askTheBrowser);
}

/** Goes to a path of this site. `from` is kept with the entry of the history: the page that was asked for before signing in. */
export function goTo(path: string, { replace = false, from }: { replace?: boolean; from?: string | undefined } = {}): void {
  const leaving = path.split('?')[0] !== window.location.pathname;
  if (leaving && question && !window.confirm(question)) return;
  const state = from ? { from } : null;
  if (replace) window.history.replaceState(state, '', path);
  else {
    window.history.pushState(state, '', path);
    window.scrollTo(0, 0);
  }
  syncPlace();
}

/** The page that was asked for before signing in, if any. Only paths of this site are believed. */
export function askedFor(): string | undefined {
  const state: unknown = window.history.state;
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined;
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : undefined;
}

/** Path and query of the address, for public pages. */
export function usePlace(): { pathname: string; query: URLSearchParams } {
  const [pathname = '/', search] = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => place,
    () => place,
  ).split('?');
  return { pathname, query: new URLSearchParams(search) };
}
