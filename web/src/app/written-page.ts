// What happens on a page that came with its texts, before the program is there. It is a document: links, the menu and the footer work by themselves.

/** The first sign that somebody uses the page. */
const signs = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown', 'focusin'] as const;

/** The texts were edited since the page was written: version 1 is what it was built with. */
async function textsChanged(): Promise<boolean> {
  try {
    // Named by its version, the answer is mostly "not modified" and nothing else.
    // The version is the first part of the ETag; the texts themselves are not needed for this question.
    const answer = await fetch('/api/site-content/en', { method: 'HEAD' });
    const version = /^(?:W\/)?"(\d+)/.exec(answer.headers.get('ETag') ?? '')?.[1];
    return version !== undefined && version !== '1';
  } catch (error) {
    console.info('Whether the texts were edited is not known; the written ones stay', error);
    return false;
  }
}

/**
 * Fills the places that fill themselves, and calls `startProgram` when it is needed: at the first sign of use, for somebody who is signed in, in live mode
 * (whose texts differ from the written ones of the demonstration), and after edits of the operator. A button pressed before it is there is pressed again once it is.
 */
export function startWritten(root: HTMLElement, startProgram: () => Promise<void>): void {
  const hero = root.querySelector<HTMLElement>('.site-hero');
  if (hero) void import('../features/site/hero-live.ts').then(({ startHero }) => startHero(hero));
  const office = root.querySelector<HTMLElement>('[data-live="office"]');
  if (office) void import('../features/site/office-live.ts').then(({ startOffice }) => startOffice(office));
  const hours = root.querySelector<HTMLElement>('[data-live="hours"]');
  if (hours) void import('../features/site/hours-live.ts').then(({ startHours }) => startHours(hours));

  let asked = false;
  let pressed: HTMLElement | undefined;
  const keepPress = (event: Event): void => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('button:not([popovertarget])') : null;
    if (event.type === 'click' && !button) return;
    if (button) pressed = button;
    // A form without its program would only load the page anew.
    event.preventDefault();
  };
  const start = async (): Promise<void> => {
    if (asked) return;
    asked = true;
    for (const sign of signs) document.removeEventListener(sign, begin);
    try {
      await startProgram();
      root.removeEventListener('click', keepPress, true);
      root.removeEventListener('submit', keepPress, true);
      if (pressed?.isConnected) pressed.click();
    } catch (error) {
      // The document stays readable; the next sign tries again.
      console.info('The program did not come', error);
      asked = false;
      listen();
    }
  };
  const begin = (): void => void start();
  const listen = (): void => {
    for (const sign of signs) document.addEventListener(sign, begin, { passive: true });
  };
  root.addEventListener('click', keepPress, true);
  root.addEventListener('submit', keepPress, true);
  listen();

  const { signedIn, mode } = document.documentElement.dataset;
  if (signedIn !== undefined || mode === 'live') begin();
  else {
    setTimeout(() => {
      void textsChanged().then((changed) => {
        if (changed) begin();
      });
    }, 1000);
  }
}
