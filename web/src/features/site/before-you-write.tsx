import type { SiteContent } from '@tradepost/proto/api/site-content/paths.ts';

/** The questions that are asked most, answered before anybody writes. */
export function BeforeYouWrite({ entries }: { entries: SiteContent['contactPage']['before'] }) {
  return (
    <dl className="site-before">
      {entries.map(({ q, a }) => (
        <div key={q}>
          <dt>{q}</dt>
          <dd>{a}</dd>
        </div>
      ))}
    </dl>
  );
}
