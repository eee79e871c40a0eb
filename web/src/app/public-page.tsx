import { type ComponentType, use } from 'react';
import { type Page, publicRoutes } from './public-routes.ts';

type Loaded = { default: ComponentType };
const loading = new Map<Page, Promise<Loaded>>();

/** The public page at a path, with or without a slash at its end; undefined when there is none. */
export const publicPageAt = (pathname: string): Page | undefined => publicRoutes[pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname];

/** Loads the file of a page once; one that failed is asked for again the next time. */
export function loadPage(page: Page): Promise<unknown> {
  const known = loading.get(page);
  if (known) return known;
  const started = page();
  loading.set(page, started);
  started.then(
    // React reads a promise that carries these two at once instead of waiting for it.
    (value) => Object.assign(started, { status: 'fulfilled', value }),
    () => loading.delete(page),
  );
  return started;
}

/** Shows a public page as soon as its file is there. One that is there already comes in the same breath, so that a page written out by the build is taken over as it stands. */
export function PublicPage({ page }: { page: Page }) {
  void loadPage(page);
  const ready = loading.get(page);
  if (!ready) return null;
  const { default: Component } = use(ready);
  return <Component />;
}
