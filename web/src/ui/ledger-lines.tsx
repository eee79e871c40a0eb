import type { ReactNode } from 'react';

export interface LedgerLine {
  label: ReactNode;
  value: ReactNode;
  /** A single line above, a double one below: only under what the lines before add up to. */
  total?: boolean;
}

/** Facts and sums as ledger lines. */
export function LedgerLines({ lines }: { lines: readonly LedgerLine[] }) {
  return (
    <dl className="tp-lines">
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are written in place and never reordered.
        <div key={at} className={line.total ? 'tp-total' : undefined}>
          <dt>{line.label}</dt>
          <dd>{line.total ? <span className="tp-double">{line.value}</span> : line.value}</dd>
        </div>
      ))}
    </dl>
  );
}
