import type { UserDetail } from '@tradepost/proto/api/users/paths.ts';
import { formatCalendarDay, formatGender, missing } from '../../lib/format.ts';
import { group } from '../../lib/grouping.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { UserStateTag } from '../../ui/state-tag.tsx';
import { ChangePhoto } from './change-photo.tsx';
import { Well } from './well.tsx';

/** Who the person is. Only the photo can be changed here; the rest comes from the documents. */
export function PersonalPanel({ account }: { account: UserDetail }) {
  return (
    <Panel>
      <div className="tp-profile-head">
        <ChangePhoto name={account.name} image={account.image}>
          <p className="tp-profile-name">{account.name}</p>
          <p className="tp-profile-id">
            User Id {account.userId}
            <CopyButton text={account.userId} what="User Id" />
          </p>
        </ChangePhoto>
        <UserStateTag state={account.state} />
      </div>
      <h2 className="tp-profile-title">Personal information</h2>
      <div className="tp-pairs">
        <Well label="Name" value={account.name} />
        <Well label="Email" value={account.email} />
        <Well label="Phone" prefix="+91" value={account.phone ? group(account.phone, [5]) : missing} />
        <Well label="Date of birth" value={formatCalendarDay(account.dob)} />
        <Well label="Gender" value={formatGender(account.gender)} />
      </div>
      <p className="tp-hint tp-profile-hint">Name, birth date and gender come from your documents. To correct them, write to support.</p>
    </Panel>
  );
}
