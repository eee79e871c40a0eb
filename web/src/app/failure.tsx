import { lazy, Suspense, useEffect } from 'react';
import { ApiProblem, referenceOf } from '../lib/problem.ts';
import { Banner } from '../ui/banner.tsx';

const NotFoundPage = lazy(() => import('./not-found-page.tsx'));

// The browsers' and vite's words for a file of the site that is gone, as after an update.
const chunkFailure = /dynamically imported module|module script failed|preload CSS/i;
const reloadedKey = 'tp-reloaded';

/** Reloads once a minute at most, so that a site that is really broken does not spin. */
function reloadOnce(): void {
  const last = Number(sessionStorage.getItem(reloadedKey) ?? 0);
  if (Date.now() - last < 60_000) return;
  sessionStorage.setItem(reloadedKey, String(Date.now()));
  window.location.reload();
}

/** Stands in place of the part of the page that threw. A missing or foreign record shows the 404 page. */
export function Failure({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  const stale = error instanceof Error && chunkFailure.test(error.message);
  useEffect(() => {
    if (stale) reloadOnce();
  }, [stale]);
  if (error instanceof ApiProblem && error.status === 404)
    return (
      <Suspense fallback={null}>
        <NotFoundPage framed />
      </Suspense>
    );
  return (
    <div className="tp-message">
      {stale ? (
        <Banner kind="info" onRetry={() => window.location.reload()} retryLabel="Reload">
          A new version is ready.
        </Banner>
      ) : (
        <Banner kind="error" reference={referenceOf(error)} onRetry={onAgain} retryLabel="Load this part again">
          This part of the page stopped working.
        </Banner>
      )}
    </div>
  );
}
