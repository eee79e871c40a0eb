import { Outlet, ScrollRestoration, useNavigation } from 'react-router-dom';
import { useDemo } from '../lib/mode.ts';

/** What stands around every page: the skip link, the demo banner, and the place on the page after a change of route. */
export function Root() {
  const demo = useDemo();
  const { state } = useNavigation();
  return (
    <>
      <a className="tp-skip" href="#content">
        Skip to content
      </a>
      {demo && (
        <aside className="tp-demo" aria-label="Demonstration" data-ink>
          <b>DEMO</b>
          <span className="long">You are trying Tradepost with sample money. Nothing you do here moves real rupees.</span>
          <span className="short">Sample money. Nothing here is real.</span>
        </aside>
      )}
      <div aria-busy={state !== 'idle'}>
        <Outlet />
      </div>
      <ScrollRestoration />
    </>
  );
}
