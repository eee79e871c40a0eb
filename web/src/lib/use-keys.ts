import { useEffect, useRef } from 'react';

/** What single keys do on a page, by `event.key` in lower case. */
export type KeyMap = Readonly<Record<string, () => void>>;

/** Typing, choosing and open dialogs keep their keys for themselves. */
const busyElsewhere = (target: EventTarget | null): boolean =>
  document.querySelector('.tp-confirm, .ant-drawer-open') !== null ||
  (target instanceof HTMLElement && (target.isContentEditable || target.closest('input, textarea, select, [role="dialog"]') !== null));

/** Single keys of a page. They work outside fields and dialogs, without Ctrl, Alt or Meta; holding a key down repeats nothing. */
export function useKeys(keys: KeyMap): void {
  const newest = useRef(keys);
  useEffect(() => {
    newest.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.repeat || event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || busyElsewhere(event.target)) return;
      const deed = newest.current[event.key.toLowerCase()];
      if (!deed) return;
      event.preventDefault();
      deed();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
