import { type ReactNode, useId } from 'react';

interface Props {
  title?: ReactNode;
  /** At the right of the title. */
  extra?: ReactNode;
  /** Content reaches the edges: tables and lists. */
  flush?: boolean;
  /** Data are loaded for the first time. */
  busy?: boolean;
  /** Data are loaded again; a thin bar runs at the top edge and nothing moves. */
  refetching?: boolean;
  className?: string;
  children: ReactNode;
}

/** A white panel with a hairline. With a title it is a named region. */
export function Panel({ title, extra, flush = false, busy = false, refetching = false, className = '', children }: Props) {
  const id = useId();
  return (
    <section className={`tp-panel ${className}`} data-flush={flush || undefined} aria-labelledby={title ? id : undefined} aria-busy={busy || refetching}>
      {refetching && <div className="tp-refetch" aria-hidden="true" />}
      {title && (
        <div className="tp-panel-head">
          <h2 id={id} tabIndex={-1}>
            {title}
          </h2>
          {extra}
        </div>
      )}
      {children}
    </section>
  );
}
