import type { AnchorHTMLAttributes } from 'react';
import { goTo } from '../lib/navigation.ts';

/** A link between public pages, without loading the page anew. Screens of the signed-in part use the Link of react-router-dom. */
export function PublicLink({ to, onClick, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { to: string }) {
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event);
        const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
        if (!plain || event.defaultPrevented) return;
        event.preventDefault();
        goTo(to);
      }}
    />
  );
}
