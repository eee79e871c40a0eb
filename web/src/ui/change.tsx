import { rises } from '../lib/quote.ts';
import { Known } from './missing.tsx';

/** The changes text of a quote with its triangle: green when there is a plus sign in it, otherwise red. */
export function Change({ text }: { text: string }) {
  if (text === '') return <Known>{null}</Known>;
  const up = rises(text);
  return (
    <span className={`tp-signed ${up ? 'tp-up' : 'tp-down'}`}>
      <svg viewBox="0 0 8 7" width="8" height="7" aria-hidden="true" focusable="false">
        <path d={up ? 'M0 7 4 0l4 7z' : 'M0 0h8L4 7z'} fill="currentColor" />
      </svg>
      {text}
    </span>
  );
}
