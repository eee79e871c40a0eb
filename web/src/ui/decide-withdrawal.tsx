import { useQueryClient } from '@tanstack/react-query';
import { decideWithdrawal } from '@tradepost/proto/api/funds/paths.ts';
import { useEffect, useRef, useState } from 'react';
import { formatRupees } from '../lib/format.ts';
import { request } from '../lib/http.ts';
import { isUncertain, messageOf, referenceOf } from '../lib/problem.ts';
import { sendOnce } from '../lib/send-once.ts';
import { useLast } from '../lib/use-last.ts';
import { Banner } from './banner.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Field } from './field.tsx';
import type { LedgerLine } from './ledger-lines.tsx';

export type Decision = 'approve' | 'reject';

/** A withdrawal that is about to be decided. */
export interface Decided {
  /** `_id` of the account. */
  accountId: string;
  withdrawalId: string;
  amountRupees: number;
  /** Whose money it is, for the first line: "Asha Verma, TP104287". */
  client: string;
  /** Where it goes, for the second line. */
  target: string;
  /** What it does to the balance. */
  lines: readonly LedgerLine[];
}

interface Props {
  decided: Decided;
  /** Undefined while nothing is asked. */
  decision: Decision | undefined;
  onDone: (decision: Decision) => void;
  onCancel: () => void;
}

const reasons = ['The bank account could not be verified.', 'The name of the bank account does not match.', 'Requested twice.', 'Requested by the client.'];

/** Asks "Approve this withdrawal?" or "Reject this withdrawal?" with what it does to the balance, and decides. A rejection asks for the reason first. */
export function DecideWithdrawal({ decided, decision, onDone, onCancel }: Props) {
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const refresh = () =>
    Promise.all(
      [['queue'], ['user', decided.accountId], ['withdrawals', decided.accountId], ['ledger', decided.accountId], ['users']].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
  const close = () => {
    setReason('');
    setError(undefined);
  };
  const decide = async (action: Decision) => {
    const words = reason.trim();
    const body = action === 'reject' && words ? { action, reason: words } : { action };
    setBusy(true);
    try {
      await sendOnce(`decide:${decided.withdrawalId}`, JSON.stringify(body), (idempotencyKey) =>
        request(decideWithdrawal, { params: { id: decided.accountId, withdrawalId: decided.withdrawalId }, body, idempotencyKey }),
      );
      close();
      onDone(action);
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
      void refresh();
    }
  };
  const rejecting = useLast(decision) === 'reject';
  const amount = formatRupees(decided.amountRupees);
  return (
    <ConfirmDialog
      open={decision !== undefined}
      title={rejecting ? 'Reject this withdrawal?' : 'Approve this withdrawal?'}
      lines={[{ label: 'Client', value: decided.client }, { label: 'To', value: decided.target }, ...(rejecting ? [{ label: 'Available again', value: amount }] : decided.lines)]}
      note="This cannot be undone. The client sees your decision at once."
      deed={rejecting ? `Reject ${amount}` : `Approve ${amount}`}
      busyLabel={rejecting ? 'Rejecting...' : 'Approving...'}
      busy={busy}
      danger={rejecting}
      onConfirm={() => decision && void decide(decision)}
      onCancel={() => {
        close();
        onCancel();
      }}
    >
      {error !== undefined && <DecisionProblem error={error} />}
      {rejecting && <ReasonField value={reason} onChange={setReason} />}
    </ConfirmDialog>
  );
}

function DecisionProblem({ error }: { error: unknown }) {
  if (isUncertain(error))
    return (
      <Banner kind="warn" reference={referenceOf(error)}>
        We do not know yet whether this arrived. Try again: it is safe, the same request is never booked twice.
      </Banner>
    );
  return (
    <Banner kind="error" title="Failed to approve withdrawal" reference={referenceOf(error)}>
      {messageOf(error, '')}
    </Banner>
  );
}

function ReasonField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // After the dialog has put its own focus on Cancel, as it does for every destructive deed.
    const timer = setTimeout(() => input.current?.focus(), 90);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Field label="Reason" optional hint="The client reads it. Choose one or type your own.">
      {(control) => (
        <>
          <input {...control} ref={input} className="tp-input" value={value} maxLength={200} list={`${control.id}-reasons`} onChange={(event) => onChange(event.target.value)} />
          <datalist id={`${control.id}-reasons`}>
            {reasons.map((reason) => (
              <option key={reason} value={reason} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
