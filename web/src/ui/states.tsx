import type { ReactNode } from 'react';
import { ProblemBanner } from './banner.tsx';

/** One sentence what will stand here, and one action. */
export function EmptyState({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="tp-empty">
      <p>{children}</p>
      {action}
    </div>
  );
}

/** A region that could not be loaded: the sentence, Retry and the reference, inside the panel that failed. */
export function ErrorState({ error, fallback, onRetry }: { error: unknown; fallback: string; onRetry: () => void }) {
  return (
    <div className="tp-failed">
      <ProblemBanner error={error} fallback={fallback} onRetry={onRetry} />
    </div>
  );
}
