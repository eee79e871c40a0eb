import type { Withdrawal } from '@tradepost/proto/api/funds/paths.ts';
import { formatDateTime, formatRupees } from '../../lib/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { PostSteps } from '../../ui/post-steps.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { CancelRequest } from './cancel-request.tsx';
import { stepsOf } from './withdrawal-words.ts';

/** One request and how far it has come. */
export function RequestTracker({ withdrawal, onCancelled }: { withdrawal: Withdrawal; onCancelled: (withdrawal: Withdrawal) => void }) {
  return (
    <Panel>
      <div className="tp-tracker-head">
        <h2>{formatRupees(withdrawal.amount)}</h2>
        <StateTag state={withdrawal.status} />
        <span className="tp-muted">Requested {formatDateTime(withdrawal.createdAt)}</span>
        {withdrawal.status === 'pending' && <CancelRequest withdrawal={withdrawal} onCancelled={onCancelled} />}
      </div>
      <PostSteps label={`Way of the withdrawal of ${formatRupees(withdrawal.amount)}`} steps={stepsOf(withdrawal)} />
    </Panel>
  );
}
