import { QueryClientProvider } from '@tanstack/react-query';
import { ConfigProvider } from 'antd';
import { useState } from 'react';
import { Outlet, ScrollRestoration } from 'react-router-dom';
import { useCoarsePointer, useReducedMotion, useSidebarWidth } from '../lib/media.ts';
import { nonce } from '../lib/nonce.ts';
import { makeQueryClient } from '../lib/query.ts';
import { useScheme } from '../lib/theme.ts';
import { antdTheme } from '../ui/antd-theme.ts';
import '../ui/signed-in-parts.css';
import '../ui/signed-in.css';
import { LeaveGuard } from '../ui/use-review.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { LiveUpdates } from './live-updates.tsx';
import { PageFoot } from './page-foot.tsx';
import { SideColumn } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';

/** The frame of the signed-in part, and what its pages stand on: antd's theme and the query cache. */
export function SignedInLayout() {
  const scheme = useScheme();
  const motion = !useReducedMotion();
  const coarsePointer = useCoarsePointer();
  const sidebar = useSidebarWidth();
  const [queryClient] = useState(makeQueryClient);
  return (
    <ConfigProvider theme={antdTheme(scheme, { motion, coarsePointer })} csp={{ nonce }} button={{ autoInsertSpace: false }}>
      <QueryClientProvider client={queryClient}>
        <ScrollRestoration />
        <LeaveGuard />
        <ConnectionBanner />
        <LiveUpdates />
        <div className="tp-frame">
          {sidebar && <SideColumn />}
          <div className="tp-page-column">
            <TopBar withMenu={!sidebar} />
            <main id="content" className="tp-main" tabIndex={-1}>
              <Outlet />
              <PageFoot />
            </main>
          </div>
        </div>
      </QueryClientProvider>
    </ConfigProvider>
  );
}
