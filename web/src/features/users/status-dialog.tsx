import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf, NoAnswer, referenceOf } from '../../lib/problem.ts';
import { useLast } from '../../lib/use-last.ts';
import { Banner } from '../../ui/banner.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { type Person, sendStatus } from './api.ts';

interface Props {
  /** Undefined while nothing is asked. */
  person: Person | undefined;
  onDone: (message: string) => void;
  onCancel: () => void;
}

/** Asks before an account is disabled or approved, and does it. What is shown elsewhere changes only after the answer. */
export function StatusDialog({ person: asked, onDone, onCancel }: Props) {
  const person = useLast(asked);
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  if (!person) return null;
  const active = person.state === 'active';
  const send = async () => {
    setBusy(true);
    try {
      const { message } = await sendStatus(person._id, !active);
      setError(undefined);
      onDone(message);
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: ['users'] });
      void client.invalidateQueries({ queryKey: ['user', person._id] });
    }
  };
  return (
    <ConfirmDialog
      open={asked !== undefined}
      title={active ? 'Do you want to disable this user?' : 'Do you want to approve this user?'}
      lines={[{ label: person.name, value: person.userId }]}
      note={active ? `All devices of ${person.name} are signed out within a second.` : `${person.name} can deposit and withdraw.`}
      deed={active ? 'Disable user' : 'Approve user'}
      busyLabel={active ? 'Disabling...' : 'Approving...'}
      danger={active}
      busy={busy}
      onConfirm={() => void send()}
      onCancel={() => {
        setError(undefined);
        onCancel();
      }}
    >
      {error !== undefined && (
        <Banner kind="error" title={error instanceof NoAnswer ? 'An error occurred while updating status.' : 'Failed to update user status.'} reference={referenceOf(error)}>
          {messageOf(error, '')}
        </Banner>
      )}
    </ConfirmDialog>
  );
}
