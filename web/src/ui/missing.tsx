import type { ReactNode } from 'react';
import { missing } from '../lib/format.ts';

/** A value, or `-` that is read out as "not known". Give it what a formatter made. */
export function Known({ children }: { children: ReactNode }) {
  if (children !== missing && children !== null && children !== undefined && children !== '') return children;
  return (
    <>
      <span aria-hidden="true">{missing}</span>
      <span className="tp-hidden">not known</span>
    </>
  );
}
