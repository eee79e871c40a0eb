import type { ReactNode } from 'react';
import { useSession } from '../lib/use-session.ts';
import { Logo } from './logo.tsx';
import { PublicLink } from './public-link.tsx';
import './public.css';

/** The frame of public pages: logo, Login and Sign Up; for somebody who is signed in, Dashboard. */
export function PublicFrame({ children }: { children: ReactNode }) {
  const session = useSession();
  return (
    <div className="tp-public">
      <header className="tp-public-head">
        <PublicLink to="/" aria-label="Tradepost, home">
          <Logo />
        </PublicLink>
        <nav aria-label="Account">
          {session ? (
            <PublicLink className="tp-button" to="/dashboard">
              Dashboard
            </PublicLink>
          ) : (
            <>
              <PublicLink className="tp-button" to="/login">
                Login
              </PublicLink>
              <PublicLink className="tp-button" data-kind="primary" to="/register">
                Sign Up
              </PublicLink>
            </>
          )}
        </nav>
      </header>
      <main id="content" tabIndex={-1} className="tp-public-main">
        {children}
      </main>
    </div>
  );
}
