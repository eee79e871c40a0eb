import { useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';
export type Rows = 'comfortable' | 'compact';

const root = document.documentElement;
const listeners = new Set<() => void>();
const dark = window.matchMedia('(prefers-color-scheme: dark)');
const notify = (): void => {
  for (const listener of listeners) listener();
};
dark.addEventListener('change', notify);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const readTheme = (): Theme => (root.dataset.theme === 'light' || root.dataset.theme === 'dark' ? root.dataset.theme : 'system');
const readScheme = (): 'light' | 'dark' => {
  const theme = readTheme();
  if (theme !== 'system') return theme;
  return dark.matches ? 'dark' : 'light';
};
const readRows = (): Rows => (root.dataset.density === 'compact' ? 'compact' : 'comfortable');

/** Sets and keeps the theme. public/theme.js reads it back before the first paint. */
export function setTheme(theme: Theme): void {
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  localStorage.setItem('tp-theme', theme);
  notify();
}

/** Sets and keeps how high table rows are. */
export function setRows(rows: Rows): void {
  if (rows === 'compact') root.dataset.density = 'compact';
  else delete root.dataset.density;
  localStorage.setItem('tp-rows', rows);
  notify();
}

/** What the person chose. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, readTheme);
/** The colours shown now: the choice, or the system's. */
export const useScheme = (): 'light' | 'dark' => useSyncExternalStore(subscribe, readScheme);
export const useRows = (): Rows => useSyncExternalStore(subscribe, readRows);
