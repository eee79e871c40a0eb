import type { SiteContent } from '@tradepost/proto/api/site-content/paths.ts';
import type { ReactNode } from 'react';
import { DataStatusMark } from '../../ui/data-status.tsx';
import { PostSteps } from '../../ui/post-steps.tsx';

// Each job beside a piece of the real product, in the order of the texts.
const pieces: readonly ReactNode[] = [
  <div key="prices" className="site-marks">
    {(['live', 'delayed', 'stale', 'closed', 'sample'] as const).map((status) => (
      <DataStatusMark key={status} status={status} />
    ))}
  </div>,
  <dl key="books" className="site-lines">
    <div>
      <dt>Booked</dt>
      <dd>₹3,05,000.00</dd>
    </div>
    <div>
      <dt>On hold</dt>
      <dd>-₹25,000.00</dd>
    </div>
    <div data-total>
      <dt>Available</dt>
      <dd>
        <span>₹2,80,000.00</span>
      </dd>
    </div>
  </dl>,
  <div key="steps" className="site-posts">
    <PostSteps
      label="An example of a withdrawal"
      steps={[
        { title: 'Requested', state: 'done' },
        { title: 'Reviewed', state: 'done' },
        { title: 'Approved', state: 'now' },
      ]}
    />
  </div>,
];

/** "What is Trading Software?": its three jobs. */
export function Jobs({ texts }: { texts: SiteContent['landing']['what'] }) {
  return (
    <section className="site-band site-jobs" aria-labelledby="jobs">
      <div>
        <h2 id="jobs">{texts.heading}</h2>
        <p className="site-lead">{texts.lead}</p>
      </div>
      <ul>
        {texts.items.map(({ title, text }, at) => (
          <li key={title}>
            <div>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
            {pieces[at]}
          </li>
        ))}
      </ul>
    </section>
  );
}
