import claimTexts from 'virtual:site-content/claims';
import demoTexts from 'virtual:site-content/demo';
import type { SiteContent } from '@tradepost/proto/api/site-content/paths.ts';
import { formatCalendarDay } from '../../lib/format.ts';
import { useDemo } from '../../lib/mode.ts';
import { useSiteTexts } from '../../lib/site-texts.ts';
import { SampleTag } from '../../ui/data-status.tsx';
import { Tip } from '../../ui/tip.tsx';

type Claim = SiteContent['claims'][number];

/** A claim counts as proved when the operator has said when and how it was measured; never in the demonstration. */
const proved = ({ asOf, source }: Claim): boolean => asOf !== null && source !== null;

/** The tag beside every figure that nobody has proved. */
export function UnprovedTag() {
  const { sampleTag, sampleTip } = useSiteTexts('demo', demoTexts);
  return <SampleTag tip={sampleTip}>{sampleTag}</SampleTag>;
}

/** Whether the claim with this id is shown as a sample. */
export function useUnproved(id: string): boolean {
  const claim = useSiteTexts('claims', claimTexts).find((one) => one.id === id);
  return useDemo() || claim === undefined || !proved(claim);
}

/** The strip of figures. Samples say so; proved ones say of when and from where. They are never counted up from zero. */
export function Claims({ heading }: { heading: string }) {
  const claims = useSiteTexts('claims', claimTexts);
  const demo = useDemo();
  const shown = claims.map((claim) => ({ ...claim, known: !demo && proved(claim) }));
  const mixed = shown.some(({ known }) => known);
  return (
    <section className="site-band site-claims" aria-labelledby="claims">
      <div className="site-claims-head">
        <h2 id="claims">{heading}</h2>
        {!mixed && <UnprovedTag />}
      </div>
      <dl className="tp-panel">
        {shown.map(({ id, value, label, explain, asOf, source, known }) => (
          <div key={id}>
            <dt>
              <Tip className="site-claim-label" tip={explain}>
                {label}
              </Tip>
            </dt>
            <dd>
              {value}
              {known && <small>{`${source}, ${formatCalendarDay(asOf)}`}</small>}
              {mixed && !known && <UnprovedTag />}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
