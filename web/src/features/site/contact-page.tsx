import builtIn from 'virtual:site-content/contactPage';
import type { SiteContent } from '@tradepost/proto/api/site-content/paths.ts';
import { useSiteTexts } from '../../lib/site-texts.ts';
import { useHeadingFocus, usePageTitle } from '../../ui/page-title.ts';
import { PublicFrame } from '../../ui/public-frame.tsx';
import { BeforeYouWrite } from './before-you-write.tsx';
import { ContactForm } from './contact-form.tsx';
import { LivePlace } from './live-place.tsx';
import { firstOffice, startOffice } from './office-live.ts';
import './site.css';
import './contact.css';

/** Where the company is reached, and the message form. */
export default function ContactPage() {
  const texts = useSiteTexts('contactPage', builtIn);
  usePageTitle(texts.title);
  const heading = useHeadingFocus();
  return (
    <PublicFrame wide>
      <div className="site-band site-head">
        <h1 ref={heading} tabIndex={-1}>
          {texts.heading}
        </h1>
        <p className="site-lead">{texts.lead}</p>
      </div>
      <div className="site-band site-contact-page">
        <ContactForm texts={texts.form} />
        <div>
          <Office texts={texts.office} />
          <BeforeYouWrite entries={texts.before} />
        </div>
      </div>
    </PublicFrame>
  );
}

/** Address, phone and e-mail as the operator keeps them. Without them the form stands alone. */
function Office({ texts }: { texts: SiteContent['contactPage']['office'] }) {
  return (
    <section className="site-office" aria-labelledby="office">
      <h2 id="office">{texts.heading}</h2>
      <LivePlace place="office" first={firstOffice} start={startOffice} data-address={texts.address} data-phone={texts.phone} data-email={texts.email} />
    </section>
  );
}
