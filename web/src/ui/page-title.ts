import { type RefObject, useEffect, useRef } from 'react';

/** Sets "{page} · Tradepost" as the title of the window; with `whole` the words alone, where they name Tradepost themselves. */
export function usePageTitle(page: string, whole = false): void {
  useEffect(() => {
    document.title = whole ? page : `${page} · Tradepost`;
  }, [page, whole]);
}

// The page a visit begins with leaves the focus where the browser put it.
let arrived = false;

/** For the h1 of a page: takes the focus when the page was reached from another one. */
export function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (arrived) heading.current?.focus({ preventScroll: true });
    const timer = setTimeout(() => {
      arrived = true;
    });
    return () => clearTimeout(timer);
  }, []);
  return heading;
}
