import type { UserDetail } from '@tradepost/proto/api/users/paths.ts';
import type { ReactNode } from 'react';
import { formatCalendarDay, formatDate, formatGender, formatPhone } from '../../lib/format.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Known } from '../../ui/missing.tsx';
import { Panel } from '../../ui/panel.tsx';
import { AuditPanel } from './audit-panel.tsx';
import { Reveal } from './reveal.tsx';
import { TemporaryPassword } from './temporary-password.tsx';

/** The person as facts, the way to a temporary password, and what was done to the account. */
export function DetailsTab({ detail }: { detail: UserDetail }) {
  const bank = detail.bankDetails;
  return (
    <>
      <Panel title="Personal details">
        <dl className="tp-facts">
          <Fact label="Full name" value={detail.name} copy />
          <Fact label="User Id" value={detail.userId} copy />
          <Fact label="E-mail" value={detail.email} copy />
          <Fact label="Phone" value={detail.phone} copy>
            {formatPhone(detail.phone)}
          </Fact>
          <Fact label="Date of birth">{formatCalendarDay(detail.dob)}</Fact>
          <Fact label="Gender">{formatGender(detail.gender)}</Fact>
          <Fact label="Joined date">{formatDate(detail.created_at)}</Fact>
          <Fact label="Address">{detail.address}</Fact>
        </dl>
      </Panel>
      <Panel title="Bank details">
        {bank ? (
          <dl className="tp-facts">
            <Fact label="Bank name" value={bank.bankName} copy />
            <Fact label="Account number">
              <Reveal id={detail._id} field="accountNumber" masked={bank.accountNumber} what="account number" />
            </Fact>
            <Fact label="IFSC" value={bank.ifsc} copy />
          </dl>
        ) : (
          <p className="tp-hint">No bank details saved yet.</p>
        )}
      </Panel>
      <TemporaryPassword detail={detail} />
      <AuditPanel id={detail._id} />
    </>
  );
}

interface FactProps {
  label: string;
  /** What is copied, and shown unless there are children. */
  value?: string;
  copy?: boolean;
  children?: ReactNode;
}

function Fact({ label, value, copy = false, children }: FactProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Known>{children ?? value}</Known>
        {copy && value && <CopyButton text={value} what={label} />}
      </dd>
    </div>
  );
}
