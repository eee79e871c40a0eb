/**
 * Lets `button` show `words` (a `popover="manual"` element) at hover, at focus and at a tap, above everything else; Esc, leaving and scrolling hide them.
 * Gives back the way to stop.
 */
export function attachTip(button: HTMLElement, words: HTMLElement): () => void {
  const hide = (): void => words.hidePopover?.();
  const show = (): void => {
    if (!words.showPopover || !words.isConnected) return;
    words.showPopover();
    const place = button.getBoundingClientRect();
    const { width, height } = words.getBoundingClientRect();
    const below = place.bottom + 6 + height <= window.innerHeight;
    words.style.left = `${Math.max(8, Math.min(place.left, document.documentElement.clientWidth - width - 8))}px`;
    words.style.top = `${below ? place.bottom + 6 : place.top - 6 - height}px`;
  };
  const ending = new AbortController();
  const { signal } = ending;
  for (const name of ['mouseenter', 'focus', 'click']) button.addEventListener(name, show, { signal });
  for (const name of ['mouseleave', 'blur']) button.addEventListener(name, hide, { signal });
  button.addEventListener('keydown', (event) => event.key === 'Escape' && hide(), { signal });
  // It stands where the button stood; a page that scrolls away takes it along.
  window.addEventListener('scroll', hide, { passive: true, signal });
  return () => ending.abort();
}
