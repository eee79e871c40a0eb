import type { QueueRow } from '@tradepost/proto/api/funds/paths.ts';
import { ArrowLeft } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { formatDateTime, formatRupees, spokenMask } from '../../lib/format.ts';
import { useFocusOnMount } from '../../lib/use-focus-on-mount.ts';
import { amountInWords } from '../../lib/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import type { Decision } from '../../ui/decide-withdrawal.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LedgerLines } from '../../ui/ledger-lines.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Portrait } from '../../ui/portrait.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { linesOf } from './api.ts';

interface Props {
  row: QueueRow;
  /** Its place in the queue, from 1. */
  at: number;
  of: string;
  /** The reader's own request, which another administrator must decide. */
  own: boolean;
  /** The heading takes the focus when this request is drawn. */
  takeFocus: boolean;
  /** On phones, where the request stands alone. */
  onBack: (() => void) | undefined;
  onAsk: (decision: Decision) => void;
}

/** One request with everything that a decision needs, and the bar to decide it. */
export function RequestPanel({ row, at, of, own, takeFocus, onBack, onAsk }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusOnMount(heading, takeFocus);
  return (
    <Panel flush className="tp-request">
      <header>
        {onBack && (
          <button type="button" className="tp-icon-button" aria-label="Back to the queue" title="Back to the queue" onClick={onBack}>
            <Icon of={ArrowLeft} />
          </button>
        )}
        <Portrait name={row.user.name} image={null} size={30} quiet />
        <div>
          <h2 ref={heading} tabIndex={-1}>
            {row.user.name}
          </h2>
          <span className="tp-hint">
            {row.user.userId} · requested {formatDateTime(row.createdAt)}
          </span>
        </div>
        <span className="tp-hint">
          {at} of {of}
        </span>
      </header>
      <div className="tp-request-body">
        <div>
          <span className="tp-hint">Amount</span>
          <div className="tp-figure">{formatRupees(row.amount)}</div>
          <p className="tp-hint">{amountInWords(Math.round(row.amount * 100))}</p>
          <LedgerLines lines={linesOf(row)} />
        </div>
        <BankTarget row={row} />
      </div>
      <footer>
        {own ? (
          <Banner kind="info">Another administrator must decide.</Banner>
        ) : (
          <>
            <p className="tp-hint tp-request-keys">
              <kbd>J</kbd> <kbd>K</kbd> next, previous <kbd>O</kbd> open user <kbd>A</kbd> approve <kbd>R</kbd> reject
            </p>
            <Button kind="danger-outline" onClick={() => onAsk('reject')}>
              Reject
            </Button>
            <Button kind="primary" onClick={() => onAsk('approve')}>
              Approve {formatRupees(row.amount)}
            </Button>
          </>
        )}
      </footer>
    </Panel>
  );
}

function BankTarget({ row }: { row: QueueRow }) {
  const bank = row.user.bankDetails;
  return (
    <div>
      <span className="tp-hint">To</span>
      {bank ? (
        <>
          <p>
            {bank.bankName}, account {spokenMask(bank.accountNumber)}
          </p>
          <p className="tp-hint">IFSC {bank.ifsc}</p>
        </>
      ) : (
        <Banner kind="warn">No bank details saved.</Banner>
      )}
      <p>
        <Link to={`/user/${row.user._id}?tab=withdrawals`}>Open {row.user.name}</Link>
      </p>
    </div>
  );
}

/** In place of a request that was decided or cancelled elsewhere. */
export function RequestGone({ onNext }: { onNext: () => void }) {
  return (
    <Panel>
      <EmptyState action={<Button onClick={onNext}>Show the queue</Button>}>This request no longer waits: it was decided or cancelled elsewhere.</EmptyState>
    </Panel>
  );
}
