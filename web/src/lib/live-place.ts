// Places of a page that fill themselves without the program: a written page starts them at once, React finds them running and leaves their inside alone.

const running = new WeakMap<Element, () => void>();

/** Starts `run` for this element unless it runs already. Gives back the way to stop it. */
export function startOnce<Place extends HTMLElement>(place: Place, run: (place: Place) => () => void): () => void {
  if (!running.has(place)) running.set(place, run(place));
  return () => {
    running.get(place)?.();
    running.delete(place);
  };
}

/** Makes an element with attributes and children; texts stay texts. */
export function element(tag: string, attributes: Readonly<Record<string, string>> = {}, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** Asks for JSON of the platform. Throws when there is no answer or a refusal. */
export async function ask<Answer>(path: string, signal: AbortSignal): Promise<Answer> {
  const answer = await fetch(`/api${path}`, { headers: { Accept: 'application/json' }, signal: AbortSignal.any([signal, AbortSignal.timeout(15_000)]) });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return (await answer.json()) as Answer;
}

/** Fills a place from one call: `draw` gives what stands there; when the call fails, a sentence and Retry. */
export function fillFrom<Answer>(place: HTMLElement, path: string, draw: (answer: Answer) => (Node | string)[]): () => void {
  const ending = new AbortController();
  const read = async (): Promise<void> => {
    try {
      place.replaceChildren(...draw(await ask<Answer>(path, ending.signal)));
    } catch (error) {
      if (ending.signal.aborted) return;
      console.info('A part of the page could not be read', error);
      const retry = element('button', { type: 'button', class: 'tp-button', 'data-small': '' }, 'Retry');
      retry.addEventListener('click', () => void read());
      place.replaceChildren(
        element('div', { class: 'tp-banner', 'data-kind': 'error', role: 'alert' }, element('div', { class: 'tp-banner-words' }, 'Failed to fetch data'), retry),
      );
    }
    place.removeAttribute('aria-busy');
  };
  void read();
  return () => ending.abort();
}
