import type { Withdrawal } from '@tradepost/proto/api/funds/paths.ts';
import { useState } from 'react';
import { formatDateTime, formatRupees } from '../../lib/format.ts';
import { isUncertain } from '../../lib/problem.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useCancelWithdrawal } from './api.ts';

/** The button that cancels a pending request, with its question. */
export function CancelRequest({ withdrawal, onCancelled }: { withdrawal: Withdrawal; onCancelled: (withdrawal: Withdrawal) => void }) {
  const [asking, setAsking] = useState(false);
  const cancel = useCancelWithdrawal();
  const amount = formatRupees(withdrawal.amount);
  const close = () => {
    setAsking(false);
    cancel.reset();
  };
  return (
    <>
      <Button kind="danger-outline" small onClick={() => setAsking(true)} aria-label={`Cancel request for ${amount}`}>
        Cancel request
      </Button>
      <ConfirmDialog
        open={asking}
        title={`Cancel this withdrawal of ${amount}?`}
        lines={[
          { label: 'Amount', value: amount },
          { label: 'Requested', value: formatDateTime(withdrawal.createdAt) },
        ]}
        note={
          isUncertain(cancel.error)
            ? 'We do not know yet whether this arrived. Try again: it is safe.'
            : 'The amount is available again at once. You can ask for a new withdrawal at any time.'
        }
        deed={isUncertain(cancel.error) ? 'Try again' : 'Cancel request'}
        busyLabel="Cancelling..."
        cancelLabel="Keep it"
        danger
        busy={cancel.isPending}
        error={cancel.error}
        errorFallback="The request could not be cancelled."
        onCancel={close}
        onConfirm={() =>
          cancel.mutate(withdrawal, {
            onSuccess: (answer) => {
              close();
              onCancelled(answer.withdrawal);
            },
          })
        }
      />
    </>
  );
}
