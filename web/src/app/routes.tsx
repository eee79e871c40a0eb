// The map from a URL to the feature that shows it. Every page is a file of its own that loads when it is asked for.
import { type ComponentType, createElement } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { Home, SignedInOnly, StaffOnly } from './guards.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { PageFailed } from './page-failed.tsx';
import { Root } from './root.tsx';

type Page = () => Promise<{ default: ComponentType }>;

const page = (path: string, load: Page): RouteObject => ({ path, lazy: async () => ({ Component: (await load()).default }), ErrorBoundary: PageFailed });
const staffPage = (path: string, load: Page): RouteObject => ({
  path,
  lazy: async () => {
    const { default: Component } = await load();
    return { element: createElement(StaffOnly, null, createElement(Component)) };
  },
  ErrorBoundary: PageFailed,
});

export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: PageFailed,
    HydrateFallback: () => null,
    children: [
      { path: '/', Component: Home },
      { path: '/dashboard', Component: Home },
      page('/login', () => import('../features/sign-in/login-page.tsx')),
      page('/register', () => import('../features/register/register-page.tsx')),
      page('/forgot-password', () => import('../features/sign-in/forgot-password-page.tsx')),
      page('/reset-password', () => import('../features/sign-in/reset-password-page.tsx')),
      {
        Component: SignedInOnly,
        children: [
          {
            // antd, react-query and the frame come with this one.
            lazy: async () => ({ Component: (await import('./signed-in-layout.tsx')).default }),
            ErrorBoundary: PageFailed,
            children: [
              page('/funds', () => import('../features/funds/funds-page.tsx')),
              page('/withdraw-fund', () => import('../features/funds/withdraw-page.tsx')),
              page('/withdraw-log', () => import('../features/funds/withdraw-log-page.tsx')),
              page('/deposit-log', () => import('../features/funds/deposit-log-page.tsx')),
              page('/profile', () => import('../features/profile/profile-page.tsx')),
              page('/setting', () => import('../features/profile/profile-page.tsx')),
              staffPage('/user-list', () => import('../features/users/user-list-page.tsx')),
              staffPage('/users/create', () => import('../features/users/create-user-page.tsx')),
              staffPage('/user/:id', () => import('../features/users/user-page.tsx')),
              staffPage('/admin/withdrawals', () => import('../features/withdrawals-queue/queue-page.tsx')),
            ],
          },
        ],
      },
      { path: '*', Component: NotFoundPage },
    ],
  },
];

export const router = createBrowserRouter(routes);
