import demoTexts from 'virtual:site-content/demo';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useDemo } from '../lib/mode.ts';
import { usePlace } from '../lib/navigation.ts';
import { useSiteTexts } from '../lib/site-texts.ts';
import { useSession } from '../lib/use-session.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { PublicPage, publicPageAt } from './public-page.tsx';

// antd, react-query, react-router and the frame come with this one.
const SignedInApp = lazy(() => import('./signed-in-app.tsx'));
// With the list of the pages behind the sign-in.
const SignedOut = lazy(() => import('./signed-out.tsx'));

/** What stands around every page: the skip link and the demo banner. `onReady` is called once the page can be used. */
export function App({ onReady }: { onReady?: () => void }) {
  const demo = useDemo();
  const { bannerTag, banner, bannerShort } = useSiteTexts('demo', demoTexts);
  useEffect(() => {
    // theme.js said so before the first paint; from here on the session itself decides what is shown.
    delete document.documentElement.dataset.signedIn;
    onReady?.();
  }, [onReady]);
  return (
    <>
      <a className="tp-skip" href="#content">
        Skip to content
      </a>
      {demo && (
        <aside className="tp-demo" aria-label="Demonstration" data-ink>
          <b>{bannerTag}</b>
          <span className="long">{banner}</span>
          <span className="short">{bannerShort}</span>
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
  const page = publicPageAt(pathname);
  if (page) return <PublicPage key={pathname} page={page} />;
  return session ? <SignedInApp /> : <SignedOut />;
}
