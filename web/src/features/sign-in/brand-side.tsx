import { type ComponentType, useEffect, useState } from 'react';
import { Logo } from '../../ui/logo.tsx';
import { PublicLink } from '../../ui/public-link.tsx';

/** The left half of the sign-in page: a day of the market, once the form stands and where there is room for it. On phones only the logo. */
export function BrandSide() {
  return (
    <header className="login-brand">
      <PublicLink to="/" aria-label="Tradepost, home" className="login-home">
        <Logo />
      </PublicLink>
      <div className="login-day">
        <Day />
      </div>
      <nav className="login-links" aria-label="More pages">
        <PublicLink to="/">Home</PublicLink>
        <PublicLink to="/legal/risk">Risk disclosure</PublicLink>
        <PublicLink to="/contact-us">Contact Us</PublicLink>
      </nav>
    </header>
  );
}

/** Nobody waits for the drawing: it is asked for after the form, never on phones, and its failure leaves its place empty. */
function Day() {
  const [Drawn, setDrawn] = useState<ComponentType>();
  useEffect(() => {
    const wide = window.matchMedia('(min-width: 48rem)');
    let ended = false;
    const load = (): void => {
      if (!wide.matches) return;
      wide.removeEventListener('change', load);
      import('./login-day.tsx').then(
        ({ default: Component }) => ended || setDrawn(() => Component),
        (error: unknown) => console.info('The day line did not come', error),
      );
    };
    wide.addEventListener('change', load);
    const timer = setTimeout(load, 300);
    return () => {
      ended = true;
      clearTimeout(timer);
      wide.removeEventListener('change', load);
    };
  }, []);
  return Drawn ? <Drawn /> : null;
}
