import builtIn from 'virtual:site-content/about';
import type { SiteContent } from '@tradepost/proto/api/site-content/paths.ts';
import { useSiteTexts } from '../../lib/site-texts.ts';
import { useSession } from '../../lib/use-session.ts';
import { useHeadingFocus, usePageTitle } from '../../ui/page-title.ts';
import { PublicFrame } from '../../ui/public-frame.tsx';
import { PublicLink } from '../../ui/public-link.tsx';
import { Claims } from './claims.tsx';
import { Tabs } from './tabs.tsx';
import { useHash } from './use-hash.ts';
import './site.css';
import './about.css';

type AboutTab = SiteContent['about']['tabs'][number];

/** "Our Story" is `#our-story`, "Team" `#team`. */
const nameOf = ({ label }: AboutTab): string =>
  label
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** Who stands behind this, in four short texts. */
export default function AboutPage() {
  const { title, heading, lead, tabs, numbersHeading, closing } = useSiteTexts('about', builtIn);
  usePageTitle(title, true);
  const focus = useHeadingFocus();
  const signedIn = useSession() !== undefined;
  const [chosen, choose] = useHash(tabs.filter(({ hidden }) => !hidden).map(nameOf));
  return (
    <PublicFrame wide>
      <div className="site-band site-head">
        <h1 ref={focus} tabIndex={-1}>
          {heading}
        </h1>
        <p className="site-lead">{lead}</p>
      </div>
      <div className="site-band site-about" data-column>
        <Tabs
          label={title}
          chosen={chosen}
          onChoose={choose}
          tabs={tabs.map((tab) => ({ name: nameOf(tab), label: tab.label, hidden: tab.hidden ?? false, body: <Body tab={tab} /> }))}
        />
      </div>
      <Claims heading={numbersHeading} />
      <section className="site-band site-closing" aria-labelledby="closing">
        <h2 id="closing">{closing.heading}</h2>
        <div>
          {signedIn ? (
            <PublicLink className="tp-button" data-kind="primary" to="/dashboard">
              Dashboard
            </PublicLink>
          ) : (
            <>
              <PublicLink className="tp-button" data-kind="primary" to="/register">
                {closing.signUp}
              </PublicLink>
              <PublicLink className="tp-button" to="/login">
                {closing.signIn}
              </PublicLink>
            </>
          )}
        </div>
      </section>
    </PublicFrame>
  );
}

function Body({ tab }: { tab: AboutTab }) {
  return (
    <>
      <h2>{tab.heading}</h2>
      <div className="site-prose">
        {tab.body?.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      {tab.list && (
        <dl className="site-values">
          {tab.list.map(({ title, text }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
