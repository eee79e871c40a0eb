import type { ReactNode } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { homeOf, isStaff } from '../lib/session.ts';
import { useSession } from '../lib/use-session.ts';
import { NotAllowedPage } from './not-allowed-page.tsx';

/** `/` and `/dashboard`: the first page of whoever is signed in, else the sign-in page. */
export function Home() {
  const session = useSession();
  const { state } = useLocation();
  return session ? <Navigate to={homeOf(session.user)} replace /> : <Navigate to="/login" state={state} replace />;
}

/** Without a stored token everything behind this goes to `/`, replacing the history. The page that was asked for is handed on. */
export function SignedInOnly() {
  const session = useSession();
  const { pathname, search } = useLocation();
  return session ? <Outlet /> : <Navigate to="/" state={{ from: pathname + search }} replace />;
}

/** Pages of administrators. The server decides each call as well; this only saves a client a page full of refusals. */
export function StaffOnly({ children }: { children?: ReactNode }) {
  const session = useSession();
  return session && isStaff(session.user) ? children : <NotAllowedPage />;
}
