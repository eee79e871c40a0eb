import { useEffect } from 'react';
import { useRouteError } from 'react-router-dom';
import { ApiProblem, referenceOf } from '../lib/problem.ts';
import { Banner } from '../ui/banner.tsx';
import { NotFoundPage } from './not-found-page.tsx';

// Vite's names for a file of the site that is gone, as after an update.
const chunkFailure = /dynamically imported module|module script failed|preload CSS/i;
const reloadedKey = 'tp-reloaded';

/** Reloads once a minute at most, so that a site that is really broken does not spin. */
function reloadOnce(): void {
  const last = Number(sessionStorage.getItem(reloadedKey) ?? 0);
  if (Date.now() - last < 60_000) return;
  sessionStorage.setItem(reloadedKey, String(Date.now()));
  window.location.reload();
}

/** Stands in place of a part of the page that threw; the frame around it stays. A missing or foreign record thrown by a page shows the 404 page. */
export function PageFailed() {
  const error = useRouteError();
  const stale = error instanceof Error && chunkFailure.test(error.message);
  useEffect(() => {
    if (stale) reloadOnce();
  }, [stale]);
  if (error instanceof ApiProblem && error.status === 404) return <NotFoundPage framed />;
  if (stale)
    return (
      <div className="tp-message">
        <Banner kind="info" onRetry={() => window.location.reload()} retryLabel="Reload">
          A new version is ready.
        </Banner>
      </div>
    );
  return (
    <div className="tp-message">
      <Banner kind="error" reference={referenceOf(error)} onRetry={() => window.location.reload()} retryLabel="Load this part again">
        This part of the page stopped working.
      </Banner>
    </div>
  );
}
