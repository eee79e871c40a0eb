import type { SiteContent } from '@tradepost/proto/api/site-content/paths.ts';
import { UnprovedTag, useUnproved } from './claims.tsx';

/** The claim of speed, drawn to scale beside things people know, and what it counts. */
export function Speed({ texts }: { texts: SiteContent['landing']['speed'] }) {
  const unproved = useUnproved('speed');
  const longest = Math.max(...texts.scale.map(({ ms }) => ms), 1);
  return (
    <section className="site-band site-speed" aria-labelledby="speed">
      <div>
        <h2 id="speed">{texts.heading}</h2>
        {unproved && <UnprovedTag />}
        <p className="site-lead">{texts.lead}</p>
      </div>
      <div>
        <dl className="site-scale">
          {texts.scale.map(({ label, ms, kind }) => (
            <div key={label} data-kind={kind}>
              <dt>{label}</dt>
              <dd>
                <i style={{ width: `${(ms / longest) * 100}%` }} />
                <span>{kind === 'claim' ? `under ${ms} ms` : `${ms} ms`}</span>
              </dd>
            </div>
          ))}
        </dl>
        <p className="site-note">{texts.counts}</p>
        <p className="site-note">{texts.notCounts}</p>
      </div>
    </section>
  );
}
