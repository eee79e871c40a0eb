import type { MarketSession } from '@tradepost/proto/api/market/paths.ts';
import { useTick } from '../../lib/market.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { rulerOf } from './ruler.ts';

/** The trading day as a road: posts at the hours, the milestone at now. */
export function SessionRuler({ session }: { session: (MarketSession & { readonly skewMs: number }) | undefined }) {
  const nowMs = useTick(15_000);
  if (!session)
    return (
      <section className="tp-panel dash-ruler" aria-label="Trading day" aria-busy="true">
        <Skeleton height="2.5rem" />
      </section>
    );
  const ruler = rulerOf(session, nowMs + session.skewMs);
  return (
    <section className="tp-panel dash-ruler" aria-label="Trading day">
      <div className="dash-ruler-words">
        <b>{ruler.title}</b>
        <span className="long">{ruler.when}</span>
        <span className="short">{ruler.brief}</span>
      </div>
      <div className="dash-road" aria-hidden="true">
        <i className="dash-road-passed" style={{ width: `${ruler.at}%` }} />
        {ruler.posts.map((post) => (
          <span key={post.at} style={{ left: `${post.at}%` }} data-passed={post.passed || undefined} data-end={post.end || undefined}>
            {post.word}
          </span>
        ))}
        <i className="dash-road-now" style={{ left: `${ruler.at}%` }} />
      </div>
    </section>
  );
}
