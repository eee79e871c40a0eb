import type { UserDetail } from '@tradepost/proto/api/users/paths.ts';
import type { ReactNode } from 'react';
import { missing, spokenMask } from '../../lib/format.ts';
import { messageOf } from '../../lib/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { AddressForm } from './address-form.tsx';
import { useReveal } from './api.ts';
import { PasswordForm } from './password-form.tsx';
import { Well } from './well.tsx';

/** Password, address and the two documents. */
export function SecurityPanel({ account }: { account: UserDetail }) {
  return (
    <Panel title="Security and documents">
      <PasswordForm userId={account.userId} />
      <AddressForm address={account.address} version={account.version} />
      <div className="tp-pairs tp-profile-part">
        <RevealWell label="PAN card" field="pancard" masked={account.pancard}>
          <ViewLink url={account.panimg} what="PAN card" />
        </RevealWell>
        <Well label="Aadhar card" value={account.aadharcard ?? missing} spoken={account.aadharcard ? spokenMask(account.aadharcard) : undefined}>
          <ViewLink url={account.aadharimg} what="Aadhar card" />
        </Well>
      </div>
      <p className="tp-hint tp-profile-hint">Numbers are kept sealed. Each time one is shown in full or a document is opened, that is written down.</p>
    </Panel>
  );
}

/** A masked number that can be shown in full. It is asked from the server anew each time and forgotten when hidden. */
export function RevealWell({ label, field, masked, children }: { label: string; field: 'pancard' | 'accountNumber'; masked: string | null; children?: ReactNode }) {
  const shown = useReveal(field);
  const value = shown.data?.value;
  return (
    <Well
      label={label}
      value={value ?? masked ?? missing}
      spoken={value === undefined && masked ? spokenMask(masked) : undefined}
      error={shown.isError ? messageOf(shown.error, 'The number could not be shown.') : undefined}
    >
      {masked && (
        <Button
          kind="quiet"
          small
          busy={shown.isPending}
          busyLabel="Showing..."
          aria-label={value === undefined ? `Show ${label} in full` : `Hide ${label}`}
          onClick={() => (value === undefined ? shown.mutate() : shown.reset())}
        >
          {value === undefined ? 'Show' : 'Hide'}
        </Button>
      )}
      {children}
    </Well>
  );
}

/** Opens a document in a tab of its own. The link is signed for this person and ends after five minutes; the page reads a new one before that. */
function ViewLink({ url, what }: { url: string | null; what: string }) {
  if (!url) return null;
  return (
    <a className="tp-button" data-kind="quiet" data-small href={url} target="_blank" rel="noopener noreferrer" aria-label={`View ${what} (opens in a new tab)`}>
      View
    </a>
  );
}
