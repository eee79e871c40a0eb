import type { UserDetail } from '@tradepost/proto/api/users/paths.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Banner } from '../../ui/banner.tsx';
import { Panel } from '../../ui/panel.tsx';
import { BankForm } from './bank-form.tsx';
import { RevealWell } from './security-panel.tsx';

/** The bank account that withdrawals go to: a form until it is saved, the details afterwards. */
export function BankPanel({ account }: { account: UserDetail }) {
  const [saved, setSaved] = useState(false);
  const { bankDetails } = account;
  return (
    <Panel title="Bank Details">
      {saved && bankDetails && (
        <div className="tp-profile-note">
          <Banner kind="success" title="Saved." onClose={() => setSaved(false)} focus>
            <Link to="/withdraw-fund">Withdraw Funds</Link>
          </Banner>
        </div>
      )}
      {bankDetails ? (
        <div className="tp-form">
          <dl className="tp-facts tp-bank-facts">
            <div>
              <dt>Bank name</dt>
              <dd>{bankDetails.bankName}</dd>
            </div>
            <div>
              <dt>IFSC</dt>
              <dd>{bankDetails.ifsc}</dd>
            </div>
          </dl>
          <RevealWell label="Account number" field="accountNumber" masked={bankDetails.accountNumber} />
          <Banner kind="warn">These details are not yet verified and may be verified for withdrawal requests.</Banner>
          <p className="tp-hint">Saved once. To change them, write to support: an administrator opens them again after checking who asks.</p>
        </div>
      ) : (
        <BankForm onSaved={() => setSaved(true)} />
      )}
    </Panel>
  );
}
