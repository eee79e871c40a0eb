import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';

interface MenuParts {
  readonly open: boolean;
  readonly close: () => void;
  /** Around button and list. */
  readonly box: RefObject<HTMLDivElement | null>;
  readonly button: { onClick: () => void; onKeyDown: (event: KeyboardEvent) => void };
  readonly list: { onKeyDown: (event: KeyboardEvent) => void };
}

/** A menu button by the ARIA pattern: arrows move, Home and End jump, Esc closes and gives the focus back, a press outside closes. */
export function useMenu(): MenuParts {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const items = (): HTMLElement[] => Array.from(box.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []);
  useEffect(() => {
    if (!open) return;
    box.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
    const outside = (event: Event) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [open]);
  const move = (event: KeyboardEvent) => {
    const all = items();
    const at = document.activeElement instanceof HTMLElement ? all.indexOf(document.activeElement) : -1;
    const next = { ArrowDown: (at + 1) % all.length, ArrowUp: (at - 1 + all.length) % all.length, Home: 0, End: all.length - 1 }[event.key];
    if (next !== undefined) {
      event.preventDefault();
      all[next]?.focus();
    }
    if (event.key === 'Tab') setOpen(false);
    if (event.key === 'Escape') {
      setOpen(false);
      box.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus();
    }
  };
  return {
    open,
    close: () => setOpen(false),
    box,
    button: {
      onClick: () => setOpen(!open),
      onKeyDown: (event) => {
        if (event.key !== 'ArrowDown' || open) return;
        event.preventDefault();
        setOpen(true);
      },
    },
    list: { onKeyDown: move },
  };
}
