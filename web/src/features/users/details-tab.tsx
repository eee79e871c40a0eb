import type { UserDetail } from '@tradepost/proto/api/users/paths.ts';
import { formatCalendarDay, formatDate, formatGender, formatPhone } from '../../lib/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { AuditPanel } from './audit-panel.tsx';
import { BankPanel } from './bank-panel.tsx';
import { Fact } from './fact.tsx';
import { TemporaryPassword } from './temporary-password.tsx';

/** The person as facts, the way to a temporary password, and what was done to the account. */
export function DetailsTab({ detail }: { detail: UserDetail }) {
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
      <BankPanel detail={detail} />
      <TemporaryPassword detail={detail} />
      <AuditPanel id={detail._id} />
    </>
  );
}
