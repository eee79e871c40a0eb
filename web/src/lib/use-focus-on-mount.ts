import { type RefObject, useEffect } from 'react';

/** How long a dialog takes to close; until then it draws the focus back to itself, and then lets it fall to the body. */
const dialogCloseMs = 350;

/** Moves the focus to `target` when the part is drawn, if `wanted`; once more when a dialog that was closing has let go of it. */
export function useFocusOnMount(target: RefObject<HTMLElement | null>, wanted: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves once, when the part is drawn.
  useEffect(() => {
    if (!wanted) return;
    target.current?.focus();
    const timer = setTimeout(() => {
      // A dialog that was opened meanwhile keeps it.
      if (document.activeElement === null || document.activeElement === document.body) target.current?.focus();
    }, dialogCloseMs);
    return () => clearTimeout(timer);
  }, []);
}
