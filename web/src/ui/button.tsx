import type { ButtonHTMLAttributes, ReactNode } from 'react';

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: 'primary' | 'default' | 'danger' | 'danger-outline' | 'quiet';
  /** While true the button says `busyLabel` and takes no press; it stays in the tab order. */
  busy?: boolean;
  busyLabel?: string;
  icon?: ReactNode;
  small?: boolean;
}

/** A button of ours, the same on public and signed-in pages. It is never disabled without a reason beside it: prefer explaining on press. */
export function Button({ kind = 'default', busy = false, busyLabel, icon, small = false, children, className = '', onClick, type = 'button', ...rest }: Props) {
  return (
    <button
      {...rest}
      type={type}
      className={`tp-button ${className}`}
      data-kind={kind}
      data-small={small || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {icon}
      <span>{busy && busyLabel ? busyLabel : children}</span>
    </button>
  );
}
