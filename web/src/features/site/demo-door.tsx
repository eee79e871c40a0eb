import type { SiteContent } from '@tradepost/proto/api/site-content/paths.ts';
import { finishSignIn } from '../../lib/finish-sign-in.ts';
import { useDemo, useMode } from '../../lib/mode.ts';
import { home } from '../../lib/session.ts';
import { DemoButtons } from '../../ui/demo-buttons.tsx';
import { PostBullet } from './post.tsx';

/** The way into the demonstration, at the end of the road. Nothing of it exists in live mode. */
export function DemoDoor({ texts }: { texts: SiteContent['landing']['closing'] }) {
  const demo = useDemo();
  const mode = useMode();
  if (!demo || mode?.demoSignIn === false) return null;
  return (
    <section className="site-band site-door" aria-labelledby="door" data-demo-only>
      <PostBullet />
      <div className="site-door-row">
        <div>
          <h2 id="door">{texts.heading}</h2>
          <p>{texts.text}</p>
        </div>
        <div>
          <DemoButtons className="site-door-buttons" client={texts.client} admin={texts.admin} onSignedIn={(answer) => finishSignIn(answer, home)} />
        </div>
      </div>
    </section>
  );
}
