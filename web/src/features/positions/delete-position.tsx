import { useQueryClient } from '@tanstack/react-query';
import type { Position } from '@tradepost/proto/api/positions/paths.ts';
import { useState } from 'react';
import { formatRupees } from '../../lib/format.ts';
import { useLast } from '../../lib/use-last.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { sendDeletion } from './api.ts';
import { formatQuantity, signedProfit } from './figures.ts';
import { SignedRupees } from './profit.tsx';

interface Props {
  account: string;
  /** Undefined while nothing is asked. */
  position: Position | undefined;
  onDone: (message: string) => void;
  onCancel: () => void;
}

/** Asks before a position is deleted, and does it. */
export function DeletePosition({ account, position: asked, onDone, onCancel }: Props) {
  const position = useLast(asked);
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  if (!position) return null;
  const send = async () => {
    setBusy(true);
    try {
      await sendDeletion(account, position._id);
      setError(undefined);
      onDone('Position deleted.');
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: ['positions', account] });
    }
  };
  return (
    <ConfirmDialog
      open={asked !== undefined}
      title="Delete this position?"
      lines={[
        { label: 'Symbol', value: position.symbol },
        { label: position.type, value: `${formatQuantity(position.stockQuantity)} at ${formatRupees(position.openPrice)}` },
        { label: 'Status', value: position.status ? 'Active' : 'Closed' },
        { label: 'Profit', value: <SignedRupees amount={signedProfit(position)} /> },
      ]}
      deed="Delete position"
      busyLabel="Deleting..."
      danger
      busy={busy}
      error={error}
      errorFallback="The position could not be deleted."
      onConfirm={() => void send()}
      onCancel={() => {
        setError(undefined);
        onCancel();
      }}
    />
  );
}
