import type { UserDetail } from '@tradepost/proto/api/users/paths.ts';
import { Tabs } from 'antd';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { formatDate } from '../../lib/format.ts';
import { useTableWidth } from '../../lib/media.ts';
import { ApiProblem } from '../../lib/problem.ts';
import { useKeys } from '../../lib/use-keys.ts';
import { useUser } from '../../lib/use-session.ts';
import { Banner, ProblemBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Portrait } from '../../ui/portrait.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { UserStateTag } from '../../ui/state-tag.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { mayChange, roleName } from './allowed.ts';
import { useUserDetail } from './api.ts';
import { DetailsTab } from './details-tab.tsx';
import { DocumentsTab } from './documents-tab.tsx';
import { EditDrawer } from './edit-drawer.tsx';
import { FundsTab } from './funds-tab.tsx';
import { StatusDialog } from './status-dialog.tsx';
import { WithdrawalsTab } from './withdrawals-tab.tsx';
import './users.css';

const tabs = ['details', 'documents', 'funds', 'withdrawals'] as const;
type Tab = (typeof tabs)[number];
const tabWords: Readonly<Record<Tab, string>> = { details: 'Details', documents: 'Documents', funds: 'Funds', withdrawals: 'Withdrawals' };
const selectWords: Readonly<Record<Tab, string>> = { details: 'Personal Details', documents: 'Documents', funds: 'Fund Management', withdrawals: 'Withdrawals' };

/** The tab as the address says it, and how to change it. */
function useTab(): [Tab, (tab: Tab) => void] {
  const [query, setQuery] = useSearchParams();
  const asked = query.get('tab');
  return [tabs.find((tab) => tab === asked) ?? 'details', (tab) => setQuery(tab === 'details' ? {} : { tab }, { replace: true })];
}

const BackLink = () => (
  <Link to="/user-list">
    <Icon of={ArrowLeft} size={15} />
    Back to User List
  </Link>
);

export default function UserPage() {
  const { id = '' } = useParams();
  const detail = useUserDetail(id);
  if (detail.data)
    return (
      <>
        <UserHead detail={detail.data} />
        {detail.isError && <ProblemBanner error={detail.error} fallback="The user could not be read again." onRetry={() => void detail.refetch()} />}
        <UserTabs key={id} detail={detail.data} reread={async () => (await detail.refetch()).data} />
      </>
    );
  // Not there and not yours look the same: the 404 page.
  if (detail.error instanceof ApiProblem && detail.error.status === 404) throw detail.error;
  return (
    <>
      <PageHead title="User" back={<BackLink />} />
      <Panel busy={detail.isPending}>
        {detail.isError ? <ErrorState error={detail.error} fallback="The user could not be loaded." onRetry={() => void detail.refetch()} /> : <SkeletonLines lines={8} />}
      </Panel>
    </>
  );
}

function UserHead({ detail }: { detail: UserDetail }) {
  const me = useUser();
  const [asked, setAsked] = useState<'status' | 'edit'>();
  const [done, setDone] = useState<string>();
  const allowed = mayChange(me, detail);
  const role = roleName(detail.role);
  const finish = (message: string) => {
    setAsked(undefined);
    setDone(message);
  };
  const ask = (deed: 'status' | 'edit') => {
    setDone(undefined);
    setAsked(deed);
  };
  const actions = allowed && (
    <>
      <Button onClick={() => ask('edit')}>Edit</Button>
      <Button kind={detail.state === 'active' ? 'default' : 'primary'} onClick={() => ask('status')}>
        {detail.state === 'active' ? 'Disable' : 'Approve'}
      </Button>
    </>
  );
  return (
    <>
      <PageHead
        title={detail.name}
        back={<BackLink />}
        portrait={<Portrait name={detail.name} image={detail.image} size={48} />}
        badge={<UserStateTag state={detail.state} />}
        context={
          <span className="tp-user-context">
            {detail.userId}
            <CopyButton text={detail.userId} what="User Id" />
            <span className="tp-anywhere">
              {detail.email} · joined {formatDate(detail.created_at)}
              {role && ` · ${role}`}
            </span>
          </span>
        }
        actions={actions}
      />
      {done && (
        <Banner kind="success" onClose={() => setDone(undefined)} focus>
          {done}
        </Banner>
      )}
      <StatusDialog person={asked === 'status' ? detail : undefined} onDone={finish} onCancel={() => setAsked(undefined)} />
      <EditDrawer id={asked === 'edit' ? detail._id : undefined} onDone={finish} onCancel={() => setAsked(undefined)} />
    </>
  );
}

function UserTabs({ detail, reread }: { detail: UserDetail; reread: () => Promise<UserDetail | undefined> }) {
  const [tab, setTab] = useTab();
  const wide = useTableWidth();
  useKeys({ '1': () => setTab('details'), '2': () => setTab('documents'), '3': () => setTab('funds'), '4': () => setTab('withdrawals') });
  const pending = detail.withdrawals?.filter(({ status }) => status === 'pending').length ?? 0;
  const content: Readonly<Record<Tab, ReactNode>> = {
    details: <DetailsTab detail={detail} />,
    documents: <DocumentsTab detail={detail} reread={reread} />,
    funds: <FundsTab detail={detail} />,
    withdrawals: <WithdrawalsTab detail={detail} />,
  };
  const count = pending > 0 && (
    <span className="tp-count" data-waiting>
      {pending} <span className="tp-hidden">pending</span>
    </span>
  );
  if (!wide)
    return (
      <>
        <Field label={<span className="tp-hidden">Section</span>}>
          {(control) => (
            <select {...control} className="tp-input" value={tab} onChange={(event) => setTab(tabs.find((known) => known === event.target.value) ?? 'details')}>
              {tabs.map((known) => (
                <option key={known} value={known}>
                  {selectWords[known]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <div className="tp-stack">{content[tab]}</div>
      </>
    );
  return (
    <Tabs
      activeKey={tab}
      onChange={(key) => setTab(tabs.find((known) => known === key) ?? 'details')}
      destroyOnHidden
      items={tabs.map((known) => ({
        key: known,
        label: (
          <>
            {tabWords[known]} {known === 'withdrawals' && count}
          </>
        ),
        children: <div className="tp-stack">{content[known]}</div>,
      }))}
    />
  );
}
