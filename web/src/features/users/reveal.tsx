import { Eye, EyeOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { spokenMask } from '../../lib/format.ts';
import { messageOf } from '../../lib/problem.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Known } from '../../ui/missing.tsx';
import { askReveal } from './api.ts';

const shownForMs = 60_000;

interface Props {
  /** `_id` of the account. */
  id: string;
  field: 'pancard' | 'accountNumber';
  /** As everywhere else: the last four. */
  masked: string | null | undefined;
  /** Completes the names of the buttons: "Show account number". */
  what: string;
}

/** A masked number that can be shown in full. Each showing is written into the audit; it hides itself after a minute. */
export function Reveal({ id, field, masked, what }: Props) {
  const [value, setValue] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    if (value === undefined) return;
    const timer = setTimeout(() => setValue(undefined), shownForMs);
    return () => clearTimeout(timer);
  }, [value]);
  if (!masked) return <Known>{masked}</Known>;
  const show = async () => {
    setBusy(true);
    setError(undefined);
    try {
      setValue((await askReveal(id, field)).value);
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  const label = value === undefined ? `Show ${what} (is written into the audit)` : `Hide ${what}`;
  return (
    <>
      {value === undefined ? <Masked text={masked} /> : <span className="tp-figures">{value}</span>}
      <button
        type="button"
        className="tp-icon-button"
        aria-label={label}
        title={label}
        aria-disabled={busy}
        onClick={() => {
          if (value !== undefined) setValue(undefined);
          else if (!busy) void show();
        }}
      >
        <Icon of={value === undefined ? Eye : EyeOff} size={15} />
      </button>
      {value !== undefined && <CopyButton text={value} what={what} />}
      {error !== undefined && (
        <span className="tp-error" role="alert">
          {messageOf(error, `The ${what} could not be shown.`)}
        </span>
      )}
    </>
  );
}

/** Dots and the last four, read out as "ending 1234". */
export function Masked({ text }: { text: string }) {
  return (
    <span className="tp-figures">
      <span aria-hidden="true">{text}</span>
      <span className="tp-hidden">{spokenMask(text)}</span>
    </span>
  );
}
