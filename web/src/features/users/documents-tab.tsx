import type { UserDetail } from '@tradepost/proto/api/users/paths.ts';
import { type ReactNode, useState } from 'react';
import { formatCalendarDay, formatDateTime, formatGender } from '../../lib/format.ts';
import { Known } from '../../ui/missing.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useAudit } from './api.ts';
import { DocumentViewer, type PaperName } from './document-viewer.tsx';
import { Masked, Reveal } from './reveal.tsx';

interface Props {
  detail: UserDetail;
  reread: () => Promise<UserDetail | undefined>;
}

/** PAN and Aadhar: the paper at the left, what the client registered at the right, to be compared line by line. */
export function DocumentsTab({ detail, reread }: Props) {
  const [shown, setShown] = useState<PaperName>('panimg');
  if (!detail.pancard && !detail.aadharcard && !detail.panimg && !detail.aadharimg)
    return (
      <Panel>
        <EmptyState>No documents yet.</EmptyState>
      </Panel>
    );
  return (
    <div className="tp-columns tp-documents">
      <DocumentViewer detail={detail} shown={shown} onShow={setShown} reread={reread} />
      <div className="tp-stack">
        <Registered detail={detail} shown={shown} />
        <Looks id={detail._id} />
      </div>
    </div>
  );
}

/** What the client typed. The ticks help the eye during one look; nothing is kept. */
function Registered({ detail, shown }: { detail: UserDetail; shown: PaperName }) {
  const aadhar = shown === 'aadharimg';
  return (
    <Panel title="As registered">
      <ul className="tp-compare" key={shown}>
        {aadhar ? (
          <Line label="Aadhar number">{detail.aadharcard ? <Masked text={detail.aadharcard} /> : <Known>{null}</Known>}</Line>
        ) : (
          <Line label="PAN number">
            <Reveal id={detail._id} field="pancard" masked={detail.pancard} what="PAN number" />
          </Line>
        )}
        <Line label="Full name">{detail.name}</Line>
        <Line label="Date of birth">{formatCalendarDay(detail.dob)}</Line>
        {aadhar && <Line label="Gender">{formatGender(detail.gender)}</Line>}
        {aadhar && (
          <Line label="Address">
            <Known>{detail.address}</Known>
          </Line>
        )}
      </ul>
    </Panel>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <li>
      <label>
        <input type="checkbox" />
        <span className="tp-hidden">Compared: </span>
        <span>{label}</span>
      </label>
      <div>{children}</div>
    </li>
  );
}

const wordOf: Readonly<Record<string, string>> = { panimg: 'PAN card', aadharimg: 'Aadhar card', pancard: 'PAN number in full', accountNumber: 'Account number in full' };
const shownRows = 5;

/** Who opened what lately. */
function Looks({ id }: { id: string }) {
  const audit = useAudit(id);
  const looks = audit.data?.pages.flatMap(({ rows }) => rows).filter(({ deed }) => deed === 'document-viewed' || deed === 'revealed');
  return (
    <Panel title="Who opened what" busy={audit.isPending}>
      {looks?.length === 0 && <p className="tp-hint">Nobody has opened these documents lately.</p>}
      <ul className="tp-looks">
        {looks?.slice(0, shownRows).map((look) => (
          <li key={look._id}>
            <span>{look.fields.map((field) => wordOf[field] ?? field).join(', ')}</span>
            <span className="tp-hint">
              {look.by.name}, {formatDateTime(look.createdAt)}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
