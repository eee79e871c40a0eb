import { useQueryClient } from '@tanstack/react-query';
import type { UserDetail } from '@tradepost/proto/api/users/paths.ts';
import { useState } from 'react';
import { useUser } from '../../lib/use-session.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useAskBeforeLeaving } from '../../ui/use-review.ts';
import { mayChange } from './allowed.ts';
import { sendTemporaryPassword } from './api.ts';
import { OneTimePassword } from './one-time-password.tsx';

const consequence = 'The client must change it at the next sign-in. Other devices are signed out.';

/** Stands where the specification showed the password: nobody can read one, but an administrator can issue a temporary one. */
export function TemporaryPassword({ detail }: { detail: UserDetail }) {
  const me = useUser();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [handedOver, setHandedOver] = useState(false);
  const [issued, setIssued] = useState<{ password: string | null }>();
  useAskBeforeLeaving(issued !== undefined, 'The temporary password is shown once. Leave without having handed it over?');
  if (!mayChange(me, detail)) return null;
  const send = async () => {
    setBusy(true);
    setError(undefined);
    try {
      const { temporaryPassword } = await sendTemporaryPassword(detail._id);
      setIssued({ password: temporaryPassword });
      setAsking(false);
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: ['user', detail._id, 'audit'] });
    }
  };
  return (
    <Panel title="Password">
      {issued ? (
        <OneTimePassword
          userId={detail.userId}
          password={issued.password}
          onHandedOver={() => {
            setIssued(undefined);
            setHandedOver(true);
          }}
        />
      ) : (
        <Offer
          handedOver={handedOver}
          onClose={() => setHandedOver(false)}
          onIssue={() => {
            setHandedOver(false);
            setAsking(true);
          }}
        />
      )}
      <ConfirmDialog
        open={asking}
        title="Issue a temporary password?"
        lines={[{ label: detail.name, value: detail.userId }]}
        note={consequence}
        deed="Issue temporary password"
        busyLabel="Issuing..."
        danger
        busy={busy}
        error={error}
        errorFallback="The temporary password could not be issued."
        onConfirm={() => void send()}
        onCancel={() => {
          setAsking(false);
          setError(undefined);
        }}
      />
    </Panel>
  );
}

function Offer({ handedOver, onClose, onIssue }: { handedOver: boolean; onClose: () => void; onIssue: () => void }) {
  return (
    <div className="tp-form">
      {handedOver && (
        <Banner kind="success" onClose={onClose} focus>
          Handed over. The password cannot be shown again.
        </Banner>
      )}
      <p className="tp-hint">Passwords are never stored or shown. {consequence}</p>
      <div>
        <Button onClick={onIssue}>Issue temporary password</Button>
      </div>
    </div>
  );
}
