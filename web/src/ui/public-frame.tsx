import type { ReactNode } from 'react';
import { PublicFooter } from './public-footer.tsx';
import { PublicHeader } from './public-header.tsx';
import './public.css';

/** The frame of public pages: header, main and footer. `wide` leaves the edges of the page to its own sections. */
export function PublicFrame({ children, wide = false }: { children: ReactNode; wide?: boolean }) {
  return (
    <div className="tp-public">
      <PublicHeader />
      <main id="content" tabIndex={-1} className="tp-public-main" data-wide={wide || undefined}>
        {children}
      </main>
      <PublicFooter />
    </div>
  );
}
