import { getSiteContent, type SiteContent } from '@tradepost/proto/api/site-content/paths.ts';
import { startTransition, useSyncExternalStore } from 'react';
import { request } from './http.ts';

// The texts of the public pages: built in as they were at first, replaced by the operator's edits once the page stands.
const listeners = new Set<() => void>();
let edited: SiteContent | undefined;
let asked = false;

/** The browser keeps the answer and its ETag; mostly the server has only "not modified" to say. */
async function ask(): Promise<void> {
  try {
    const answer = await request(getSiteContent, { params: { locale: 'en' } });
    // Version 1 is what the page was built with.
    if (answer.version === 1) return;
    edited = answer;
    startTransition(() => {
      for (const listener of listeners) listener();
    });
  } catch (error) {
    asked = false;
    console.info('The edited texts cannot be read; the built-in ones stay', error);
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!asked) {
    asked = true;
    // Nobody waits for this: first the page and its own calls.
    window.setTimeout(() => void ask(), 200);
  }
  return () => listeners.delete(listener);
}

/** One part of the texts; `builtIn` is the part as it was when the site was built. */
export function useSiteTexts<Part extends keyof SiteContent>(part: Part, builtIn: SiteContent[Part]): SiteContent[Part] {
  return useSyncExternalStore(
    subscribe,
    () => edited?.[part] ?? builtIn,
    () => builtIn,
  );
}
