import { useQueryClient } from '@tanstack/react-query';
import type { UserDetail } from '@tradepost/proto/api/users/paths.ts';
import { useState } from 'react';
import { useUser } from '../../lib/use-session.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { mayChange } from './allowed.ts';
import { sendBankRemoval } from './api.ts';
import { Fact } from './fact.tsx';
import { Reveal } from './reveal.tsx';

/** The saved bank details. A client saves them once; removing them is how a mistake in them is mended. */
export function BankPanel({ detail }: { detail: UserDetail }) {
  const me = useUser();
  const [asking, setAsking] = useState(false);
  const [done, setDone] = useState(false);
  const bank = detail.bankDetails;
  return (
    <Panel title="Bank details">
      {done && !bank && (
        <Banner kind="success" onClose={() => setDone(false)} focus>
          Removed. {detail.name} can save bank details again.
        </Banner>
      )}
      {bank ? (
        <>
          <dl className="tp-facts">
            <Fact label="Bank name" value={bank.bankName} copy />
            <Fact label="Account number">
              <Reveal id={detail._id} field="accountNumber" masked={bank.accountNumber} what="account number" />
            </Fact>
            <Fact label="IFSC" value={bank.ifsc} copy />
          </dl>
          {mayChange(me, detail) && (
            <div className="tp-actions">
              <Button small onClick={() => setAsking(true)}>
                Remove bank details
              </Button>
            </div>
          )}
        </>
      ) : (
        <p className="tp-hint">No bank details saved yet.</p>
      )}
      <RemoveDialog
        open={asking}
        detail={detail}
        onClose={(removed) => {
          setAsking(false);
          setDone(removed);
        }}
      />
    </Panel>
  );
}

function RemoveDialog({ open, detail, onClose }: { open: boolean; detail: UserDetail; onClose: (removed: boolean) => void }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const send = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await sendBankRemoval(detail._id, String(detail.version));
      await client.invalidateQueries({ queryKey: ['user', detail._id] });
      onClose(true);
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      open={open}
      title="Remove these bank details?"
      lines={[
        { label: 'Client', value: detail.name },
        { label: 'Account number', value: detail.bankDetails?.accountNumber ?? '' },
      ]}
      note={`${detail.name} can then save new ones, once. Withdrawals that wait show no bank target until then.`}
      deed="Remove bank details"
      busyLabel="Removing..."
      danger
      busy={busy}
      error={error}
      errorFallback="The bank details could not be removed."
      onConfirm={() => void send()}
      onCancel={() => {
        setError(undefined);
        onClose(false);
      }}
    />
  );
}
