import builtIn from 'virtual:site-content/contactPage';
import { type AdditionalData, getAdditionalData, type SiteContent } from '@tradepost/proto/api/site-content/paths.ts';
import { useCallback, useEffect, useState } from 'react';
import { request } from '../../lib/http.ts';
import { useSiteTexts } from '../../lib/site-texts.ts';
import { ProblemBanner } from '../../ui/banner.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { useHeadingFocus, usePageTitle } from '../../ui/page-title.ts';
import { PublicFrame } from '../../ui/public-frame.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { BeforeYouWrite } from './before-you-write.tsx';
import { ContactForm } from './contact-form.tsx';
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
  const [data, setData] = useState<AdditionalData>();
  const [error, setError] = useState<unknown>();
  const read = useCallback(async () => {
    setError(undefined);
    try {
      setData((await request(getAdditionalData, { params: { id: 'default' } })).data);
    } catch (failure) {
      setError(failure);
    }
  }, []);
  useEffect(() => void read(), [read]);
  const waiting = data === undefined && error === undefined;
  if (data && !data.address && !data.phone && !data.email) return null;
  return (
    <section className="site-office" aria-labelledby="office" aria-busy={waiting}>
      <h2 id="office">{texts.heading}</h2>
      {error !== undefined && <ProblemBanner error={error} fallback="Failed to fetch data" onRetry={() => void read()} />}
      {error === undefined && (
        <dl>
          <div>
            <dt>{texts.address}</dt>
            <dd>{data ? data.address && <Line text={data.address} what="address" /> : <Skeleton height="3.25rem" />}</dd>
          </div>
          <div>
            <dt>{texts.phone}</dt>
            <dd>
              {data ? data.phone && <Line text={data.phone} what="phone number" href={`tel:${data.phone.replace(/[^+\d]/g, '')}`} /> : <Skeleton width="60%" height="1.625rem" />}
            </dd>
          </div>
          <div>
            <dt>{texts.email}</dt>
            <dd>
              {data ? data.email && <Line text={data.email} what="e-mail address" href={`mailto:${encodeURIComponent(data.email)}`} /> : <Skeleton width="70%" height="1.625rem" />}
            </dd>
          </div>
        </dl>
      )}
    </section>
  );
}

function Line({ text, what, href }: { text: string; what: string; href?: string }) {
  return (
    <span className="site-office-line">
      {href ? <a href={href}>{text}</a> : <span>{text}</span>}
      <CopyButton text={text} what={what} />
    </span>
  );
}
