import { type ReactNode, useEffect, useId, useRef } from 'react';

interface Props {
  className: string;
  /** The explanation, read out as the description of the button. */
  tip: string;
  children: ReactNode;
  status?: string;
}

/** A small button that explains itself: its words come at hover, at focus and at a tap, above everything else, and go with Esc. */
export function Tip({ className, tip, children, status }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const words = useRef<HTMLSpanElement>(null);
  const hide = () => words.current?.hidePopover?.();
  const show = () => {
    const box = words.current;
    const place = button.current?.getBoundingClientRect();
    if (!box?.showPopover || !place) return;
    box.showPopover();
    const { width, height } = box.getBoundingClientRect();
    const below = place.bottom + 6 + height <= window.innerHeight;
    box.style.left = `${Math.max(8, Math.min(place.left, document.documentElement.clientWidth - width - 8))}px`;
    box.style.top = `${below ? place.bottom + 6 : place.top - 6 - height}px`;
  };
  useEffect(() => {
    // It stands where the button stood; a page that scrolls away takes it along.
    window.addEventListener('scroll', hide, { passive: true });
    return () => window.removeEventListener('scroll', hide);
  });
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        data-status={status}
        aria-describedby={id}
        onMouseEnter={show}
        onMouseLeave={hide}
        onFocus={show}
        onBlur={hide}
        onClick={show}
        onKeyDown={(event) => event.key === 'Escape' && hide()}
      >
        {children}
      </button>
      <span ref={words} id={id} role="tooltip" popover="manual" className="tp-tip">
        {tip}
      </span>
    </>
  );
}
