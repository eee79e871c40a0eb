import builtIn from 'virtual:site-content/services';
import type { SiteContent } from '@tradepost/proto/api/site-content/paths.ts';
import { TriangleAlert } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useSiteTexts } from '../../lib/site-texts.ts';
import { Icon } from '../../ui/icon.tsx';
import { useHeadingFocus, usePageTitle } from '../../ui/page-title.ts';
import { PublicFrame } from '../../ui/public-frame.tsx';
import { PublicLink } from '../../ui/public-link.tsx';
import { Tabs } from './tabs.tsx';
import { useHash } from './use-hash.ts';
import './site.css';
import './services.css';

type Service = SiteContent['services']['tabs'][number];

/** The four services: cards that choose, and a tab for each. */
export default function ServicesPage() {
  const { title, heading, lead, tabs, note, ask } = useSiteTexts('services', builtIn);
  usePageTitle(title);
  const focus = useHeadingFocus();
  const [chosen, choose] = useHash(tabs.map(({ id }) => id));
  const open = (event: MouseEvent, id: string) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    choose(id);
    // The body is shown by the next drawing.
    requestAnimationFrame(() => {
      const words = document.getElementById(`${id}-heading`);
      words?.focus({ preventScroll: true });
      words?.scrollIntoView({ block: 'center' });
    });
  };
  return (
    <PublicFrame wide>
      <div className="site-band site-head">
        <h1 ref={focus} tabIndex={-1}>
          {heading}
        </h1>
        <p className="site-lead">{lead}</p>
        <ul className="site-cards">
          {tabs.map(({ id, label, card }) => (
            <li key={id}>
              <a className="tp-panel" href={`#${id}`} aria-current={id === chosen ? 'true' : undefined} onClick={(event) => open(event, id)}>
                <b>{label}</b>
                <span>{card}</span>
              </a>
            </li>
          ))}
        </ul>
      </div>
      <div className="site-band site-services">
        <Tabs label={title} chosen={chosen} onChoose={choose} tabs={tabs.map((tab) => ({ name: tab.id, label: tab.label, body: <Body service={tab} ask={ask} /> }))} />
        <p className="site-note">{note}</p>
      </div>
    </PublicFrame>
  );
}

function Body({ service, ask }: { service: Service; ask: string }) {
  return (
    <div className="site-service">
      <h2 id={`${service.id}-heading`} tabIndex={-1}>
        {service.heading}
      </h2>
      <p className="site-lead">{service.lead}</p>
      <div className="site-service-lists">
        <section aria-label="You get">
          <h3>You get</h3>
          <ul>
            {service.youGet.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
        <section aria-label="You need">
          <h3>You need</h3>
          <ul>
            {service.youNeed.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      </div>
      <ol className="site-steps" aria-label="Steps">
        {service.steps.map((step, at) => (
          <li key={step}>
            <i aria-hidden="true">{at + 1}</i>
            {step}
          </li>
        ))}
      </ol>
      {service.caution && (
        <p className="site-caution">
          <Icon of={TriangleAlert} />
          <span>{service.caution}</span>
        </p>
      )}
      <PublicLink className="tp-button" data-kind="primary" to={`/contact-us?service=${encodeURIComponent(service.label)}`}>
        {ask}
      </PublicLink>
    </div>
  );
}
