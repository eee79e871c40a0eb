import { type ReactNode, useEffect, useId, useRef } from 'react';
import { attachTip } from '../lib/tip.ts';

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
  useEffect(() => (button.current && words.current ? attachTip(button.current, words.current) : undefined), []);
  return (
    <>
      <button ref={button} type="button" className={className} data-status={status} aria-describedby={id}>
        {children}
      </button>
      <span ref={words} id={id} role="tooltip" popover="manual" className="tp-tip">
        {tip}
      </span>
    </>
  );
}
