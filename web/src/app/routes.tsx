// The map from a URL to the feature that shows it. Every page is a file of its own that loads when it is asked for.
import type { ComponentType } from 'react';

export type Page = () => Promise<{ default: ComponentType }>;

const textPage: Page = () => import('../features/site/text-page.tsx');

/** Pages for everybody. They load without antd, react-query and react-router. Those of `prerender.tsx` are written out with their texts when the site is built. */
export const publicRoutes: Readonly<Record<string, Page>> = {
  '/': () => import('../features/site/landing-page.tsx'),
  '/about-us': () => import('../features/site/about-page.tsx'),
  '/services': () => import('../features/site/services-page.tsx'),
  '/contact-us': () => import('../features/site/contact-page.tsx'),
  '/legal/risk': textPage,
  '/legal/terms': textPage,
  '/legal/privacy': textPage,
  '/legal/complaints': textPage,
  '/help/prices': textPage,
  '/help/withdrawals': textPage,
  '/help/market-hours': textPage,
  '/login': () => import('../features/sign-in/login-page.tsx'),
  '/register': () => import('../features/register/register-page.tsx'),
  '/forgot-password': () => import('../features/sign-in/forgot-password-page.tsx'),
  '/reset-password': () => import('../features/sign-in/reset-password-page.tsx'),
};

export interface SignedInRoute {
  readonly path: string;
  readonly load: Page;
  /** Only for administrators; a client sees "You cannot open this page". */
  readonly staff?: true;
}

/** Pages behind the sign-in, inside the frame. */
export const signedInRoutes: readonly SignedInRoute[] = [
  { path: '/net-position', load: () => import('../features/positions/net-position-page.tsx') },
  { path: '/dashboard', load: () => import('../features/dashboard/dashboard-page.tsx') },
  { path: '/display-pieces', load: () => import('../features/dashboard/display-pieces-page.tsx') },
  { path: '/funds', load: () => import('../features/funds/funds-page.tsx') },
  { path: '/withdraw-fund', load: () => import('../features/funds/withdraw-page.tsx') },
  { path: '/withdraw-log', load: () => import('../features/funds/withdraw-log-page.tsx') },
  { path: '/deposit-log', load: () => import('../features/funds/deposit-log-page.tsx') },
  { path: '/profile', load: () => import('../features/profile/profile-page.tsx') },
  { path: '/setting', load: () => import('../features/profile/profile-page.tsx') },
  { path: '/user-list', load: () => import('../features/users/user-list-page.tsx'), staff: true },
  { path: '/users/create', load: () => import('../features/users/create-user-page.tsx'), staff: true },
  { path: '/user/:id', load: () => import('../features/users/user-page.tsx'), staff: true },
  { path: '/usernetposition/:id', load: () => import('../features/positions/account-positions-page.tsx'), staff: true },
  { path: '/admin/messages', load: () => import('../features/messages/messages-page.tsx'), staff: true },
  { path: '/admin/withdrawals', load: () => import('../features/withdrawals-queue/queue-page.tsx'), staff: true },
];

/** Whether a path belongs to the signed-in part: `/user/65f…` does by `/user/:id`. */
export const isSignedInPath = (pathname: string): boolean => signedInRoutes.some(({ path }) => new RegExp(`^${path.replace(/:[^/]+/g, '[^/]+')}/?$`).test(pathname));
