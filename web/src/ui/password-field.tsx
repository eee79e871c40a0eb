import { Eye, EyeOff, KeyRound } from 'lucide-react';
import { type Ref, useRef, useState } from 'react';
import { passwordStrength } from '../lib/password.ts';
import { Field } from './field.tsx';
import { Icon } from './icon.tsx';

interface Props {
  id: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  autoComplete: 'current-password' | 'new-password';
  error?: string | undefined;
  hint?: string;
  /** For a new password: says in a word and a bar how strong it is. */
  strength?: boolean;
  required?: boolean;
  name?: string;
  inputRef?: Ref<HTMLInputElement>;
}

/** A password with show/hide, which keeps the caret, and a note while caps lock is on. */
export function PasswordField({ id, label, value, onChange, autoComplete, error, hint, strength = false, required = true, name, inputRef }: Props) {
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const own = useRef<HTMLInputElement | null>(null);
  const toggle = () => {
    const [from, to] = [own.current?.selectionStart ?? null, own.current?.selectionEnd ?? null];
    setShown(!shown);
    requestAnimationFrame(() => own.current?.setSelectionRange(from, to));
  };
  const notes = [hint, capsLock ? 'Caps lock is on.' : ''].filter(Boolean).join(' ');
  return (
    <Field id={id} label={label} error={error} hint={strength ? <Strength value={value} hint={notes} /> : notes}>
      {(control) => (
        <div className="tp-control">
          <Icon of={KeyRound} />
          <input
            {...control}
            ref={(element) => {
              own.current = element;
              if (typeof inputRef === 'function') inputRef(element);
              else if (inputRef) inputRef.current = element;
            }}
            type={shown ? 'text' : 'password'}
            name={name}
            value={value}
            required={required}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => onChange(event.target.value)}
            onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
          />
          <button
            type="button"
            className="tp-icon-button"
            aria-label={shown ? 'Hide password' : 'Show password'}
            title={shown ? 'Hide password' : 'Show password'}
            onClick={toggle}
          >
            <Icon of={shown ? EyeOff : Eye} />
          </button>
        </div>
      )}
    </Field>
  );
}

function Strength({ value, hint }: { value: string; hint: string }) {
  const { steps, word } = passwordStrength(value);
  return (
    <>
      <span className="tp-strength" data-steps={value ? steps : 0} aria-hidden="true">
        <i />
        <i />
        <i />
        <i />
      </span>
      <span aria-live="polite">{value ? `${word}. ` : ''}</span>
      {hint}
    </>
  );
}
