import { useSyncExternalStore } from 'react';

/** Whether a media query holds now; the screen follows when it changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
  );
}

/** From 768 px: tables instead of cards. */
export const useTableWidth = (): boolean => useMedia('(min-width: 48rem)');
/** From 1024 px: the sidebar stands. */
export const useSidebarWidth = (): boolean => useMedia('(min-width: 64rem)');
export const useReducedMotion = (): boolean => useMedia('(prefers-reduced-motion: reduce)');
export const useCoarsePointer = (): boolean => useMedia('(pointer: coarse)');
