import { useEffect } from 'react';
import { goTo, usePlace } from '../lib/navigation.ts';
import NotFoundPage from './not-found-page.tsx';
import { isSignedInPath } from './routes.tsx';

/** A path that is no public page, without a session: `/` in its place when it stands behind the sign-in, else there is no such page. */
export default function SignedOut() {
  const { pathname } = usePlace();
  return isSignedInPath(pathname) ? <ToFirstPage from={pathname + window.location.search} /> : <NotFoundPage />;
}

function ToFirstPage({ from }: { from: string }) {
  useEffect(() => goTo('/', { replace: true, from }), [from]);
  return null;
}
