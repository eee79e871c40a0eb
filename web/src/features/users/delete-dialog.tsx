import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { ApiProblem, messageOf, referenceOf } from '../../lib/problem.ts';
import { useLast } from '../../lib/use-last.ts';
import { Banner } from '../../ui/banner.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { type Person, sendDeletion } from './api.ts';

interface Props {
  /** Undefined while nothing is asked. */
  person: Person | undefined;
  onDone: (message: string) => void;
  onCancel: () => void;
}

const placeOf = (reason: string, id: string): string | undefined =>
  ({ balance: `/user/${id}?tab=funds`, holds: `/user/${id}?tab=withdrawals`, positions: `/usernetposition/${id}?show=active` })[reason];

/** Asks before an account is deleted, and does it. What stands in the way is listed, with the place where it can be settled. */
export function DeleteDialog({ person: asked, onDone, onCancel }: Props) {
  const person = useLast(asked);
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  if (!person) return null;
  const send = async () => {
    setBusy(true);
    try {
      const { message } = await sendDeletion(person._id);
      setError(undefined);
      onDone(message);
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: ['users'] });
    }
  };
  return (
    <ConfirmDialog
      open={asked !== undefined}
      title="Delete this user?"
      lines={[
        { label: 'Name', value: person.name },
        { label: 'User Id', value: person.userId },
      ]}
      note="Personal data are erased. The ledger stays. This cannot be undone."
      deed="Delete user"
      busyLabel="Deleting..."
      danger
      busy={busy}
      onConfirm={() => void send()}
      onCancel={() => {
        setError(undefined);
        onCancel();
      }}
    >
      {error !== undefined && <DeleteProblem error={error} id={person._id} />}
    </ConfirmDialog>
  );
}

function DeleteProblem({ error, id }: { error: unknown; id: string }) {
  const reasons = error instanceof ApiProblem ? error.errors : [];
  const message = messageOf(error, '');
  return (
    <Banner kind="error" title="Failed to delete user" reference={referenceOf(error)}>
      {message !== 'Failed to delete user' && message}
      {reasons.length > 0 && (
        <ul>
          {reasons.map((reason) => (
            <Reason key={reason.field} message={reason.message} place={placeOf(reason.field, id)} />
          ))}
        </ul>
      )}
    </Banner>
  );
}

function Reason({ message, place }: { message: string; place: string | undefined }) {
  return <li>{place ? <Link to={place}>{message}</Link> : message}</li>;
}
