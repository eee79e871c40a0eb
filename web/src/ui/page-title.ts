import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Sets "{page} · Tradepost" as the title of the window. */
export function usePageTitle(page: string): void {
  useEffect(() => {
    document.title = `${page} · Tradepost`;
  }, [page]);
}

/** For the h1 of a page: takes the focus when the page was reached from another one, never at the first load. */
export function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  const firstKey = useRef(key);
  useEffect(() => {
    if (firstKey.current !== 'default') heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}
