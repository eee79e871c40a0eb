import texts from 'virtual:site-content/header';
import { Menu, X } from 'lucide-react';
import { useRef } from 'react';
import { usePlace } from '../lib/navigation.ts';
import { useSiteTexts } from '../lib/site-texts.ts';
import { useSession } from '../lib/use-session.ts';
import { Icon } from './icon.tsx';
import { Logo } from './logo.tsx';
import { PublicLink } from './public-link.tsx';

/** The head of every public page. Below 1024 px the pages stand in a sheet behind the menu button. */
export function PublicHeader() {
  const { home, about, services, contact, open, login, signUp } = useSiteTexts('header', texts);
  const { pathname } = usePlace();
  const signedIn = useSession() !== undefined;
  const pages: readonly [string, string][] = [
    [home, '/'],
    [about, '/about-us'],
    [services, '/services'],
    [contact, '/contact-us'],
  ];
  const doors: readonly [string, string][] = signedIn
    ? [['Dashboard', '/dashboard']]
    : [
        [open, '/register'],
        [login, '/login'],
        [signUp, '/register'],
      ];
  return (
    <header className="tp-public-head">
      <PublicLink to="/" className="tp-public-home" aria-label="Tradepost, home">
        <Logo />
      </PublicLink>
      <nav className="tp-public-pages" aria-label="Pages">
        {pages.map(([word, to]) => (
          <PublicLink key={to} to={to} aria-current={pathname === to ? 'page' : undefined}>
            {word}
          </PublicLink>
        ))}
      </nav>
      <nav className="tp-public-doors" aria-label="Account">
        {doors.map(([word, to], index) => {
          const last = index === doors.length - 1;
          const link = doors.length > 1 && index === 0;
          return (
            <PublicLink key={word} to={to} className={link ? undefined : 'tp-button'} data-kind={last ? 'primary' : undefined}>
              {word}
            </PublicLink>
          );
        })}
      </nav>
      <MenuSheet entries={[...pages, ...doors]} pathname={pathname} />
    </header>
  );
}

/** All entries at full height. The browser opens it, closes it with Esc and gives the focus back, also before the program is there. */
function MenuSheet({ entries, pathname }: { entries: readonly (readonly [string, string])[]; pathname: string }) {
  const sheet = useRef<HTMLDivElement>(null);
  const close = () => sheet.current?.hidePopover();
  return (
    <>
      <button type="button" className="tp-icon-button tp-public-menu" aria-label="Menu" title="Menu" popoverTarget="menu">
        <Icon of={Menu} />
      </button>
      <div ref={sheet} id="menu" popover="auto" className="tp-sheet" role="dialog" aria-label="Menu">
        <div className="tp-sheet-head">
          <Logo />
          <button type="button" className="tp-icon-button" aria-label="Close menu" title="Close menu" popoverTarget="menu" popoverTargetAction="hide">
            <Icon of={X} />
          </button>
        </div>
        <nav aria-label="Menu">
          {entries.map(([word, to]) => (
            <PublicLink key={word} to={to} aria-current={pathname === to ? 'page' : undefined} onClick={close}>
              {word}
            </PublicLink>
          ))}
        </nav>
      </div>
    </>
  );
}
