import { readAmount } from '@tradepost/proto/api/money.ts';
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { caretFromRight, countRight } from '../lib/caret.ts';
import { completeDecimals, groupDigits, readTyped } from '../lib/money-input.ts';
import { amountInWords } from '../lib/words.ts';
import { FieldNotes } from './field.tsx';

interface Props {
  id?: string;
  label?: string;
  name?: string;
  /** Plain text such as `12345.6`; empty for nothing. Judge it with readAmount of proto/api/money.ts. */
  value: string;
  onChange: (value: string) => void;
  /** Stands under the field while nothing is typed, and before the words: "Up to ₹2,80,000.00." */
  hint?: ReactNode;
  error?: string | undefined;
  readOnly?: boolean;
  /** The large one of the withdrawal form. */
  large?: boolean;
  autoFocus?: boolean;
}

/** An amount of rupees: grouped while typing, at most two decimals, with the amount in words below. Paste takes "₹1,23,456.7". */
export function MoneyField({ id, label = 'Amount', name, value, onChange, hint, error, readOnly = false, large = false, autoFocus = false }: Props) {
  const own = useId();
  const control = id ?? own;
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | undefined>(undefined);
  const [note, setNote] = useState('');
  const shown = groupDigits(value);
  useLayoutEffect(() => {
    if (caret.current === undefined || document.activeElement !== input.current) return;
    const at = caretFromRight(shown, caret.current);
    input.current?.setSelectionRange(at, at);
    caret.current = undefined;
  });
  const type = (text: string, at: number) => {
    const typed = readTyped(text);
    caret.current = typed.tooFine ? 0 : countRight(text, at);
    if (typed.refused) {
      setNote('Digits and one decimal point only');
      caret.current = countRight(shown, Math.min(at, shown.length));
      onChange(value);
      return;
    }
    setNote(typed.tooFine ? 'At most 2 decimals' : '');
    onChange(typed.value);
  };
  const amountPaise = readAmount(completeDecimals(value));
  const words = amountPaise === undefined ? '' : amountInWords(amountPaise);
  return (
    <div className="tp-field" data-invalid={error ? true : undefined}>
      <label htmlFor={control}>{label}</label>
      <div className="tp-control tp-money" data-large={large || undefined}>
        <span className="tp-money-sign" aria-hidden="true">
          ₹
        </span>
        <input
          ref={input}
          id={control}
          name={name}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="next"
          placeholder="0.00"
          step="0.01"
          min="0"
          // biome-ignore lint/a11y/noAutofocus: asked for by screens whose one purpose is this field.
          autoFocus={autoFocus}
          value={shown}
          readOnly={readOnly}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${control}-hint${error ? ` ${control}-error` : ''}`}
          onChange={(event) => type(event.target.value, event.target.selectionStart ?? event.target.value.length)}
          onBlur={() => {
            setNote('');
            if (value !== '') onChange(completeDecimals(value));
          }}
        />
      </div>
      <FieldNotes
        id={control}
        error={error}
        hint={
          <>
            <span aria-live="polite">{note || (words && `${words}.`)}</span> {hint}
          </>
        }
      />
    </div>
  );
}
