import type { ReactNode } from 'react';
import { missing } from '../../lib/format.ts';
import { Field } from '../../ui/field.tsx';

interface Props {
  label: string;
  value: string;
  /** Stands fixed before the value: "+91". */
  prefix?: string;
  /** What can be done with it, at the right. */
  children?: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** What a screen reader hears instead of the value, such as "ending 7058". */
  spoken?: string | undefined;
}

/** A value that cannot be changed here: it looks like a well, can be reached by keyboard and copied. */
export function Well({ label, value, prefix, children, hint, error, spoken }: Props) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className="tp-control tp-well">
          {prefix && <span className="tp-money-sign">{prefix}</span>}
          <input {...control} type="text" readOnly value={value} aria-label={spoken ? `${label}, ${spoken}` : value === missing ? `${label}, not known` : undefined} />
          {children}
        </div>
      )}
    </Field>
  );
}
