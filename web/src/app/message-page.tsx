import type { ReactNode } from 'react';
import { useSession } from '../lib/use-session.ts';
import { useHeadingFocus, usePageTitle } from '../ui/page-title.ts';
import { PublicFrame } from '../ui/public-frame.tsx';

/** A page that has only something to say, with the drawn road without a post. Inside the signed-in frame it leaves the frame alone. */
export function MessagePage({ title, children, framed }: { title: string; children: (about: { path: string; signedIn: boolean }) => ReactNode; framed: boolean }) {
  usePageTitle(title);
  const heading = useHeadingFocus();
  const { pathname } = window.location;
  const signedIn = useSession() !== undefined;
  const words = (
    <div className="tp-message">
      <svg viewBox="0 0 240 64" width="240" height="64" aria-hidden="true" focusable="false">
        <path d="M4 60C60 60 64 24 120 24S180 60 236 60" fill="none" stroke="var(--tp-border-strong)" strokeWidth="2" strokeDasharray="2 7" strokeLinecap="round" />
        <path d="M4 60h232" stroke="var(--tp-border)" strokeWidth="2" strokeLinecap="round" />
      </svg>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children({ path: pathname, signedIn })}
    </div>
  );
  return framed ? words : <PublicFrame>{words}</PublicFrame>;
}
