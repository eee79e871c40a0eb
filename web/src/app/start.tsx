import '../lib/nonce.ts';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { loadPage, publicPageAt } from './public-page.tsx';

/** Draws the page into `root`, or takes over the page that is written there. Resolves when it can be used. */
export async function start(root: HTMLElement): Promise<void> {
  const page = publicPageAt(window.location.pathname);
  if (root.firstElementChild === null || page === undefined) {
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    );
    return;
  }
  await loadPage(page);
  const typed = takeTyped(root);
  await new Promise<void>((ready) => {
    hydrateRoot(
      root,
      <StrictMode>
        <App onReady={ready} />
      </StrictMode>,
    );
  });
  for (const giveBack of typed) giveBack();
}

/** What was typed before the program came is taken out of the fields, and given back once they belong to it, so that it hears of the words. */
function takeTyped(root: HTMLElement): (() => void)[] {
  const fields = Array.from(root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')).filter(({ value }) => value !== '');
  return fields.map((field) => {
    const words = field.value;
    field.value = '';
    return () => {
      // React watches the property of the field itself; the one of its kind goes past that, so that the event counts as a change.
      const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
      Object.getOwnPropertyDescriptor(kind, 'value')?.set?.call(field, words);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    };
  });
}
