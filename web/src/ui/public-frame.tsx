import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useSession } from '../lib/use-session.ts';
import { Logo } from './logo.tsx';
import './public.css';

/** The frame of public pages: logo, Login and Sign Up; for somebody who is signed in, Dashboard. */
export function PublicFrame({ children }: { children: ReactNode }) {
  const session = useSession();
  return (
    <div className="tp-public">
      <header className="tp-public-head">
        <Link to="/" aria-label="Tradepost, home">
          <Logo />
        </Link>
        <nav aria-label="Account">
          {session ? (
            <Link className="tp-button" to="/dashboard">
              Dashboard
            </Link>
          ) : (
            <>
              <Link className="tp-button" to="/login">
                Login
              </Link>
              <Link className="tp-button" data-kind="primary" to="/register">
                Sign Up
              </Link>
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
