import type { AnchorHTMLAttributes } from 'react';
import { askedFor, goTo } from '../lib/navigation.ts';

/** A link between public pages, without loading the page anew. Screens of the signed-in part use the Link of react-router-dom. */
export function PublicLink({ to, onClick, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { to: string }) {
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event);
        const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
        // The reference of the API is no page of this program.
        if (!plain || event.defaultPrevented || to.startsWith('/api/')) return;
        event.preventDefault();
        // Whoever was sent here from a page that needs a session goes on to it after signing in.
        goTo(to, to === '/login' ? { from: askedFor() } : {});
      }}
    />
  );
}
