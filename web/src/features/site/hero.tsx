import type { SiteContent } from '@tradepost/proto/api/site-content/paths.ts';
import { type Ref, useEffect, useRef } from 'react';
import { useSession } from '../../lib/use-session.ts';
import { PublicLink } from '../../ui/public-link.tsx';
import { firstLine, firstList, startHero } from './hero-live.ts';
import '../../ui/data-status.css';
import '../../ui/day-line.css';

/** What this is, in one screen: the promise, the way in, and a day of the market drawn across. */
export function Hero({ texts, heading }: { texts: SiteContent['landing']['hero']; heading: Ref<HTMLHeadingElement> }) {
  const signedIn = useSession() !== undefined;
  const hero = useRef<HTMLElement>(null);
  useEffect(() => (hero.current ? startHero(hero.current) : undefined), []);
  return (
    <section ref={hero} className="site-band site-hero" aria-label="Tradepost">
      <div className="site-hero-top">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {texts.heading}
          </h1>
          <p className="site-hero-lead">{texts.lead}</p>
          <div className="site-hero-doors">
            <PublicLink className="tp-button" data-kind="primary" to={signedIn ? '/dashboard' : '/register'}>
              {signedIn ? 'Dashboard' : texts.primary}
            </PublicLink>
            {!signedIn && (
              <PublicLink className="tp-button" to="/login">
                {texts.secondary}
              </PublicLink>
            )}
          </div>
          <p className="site-note">{texts.underButtons}</p>
        </div>
        <Live part="list" html={firstList} label="Indices" />
      </div>
      <Live part="line" html={firstLine} label="The day of NIFTY" />
      <p className="site-note">
        {texts.chartCaption} {texts.chartMore}
      </p>
    </section>
  );
}

/** A place whose inside belongs to hero-live.ts; React leaves it alone after the first drawing. */
function Live({ part, html, label }: { part: 'list' | 'line'; html: () => string; label: string }) {
  const props = { className: part === 'list' ? 'site-indices' : 'tp-day', 'aria-label': label, 'data-live': part };
  // biome-ignore lint/security/noDangerouslySetInnerHtml: numbers and fixed words, made by hero-live.ts.
  return <section {...props} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html() }} />;
}
