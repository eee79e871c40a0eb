import { CircleX } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Icon } from './icon.tsx';

/** What a control inside a Field must carry. */
export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface Props {
  label: ReactNode;
  /** Also the anchor that an error summary links to. */
  id?: string;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean;
  children: (control: ControlProps) => ReactNode;
}

/** A label above, a hint below, and an error that joins the hint. */
export function Field({ label, id, hint, error, optional = false, children }: Props) {
  const own = useId();
  const control = id ?? own;
  const described = [hint ? `${control}-hint` : '', error ? `${control}-error` : ''].filter(Boolean).join(' ');
  return (
    <div className="tp-field" data-invalid={error ? true : undefined}>
      <label htmlFor={control}>
        {label}
        {optional && <span className="tp-optional"> (optional)</span>}
      </label>
      {children({ id: control, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      <FieldNotes id={control} hint={hint} error={error} />
    </div>
  );
}

/** Hint and error under a control. Their ids are `{id}-hint` and `{id}-error`. */
export function FieldNotes({ id, hint, error }: { id: string; hint?: ReactNode; error?: string | undefined }) {
  return (
    <>
      {hint && (
        <div id={`${id}-hint`} className="tp-hint">
          {hint}
        </div>
      )}
      {error && (
        <div id={`${id}-error`} className="tp-error">
          <Icon of={CircleX} size={15} />
          <span>{error}</span>
        </div>
      )}
    </>
  );
}
