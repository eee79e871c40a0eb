import contactTexts from 'virtual:site-content/contactPage';
import builtIn from 'virtual:site-content/landing';
import type { SiteContent } from '@tradepost/proto/api/site-content/paths.ts';
import { useSiteTexts } from '../../lib/site-texts.ts';
import { useHeadingFocus, usePageTitle } from '../../ui/page-title.ts';
import { PublicFrame } from '../../ui/public-frame.tsx';
import { BeforeYouWrite } from './before-you-write.tsx';
import { Claims } from './claims.tsx';
import { ContactForm } from './contact-form.tsx';
import { DemoDoor } from './demo-door.tsx';
import { Features } from './features.tsx';
import { Hero } from './hero.tsx';
import { Jobs } from './jobs.tsx';
import { PostBullet } from './post.tsx';
import { Speed } from './speed.tsx';
import './site.css';
import './landing.css';

/** The first page: what this is, a day of the market, what it does, and the way in. */
export default function LandingPage() {
  const texts = useSiteTexts('landing', builtIn);
  const contact = useSiteTexts('contactPage', contactTexts);
  usePageTitle(texts.title, true);
  const heading = useHeadingFocus();
  return (
    <PublicFrame wide>
      <Hero texts={texts.hero} heading={heading} />
      <Jobs texts={texts.what} />
      <Features texts={texts.features} />
      <Why texts={texts.why} />
      <Speed texts={texts.speed} />
      <Claims heading={texts.numbers.heading} />
      <section className="site-band site-contact" aria-labelledby="contact">
        <div>
          <h2 id="contact">{texts.contact.heading}</h2>
          <p className="site-lead">{texts.contact.lead}</p>
          <BeforeYouWrite entries={contact.before} />
        </div>
        <ContactForm texts={{ ...contact.form, submit: texts.contact.submit, done: texts.contact.done }} />
      </section>
      <DemoDoor texts={texts.closing} />
    </PublicFrame>
  );
}

function Why({ texts }: { texts: SiteContent['landing']['why'] }) {
  return (
    <section className="site-band site-why" aria-labelledby="why" data-ink>
      <h2 id="why">{texts.heading}</h2>
      <ul>
        {texts.items.map(({ title, text }) => (
          <li key={title}>
            <PostBullet />
            <div>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
