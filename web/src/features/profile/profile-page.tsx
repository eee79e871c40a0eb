import type { UserDetail } from '@tradepost/proto/api/users/paths.ts';
import { ArrowLeft } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useAccount } from '../../lib/use-account.ts';
import { ProblemBanner } from '../../ui/banner.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { AppearancePanel } from './appearance-panel.tsx';
import { BankPanel } from './bank-panel.tsx';
import { DevicesPanel } from './devices-panel.tsx';
import { PersonalPanel } from './personal-panel.tsx';
import './profile.css';
import { SecurityPanel } from './security-panel.tsx';

/** The person's data, documents, bank details and devices: /profile and /setting. */
export default function ProfilePage() {
  const account = useAccount();
  const retry = () => void account.refetch();
  return (
    <>
      <PageHead
        title="Profile Settings"
        back={
          <Link to="/dashboard">
            <Icon of={ArrowLeft} size={15} />
            Back to Dashboard
          </Link>
        }
      />
      {account.isError && !account.data && <ErrorState error={account.error} fallback="Your profile could not be loaded." onRetry={retry} />}
      {account.isError && account.data && <ProblemBanner error={account.error} fallback="Your profile could not be loaded." onRetry={retry} />}
      {account.isPending && <LoadingProfile />}
      {account.data && <Profile account={account.data} />}
    </>
  );
}

/** On phones the order is profile, bank, security, devices, appearance; wide screens put bank and appearance to the right. */
function Profile({ account }: { account: UserDetail }) {
  useScrollToHash();
  return (
    <div className="tp-profile-grid">
      <div data-place="personal">
        <PersonalPanel account={account} />
      </div>
      <div id="bank" data-place="bank">
        <BankPanel account={account} />
      </div>
      <div data-place="security">
        <SecurityPanel account={account} />
      </div>
      <div id="devices" data-place="devices">
        <DevicesPanel />
      </div>
      <div data-place="appearance">
        <AppearancePanel />
      </div>
    </div>
  );
}

function LoadingProfile() {
  return (
    <div className="tp-profile-grid">
      <div data-place="personal">
        <Panel busy>
          <Skeleton height="24rem" />
        </Panel>
      </div>
      <div data-place="bank">
        <Panel busy>
          <Skeleton height="18rem" />
        </Panel>
      </div>
      <div data-place="security">
        <Panel busy>
          <Skeleton height="20rem" />
        </Panel>
      </div>
    </div>
  );
}

/** Brings the panel that the address names into view, once the page has its height: /profile#bank. */
function useScrollToHash(): void {
  const { hash } = useLocation();
  useEffect(() => {
    const panel = hash ? document.getElementById(hash.slice(1)) : null;
    panel?.scrollIntoView({ block: 'start' });
    panel?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
  }, [hash]);
}
