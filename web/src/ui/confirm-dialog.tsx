import { Modal } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { messageOf, referenceOf } from '../lib/problem.ts';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { type LedgerLine, LedgerLines } from './ledger-lines.tsx';

interface Props {
  open: boolean;
  /** A question: "Approve this withdrawal?" */
  title: string;
  lines?: readonly LedgerLine[];
  /** What follows from it. */
  note?: ReactNode;
  /** Named by the deed: "Approve ₹25,000.00", never "OK". */
  deed: string;
  busyLabel?: string;
  cancelLabel?: string;
  /** Destructive: red, and the focus starts on Cancel. */
  danger?: boolean;
  busy?: boolean;
  error?: unknown;
  /** The specification's words when the server sent none. */
  errorFallback?: string;
  onConfirm: () => void;
  onCancel: () => void;
  children?: ReactNode;
  /** False when a field inside the dialog takes the focus first. */
  autoFocusDeed?: boolean;
}

/** Asks before a deed. The deed does nothing in the first 300 ms and takes no key repeat, so a double press cannot fall through. */
export function ConfirmDialog(props: Props) {
  return (
    <Modal
      open={props.open}
      title={props.title}
      onCancel={props.busy ? undefined : props.onCancel}
      mask={{ closable: false }}
      keyboard={!props.busy}
      destroyOnHidden
      width={496}
      footer={null}
      closable={{ 'aria-label': 'Close' }}
    >
      <Question {...props} />
    </Modal>
  );
}

function Question({
  lines,
  note,
  deed,
  busyLabel,
  cancelLabel = 'Cancel',
  danger = false,
  busy = false,
  error,
  errorFallback = 'This did not work.',
  onConfirm,
  onCancel,
  children,
  autoFocusDeed = true,
}: Props) {
  const [ready, setReady] = useState(false);
  const cancelButton = useRef<HTMLSpanElement>(null);
  const deedButton = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), 300);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    // After antd has put its own focus on the dialog.
    const timer = setTimeout(() => {
      if (danger) cancelButton.current?.querySelector('button')?.focus();
      else if (autoFocusDeed) deedButton.current?.querySelector('button')?.focus();
    }, 60);
    return () => clearTimeout(timer);
  }, [danger, autoFocusDeed]);
  return (
    <div className="tp-confirm">
      {error !== undefined && error !== null && (
        <Banner kind="error" reference={referenceOf(error)}>
          {messageOf(error, errorFallback)}
        </Banner>
      )}
      {lines && <LedgerLines lines={lines} />}
      {children}
      {note && <p className="tp-hint">{note}</p>}
      <div className="tp-actions">
        <span ref={cancelButton}>
          <Button onClick={onCancel} aria-disabled={busy}>
            {cancelLabel}
          </Button>
        </span>
        <span ref={deedButton}>
          <Button
            kind={danger ? 'danger' : 'primary'}
            busy={busy}
            {...(busyLabel ? { busyLabel } : {})}
            onKeyDown={(event) => event.repeat && event.preventDefault()}
            onClick={() => ready && onConfirm()}
          >
            {deed}
          </Button>
        </span>
      </div>
    </div>
  );
}
