import type { ReactNode } from 'react';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Known } from '../../ui/missing.tsx';

interface Props {
  label: string;
  /** What is copied, and shown unless there are children. */
  value?: string;
  copy?: boolean;
  children?: ReactNode;
}

/** One line of a list of facts: what it is, its value, and a copy button where the value is one to paste. */
export function Fact({ label, value, copy = false, children }: Props) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Known>{children ?? value}</Known>
        {copy && value && <CopyButton text={value} what={label} />}
      </dd>
    </div>
  );
}
