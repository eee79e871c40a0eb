import { TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Icon } from './icon.tsx';

export interface SummaryEntry {
  /** The id of the control; without one the sentence is no link. */
  id?: string;
  label?: string;
  message: string;
}

/** Everything that is wrong in a form, at its top, with links to the fields. A new `attempt` takes the focus: to the field when it is one, here when they are several. */
export function ErrorSummary({ entries, attempt }: { entries: readonly SummaryEntry[]; attempt: number }) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves once an attempt, not whenever an error goes away.
  useEffect(() => {
    const [first] = entries;
    if (attempt === 0 || !first) return;
    const field = entries.length === 1 && first.id ? document.getElementById(first.id) : null;
    (field ?? box.current)?.focus();
  }, [attempt]);
  if (entries.length === 0) return null;
  return (
    <div ref={box} className="tp-banner" data-kind="error" role="alert" tabIndex={-1}>
      <Icon of={TriangleAlert} />
      <div className="tp-banner-words">
        <b>{entries.length === 1 ? 'One thing needs your attention.' : `${entries.length} things need your attention.`}</b>
        <ul>
          {entries.map((entry) => (
            <li key={`${entry.id}${entry.message}`}>
              {entry.id ? (
                <a
                  href={`#${entry.id}`}
                  onClick={(event) => {
                    event.preventDefault();
                    document.getElementById(entry.id ?? '')?.focus();
                  }}
                >
                  {entry.label ? `${entry.label}: ` : ''}
                  {entry.message}
                </a>
              ) : (
                entry.message
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
