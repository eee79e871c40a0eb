import helpTexts from 'virtual:site-content/help';
import legalTexts from 'virtual:site-content/legal';
import type { SiteContent } from '@tradepost/proto/api/site-content/paths.ts';
import type { ReactNode } from 'react';
import { readDataStatus } from '../../lib/data-status.ts';
import { formatCalendarDay } from '../../lib/format.ts';
import { useDemo } from '../../lib/mode.ts';
import { usePlace } from '../../lib/navigation.ts';
import { useSiteTexts } from '../../lib/site-texts.ts';
import { DataStatusMark } from '../../ui/data-status.tsx';
import { useHeadingFocus, usePageTitle } from '../../ui/page-title.ts';
import { PublicFrame } from '../../ui/public-frame.tsx';
import { firstHours, startHours } from './hours-live.ts';
import { LivePlace } from './live-place.tsx';
import './site.css';
import './text-page.css';

interface Section {
  heading?: string;
  body: ReactNode;
}

interface Words {
  heading: string;
  updated?: string | null;
  sections: readonly Section[];
}

/** Legal and help pages: running text at measure, with a list of contents where there is more than one part. */
export default function TextPage() {
  const { pathname } = usePlace();
  const help = useSiteTexts('help', helpTexts);
  const legal = useSiteTexts('legal', legalTexts);
  const demo = useDemo();
  const { heading, updated, sections } = wordsOf(pathname.replace(/\/$/, ''), help, legal, demo);
  usePageTitle(heading);
  const focus = useHeadingFocus();
  const parts = sections.flatMap((section, at) => (section.heading ? [{ id: `part-${at + 1}`, heading: section.heading }] : []));
  return (
    <PublicFrame>
      <div className="site-text">
        <article>
          <h1 ref={focus} tabIndex={-1}>
            {heading}
          </h1>
          {updated && <p className="site-note">Last changed {formatCalendarDay(updated)}</p>}
          {sections.map((section, at) => (
            <section key={section.heading ?? at} id={section.heading && `part-${at + 1}`} className="site-prose">
              {section.heading && <h2>{section.heading}</h2>}
              {section.body}
            </section>
          ))}
        </article>
        {parts.length > 1 && (
          <nav aria-label="On this page">
            <p>On this page</p>
            <ol>
              {parts.map(({ id, heading: words }) => (
                <li key={id}>
                  <a href={`#${id}`}>{words}</a>
                </li>
              ))}
            </ol>
          </nav>
        )}
      </div>
    </PublicFrame>
  );
}

const paragraphs = (texts: readonly string[]): ReactNode => texts.map((text) => <p key={text}>{text}</p>);

function wordsOf(path: string, help: SiteContent['help'], legal: SiteContent['legal'], demo: boolean): Words {
  const published = ({ heading, updated, demoBody, body }: SiteContent['legal']['terms']): Words => {
    // A live site without a text of its own says nothing in the words of the demonstration.
    const own = demo ? demoBody : (body ?? ['The company that runs this site has not published this text yet.']);
    return { heading, updated: demo ? null : (updated ?? null), sections: [{ body: <div data-demo-only={demo || undefined}>{paragraphs(own)}</div> }] };
  };
  const pages: Readonly<Record<string, () => Words>> = {
    '/legal/risk': () => ({ heading: legal.risk.heading, updated: legal.risk.updated, sections: legal.risk.sections.map(riskSection) }),
    '/legal/terms': () => published(legal.terms),
    '/legal/privacy': () => published(legal.privacy),
    '/legal/complaints': () => published(legal.complaints),
    '/help/prices': () => ({ heading: help.prices.heading, sections: [{ body: <Labels rows={help.prices.rows} /> }] }),
    '/help/withdrawals': () => ({ heading: help.withdrawals.heading, sections: [{ body: paragraphs(help.withdrawals.body) }] }),
    '/help/market-hours': () => ({ heading: help.marketHours.heading, sections: [{ body: <Hours texts={help.marketHours.body} /> }] }),
  };
  return (pages[path] ?? pages['/help/prices'] ?? (() => ({ heading: '', sections: [] })))();
}

/** The regulator's wording keeps its list and its source (SEBI, see the text itself). */
function riskSection({ heading, body, list, source }: SiteContent['legal']['risk']['sections'][number]): Section {
  return {
    heading,
    body: (
      <>
        {body && paragraphs(body)}
        {list && (
          <ul>
            {list.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        {source && <p className="site-source">Source: {source}</p>}
      </>
    ),
  };
}

/** The sessions in words, how the market stands, and the holidays. */
function Hours({ texts }: { texts: readonly string[] }) {
  return (
    <>
      {paragraphs(texts)}
      <LivePlace place="hours" className="site-prose site-hours" first={firstHours} start={startHours} />
    </>
  );
}

/** The labels of prices beside what they mean. */
function Labels({ rows }: { rows: SiteContent['help']['prices']['rows'] }) {
  return (
    <dl className="site-labels">
      {rows.map(([word, meaning]) => (
        <div key={word}>
          <dt>
            <DataStatusMark status={readDataStatus(word.toLowerCase())} />
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
