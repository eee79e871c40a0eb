import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('hashchange', listener);
  window.addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('hashchange', listener);
    window.removeEventListener('popstate', listener);
  };
}

/** The chosen one of `names`, kept in the address behind #; the first one until another is chosen. A page that is written out shows the first. */
export function useHash(names: readonly string[]): [chosen: string, choose: (name: string) => void] {
  const first = names[0] ?? '';
  const hash = useSyncExternalStore(
    subscribe,
    () => window.location.hash.slice(1),
    () => '',
  );
  const choose = (name: string): void => {
    window.history.replaceState(window.history.state, '', `#${name}`);
    for (const listener of listeners) listener();
  };
  return [names.includes(hash) ? hash : first, choose];
}
