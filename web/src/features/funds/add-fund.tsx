import type { AdditionalData, Payee } from '@tradepost/proto/api/site-content/paths.ts';
import { Download } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useCompany } from '../../lib/use-company.ts';
import { Banner } from '../../ui/banner.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PaymentCode } from '../../ui/payment-code.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import './add-fund.css';
import { NotApprovedNote } from './not-approved-note.tsx';

const codeSidePixels = 250;

interface Props {
  open: boolean;
  /** State of the reader's account; undefined until it is known. */
  state: string | undefined;
  onClose: () => void;
}

/** How money is paid in: to whom, with the name before the code, because the name is what a payer can check. */
export function AddFundDialog({ open, state, onClose }: Props) {
  return (
    <Dialog open={open} title="Add Fund" width={800} onClose={onClose}>
      <NotApprovedNote state={state} />
      <HowToPay />
    </Dialog>
  );
}

function HowToPay() {
  const company = useCompany();
  if (company.isError && !company.data) return <ErrorState error={company.error} fallback="Failed to fetch data" onRetry={() => void company.refetch()} />;
  if (!company.data) return <Waiting />;
  const { image, payee } = company.data;
  if (!image) return <EmptyState action={<Link to="/contact-us">Contact Us</Link>}>The payment code is not set up yet. Please contact support.</EmptyState>;
  return <PayTo image={image} payee={payee} />;
}

const Waiting = () => (
  <div className="tp-add-fund" role="status">
    <span className="tp-hidden">Loading...</span>
    <div className="tp-add-fund-words">
      <Skeleton width="60%" height="3.5rem" />
      <Skeleton height="4rem" />
    </div>
    <div className="tp-add-fund-code">
      <Skeleton width={`${codeSidePixels}px`} height={`${codeSidePixels}px`} />
    </div>
  </div>
);

function PayTo({ image, payee }: { image: NonNullable<AdditionalData['image']>; payee: Payee | null }) {
  return (
    <div className="tp-add-fund">
      <div className="tp-add-fund-words">
        {payee ? (
          <PayeeLines payee={payee} />
        ) : (
          <Banner kind="warn">The code names no payee that can be shown here. Before you pay, ask support for the name your UPI app must show.</Banner>
        )}
        <p className="tp-add-fund-note">
          An administrator books your deposit when the money has arrived. Until then it is not in your balance. Keep the bank reference (UTR) of your payment: support finds it by
          that number.
        </p>
      </div>
      <div className="tp-add-fund-code">
        <PaymentCode key={image} image={image} payee={payee?.name} size={codeSidePixels} />
        <b>Scan with any UPI app</b>
        <a className="tp-button" href={image} download="payment-code">
          <Icon of={Download} />
          <span>Save picture</span>
        </a>
      </div>
    </div>
  );
}

function PayeeLines({ payee }: { payee: Payee }) {
  return (
    <>
      <dl className="tp-payee">
        <div>
          <dt>You pay to</dt>
          <dd className="tp-payee-name">{payee.name || payee.upiId}</dd>
        </div>
        <div className="tp-payee-id">
          <dt>UPI ID</dt>
          <dd>
            {payee.upiId} <CopyButton text={payee.upiId} what="UPI ID" />
          </dd>
        </div>
      </dl>
      <Banner kind="warn">Your UPI app must show exactly this payee name. If it shows another one, do not pay and tell us.</Banner>
    </>
  );
}
