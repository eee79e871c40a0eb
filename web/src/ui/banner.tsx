import { CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { messageOf, referenceOf } from '../lib/problem.ts';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { Icon } from './icon.tsx';

interface Props {
  kind: 'success' | 'error' | 'info' | 'warn';
  /** In bold, first. */
  title?: ReactNode;
  children?: ReactNode;
  /** The request's id; shown as "Reference …" with copy. */
  reference?: string | undefined;
  onRetry?: (() => void) | undefined;
  retryLabel?: string;
  onClose?: (() => void) | undefined;
  /** Takes the focus when it appears. */
  focus?: boolean;
}

const icons = { success: CircleCheck, error: TriangleAlert, warn: TriangleAlert, info: Info };

/** What happened, at the place where it happened. It stays until it is closed or the next action; nothing vanishes by itself. */
export function Banner({ kind, title, children, reference, onRetry, retryLabel = 'Retry', onClose, focus = false }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focus) box.current?.focus();
  }, [focus]);
  return (
    <div ref={box} className="tp-banner" data-kind={kind} role={kind === 'error' ? 'alert' : 'status'} tabIndex={-1}>
      <Icon of={icons[kind]} />
      <div className="tp-banner-words">
        {title && <b>{title}</b>} {children}
        {reference && (
          <span className="tp-banner-reference">
            Reference {reference}
            <CopyButton text={reference} what="reference" />
          </span>
        )}
      </div>
      {onRetry && (
        <Button small onClick={onRetry}>
          {retryLabel}
        </Button>
      )}
      {onClose && (
        <button type="button" className="tp-icon-button" aria-label="Close" title="Close" onClick={onClose}>
          <Icon of={X} size={15} />
        </button>
      )}
    </div>
  );
}

interface ProblemProps {
  error: unknown;
  /** The specification's words when the server sent none. */
  fallback: string;
  onRetry?: (() => void) | undefined;
  onClose?: (() => void) | undefined;
  focus?: boolean;
  title?: ReactNode;
}

/** A failed call as a banner: the server's sentence, the reference, and Retry where reading again is safe. */
export function ProblemBanner({ error, fallback, ...rest }: ProblemProps) {
  return (
    <Banner kind="error" reference={referenceOf(error)} {...rest}>
      {messageOf(error, fallback)}
    </Banner>
  );
}
