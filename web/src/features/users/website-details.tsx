import { useQueryClient } from '@tanstack/react-query';
import type { AdditionalData } from '@tradepost/proto/api/site-content/paths.ts';
import { useState } from 'react';
import { companyKey, useCompany } from '../../lib/use-company.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Known } from '../../ui/missing.tsx';
import { PayeeWords, PaymentCode } from '../../ui/payment-code.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import './website-details.css';
import { WebsiteForm } from './website-form.tsx';

/** Address, e-mail, phone and payment code of the company: read first, and edited in the same dialog. */
export function WebsiteDetails({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [dirty, setDirty] = useState(false);
  const [asking, setAsking] = useState(false);
  const leave = () => {
    setDirty(false);
    setAsking(false);
    onClose();
  };
  const close = () => {
    // Asked once: whoever presses again means it.
    if (dirty && !asking) setAsking(true);
    else leave();
  };
  return (
    <Dialog open={open} title="Website Details" width={560} onClose={close}>
      <Loaded asking={asking} onDirty={setDirty} onStay={() => setAsking(false)} onLeave={leave} />
    </Dialog>
  );
}

interface LoadedProps {
  /** The dialog was to be closed although something is changed. */
  asking: boolean;
  onDirty: (dirty: boolean) => void;
  onStay: () => void;
  onLeave: () => void;
}

function Loaded({ asking, onDirty, onStay, onLeave }: LoadedProps) {
  const client = useQueryClient();
  const company = useCompany();
  const [editing, setEditing] = useState(false);
  const [saved, setSaved] = useState(false);
  if (company.isError && !company.data) return <ErrorState error={company.error} fallback="Failed to fetch data" onRetry={() => void company.refetch()} />;
  if (!company.data) return <SkeletonLines lines={6} />;
  if (!editing)
    return (
      <Details
        company={company.data}
        saved={saved}
        onEdit={() => {
          setSaved(false);
          setEditing(true);
        }}
      />
    );
  const show = () => {
    onDirty(false);
    onStay();
    setEditing(false);
  };
  return (
    <WebsiteForm
      company={company.data}
      reread={async () => (await company.refetch()).data}
      asking={asking}
      onStay={onStay}
      onLeave={onLeave}
      onDirty={onDirty}
      onCancel={show}
      onSaved={(data) => {
        client.setQueryData<AdditionalData>(companyKey, data);
        setSaved(true);
        show();
      }}
    />
  );
}

function Details({ company, saved, onEdit }: { company: AdditionalData; saved: boolean; onEdit: () => void }) {
  return (
    <div className="tp-website">
      {saved && (
        <Banner kind="success" focus>
          Saved.
        </Banner>
      )}
      <dl className="tp-website-lines">
        <div>
          <dt>Address</dt>
          <dd className="tp-website-address">
            <Known>{company.address}</Known>
          </dd>
        </div>
        <div>
          <dt>Email</dt>
          <dd>
            <Known>{company.email}</Known>
            {company.email && <CopyButton text={company.email} what="email" />}
          </dd>
        </div>
        <div>
          <dt>Phone</dt>
          <dd>
            <Known>{company.phone}</Known>
            {company.phone && <CopyButton text={company.phone} what="phone" />}
          </dd>
        </div>
        <div>
          <dt>Image (payment QR code)</dt>
          <dd>{company.image ? <Code company={company} image={company.image} /> : <Known>{null}</Known>}</dd>
        </div>
      </dl>
      <div className="tp-actions">
        <Button kind="primary" onClick={onEdit}>
          Edit Details
        </Button>
      </div>
    </div>
  );
}

function Code({ company, image }: { company: AdditionalData; image: string }) {
  return (
    <div className="tp-website-code">
      <PaymentCode key={image} image={image} payee={company.payee?.name} size={180} />
      <PayeeWords payee={company.payee} />
    </div>
  );
}
