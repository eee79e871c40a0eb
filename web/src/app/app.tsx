import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useDemo } from '../lib/mode.ts';
import { askedFor, goTo, usePlace } from '../lib/navigation.ts';
import { homeOf } from '../lib/session.ts';
import { useSession } from '../lib/use-session.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { isSignedInPath, publicRoutes } from './routes.tsx';

// antd, react-query, react-router and the frame come with this one.
const SignedInApp = lazy(() => import('./signed-in-app.tsx'));

/** What stands around every page: the skip link and the demo banner. */
export function App() {
  const demo = useDemo();
  return (
    <>
      <a className="tp-skip" href="#content">
        Skip to content
      </a>
      {demo && (
        <aside className="tp-demo" aria-label="Demonstration" data-ink>
          <b>DEMO</b>
          <span className="long">You are trying Tradepost with sample money. Nothing you do here moves real rupees.</span>
          <span className="short">Sample money. Nothing here is real.</span>
        </aside>
      )}
      <ErrorBoundary>
        <Suspense fallback={null}>
          <CurrentPage />
        </Suspense>
      </ErrorBoundary>
    </>
  );
}

function CurrentPage(): ReactNode {
  const { pathname } = usePlace();
  const session = useSession();
  const PublicPage = publicRoutes[pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname];
  if (PublicPage) return <PublicPage />;
  // `/dashboard` without a token goes to `/` first, as every protected page does; `/` leads to the sign-in page.
  if (pathname === '/') return <Redirect to={session ? homeOf(session.user) : '/login'} />;
  if (pathname === '/dashboard') return <Redirect to={session ? homeOf(session.user) : '/'} />;
  if (session) return <SignedInApp />;
  return isSignedInPath(pathname) ? <Redirect to="/" from={pathname + window.location.search} /> : <NotFoundPage />;
}

function Redirect({ to, from }: { to: string; from?: string }) {
  useEffect(() => goTo(to, { replace: true, from: from ?? askedFor() }), [to, from]);
  return null;
}
