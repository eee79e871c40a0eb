import { type InputHTMLAttributes, type ReactNode, useLayoutEffect, useRef } from 'react';
import { caretFromRight, countRight } from '../lib/caret.ts';

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'prefix'> {
  /** Without separators. */
  value: string;
  onChange: (value: string) => void;
  /** Makes the value of what was typed or pasted: drops what does not belong. */
  read: (typed: string) => string;
  /** Puts the separators in. */
  show: (value: string) => string;
  /** Stands fixed before the field: "+91". */
  prefix?: ReactNode;
}

/** A field that shows its value in groups while it is typed, and keeps the caret. */
export function GroupedInput({ value, onChange, read, show, prefix, ...rest }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const right = useRef<number | undefined>(undefined);
  const shown = show(value);
  useLayoutEffect(() => {
    if (right.current === undefined || document.activeElement !== input.current) return;
    const at = caretFromRight(shown, right.current);
    input.current?.setSelectionRange(at, at);
    right.current = undefined;
  });
  return (
    <div className="tp-control">
      {prefix && <span className="tp-money-sign">{prefix}</span>}
      <input
        {...rest}
        ref={input}
        type={rest.type ?? 'text'}
        value={shown}
        onChange={(event) => {
          right.current = countRight(event.target.value, event.target.selectionStart ?? event.target.value.length);
          onChange(read(event.target.value));
        }}
      />
    </div>
  );
}
