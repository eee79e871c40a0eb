// The pages for everybody, apart from those behind the sign-in: the sign-in page does not carry the names of their files.
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
