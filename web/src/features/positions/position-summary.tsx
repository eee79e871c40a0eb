import type { Position } from '@tradepost/proto/api/positions/paths.ts';
import { formatRupees } from '../../lib/format.ts';
import { useTableWidth } from '../../lib/media.ts';
import { Changing } from '../../ui/changing.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { totalsOf } from './figures.ts';
import { SignedRupees } from './profit.tsx';

/** What all positions together gained and lost: a strip of four figures, on phones one panel. Grey while `positions` is undefined. */
export function PositionSummary({ positions }: { positions: readonly Position[] | undefined }) {
  const wide = useTableWidth();
  const totals = positions && totalsOf(positions);
  const signed = (amount: number | undefined) =>
    amount === undefined ? (
      <Skeleton width={wide ? '7rem' : '4rem'} height={wide ? '1.75rem' : '1lh'} />
    ) : (
      <Changing value={amount}>
        <SignedRupees amount={amount} />
      </Changing>
    );
  if (!wide)
    return (
      <Panel>
        <dl className="tp-total-panel">
          <div>
            <dt>Total profit and loss</dt>
            <dd className="tp-figure">{signed(totals?.all)}</dd>
          </div>
          <div>
            <dt>Open</dt>
            <dd>{signed(totals?.open)}</dd>
          </div>
          <div>
            <dt>Closed</dt>
            <dd>{signed(totals?.closed)}</dd>
          </div>
        </dl>
      </Panel>
    );
  return (
    <dl className="tp-panel tp-strip">
      <div>
        <dt>Open profit and loss</dt>
        <dd>{signed(totals?.open)}</dd>
      </div>
      <div>
        <dt>Closed profit and loss</dt>
        <dd>{signed(totals?.closed)}</dd>
      </div>
      <div>
        <dt>Total</dt>
        <dd>{signed(totals?.all)}</dd>
      </div>
      <div>
        <dt>Value at open price, active</dt>
        <dd>{totals ? formatRupees(totals.value) : <Skeleton width="7rem" height="1.75rem" />}</dd>
      </div>
    </dl>
  );
}
