import texts from 'virtual:site-content/footer';
import { ChevronDown } from 'lucide-react';
import { useDemo } from '../lib/mode.ts';
import { fillIn, operatorValues } from '../lib/operator.ts';
import { useSiteTexts } from '../lib/site-texts.ts';
import { Icon } from './icon.tsx';
import { Logo } from './logo.tsx';
import { PublicLink } from './public-link.tsx';

/** The foot of every public page, on ink: the risk, every other page, and who runs this. */
export function PublicFooter() {
  const { columns, risk, smallDemo, smallLive } = useSiteTexts('footer', texts);
  const demo = useDemo();
  return (
    <footer className="tp-public-foot" data-ink>
      <div className="tp-public-foot-top">
        <div className="tp-public-risk">
          <Logo />
          <p>{risk}</p>
        </div>
        {columns.map(({ heading, links }) => (
          <Column key={heading} heading={heading} links={links} />
        ))}
      </div>
      <p className="tp-public-small" data-demo-only={demo || undefined}>
        {demo ? smallDemo : fillIn(smallLive, operatorValues())}
      </p>
    </footer>
  );
}

/** A column of links; on phones a disclosure of the browser's own. */
function Column({ heading, links }: { heading: string; links: readonly (readonly [string, string])[] }) {
  const list = (
    <ul>
      {links.map(([word, to]) => (
        <li key={word}>
          <PublicLink to={to}>{word}</PublicLink>
        </li>
      ))}
    </ul>
  );
  return (
    <>
      <section className="tp-public-column" aria-label={heading}>
        <h2>{heading}</h2>
        {list}
      </section>
      <details className="tp-public-column">
        <summary>
          {heading}
          <Icon of={ChevronDown} />
        </summary>
        {list}
      </details>
    </>
  );
}
