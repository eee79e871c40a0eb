import type { Payee } from '@tradepost/proto/api/site-content/paths.ts';
import { useState } from 'react';
import './payment-code.css';

interface Props {
  /** Address of the picture. */
  image: string;
  /** Who is paid, as the code says; undefined when it says nothing. */
  payee: string | undefined;
  /** Side in px. */
  size: number;
}

/** The payment QR code on white, in the dark as well: some apps read no other. A grey square stands in its place until it is there. */
export function PaymentCode({ image, payee, size }: Props) {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  return (
    <span className="tp-payment-code" data-state={state} style={{ width: size, height: size }}>
      {state === 'failed' ? (
        <span>The picture could not be loaded.</span>
      ) : (
        <img
          src={image}
          width={size}
          height={size}
          alt={payee ? `Payment QR code for ${payee}` : 'Payment QR code'}
          onLoad={() => setState('shown')}
          onError={() => setState('failed')}
        />
      )}
    </span>
  );
}

/** Who a code pays, in words; a warning when it says nothing that UPI apps know. */
export function PayeeWords({ payee }: { payee: Payee | null }) {
  if (!payee) return <p className="tp-hint">No UPI payee can be read from this picture. Clients are told to ask support before they pay.</p>;
  return (
    <p>
      <span className="tp-hint">Pays to</span>
      <br />
      <b className="tp-payee-word">{payee.name || 'no name'}</b>
      <br />
      <span className="tp-payee-word">{payee.upiId}</span>
    </p>
  );
}
