// The map from a URL behind the sign-in to the feature that shows it. Every page is a file of its own that loads when it is asked for. Public pages: public-routes.ts.
import type { Page } from './public-routes.ts';

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
  { path: '/analytics', load: () => import('../features/analytics/analytics-page.tsx') },
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
  { path: '/admin/content', load: () => import('../features/content/content-page.tsx'), staff: true },
  { path: '/admin/withdrawals', load: () => import('../features/withdrawals-queue/queue-page.tsx'), staff: true },
];

/** Whether a path belongs to the signed-in part: `/user/65f…` does by `/user/:id`. */
export const isSignedInPath = (pathname: string): boolean => signedInRoutes.some(({ path }) => new RegExp(`^${path.replace(/:[^/]+/g, '[^/]+')}/?$`).test(pathname));
