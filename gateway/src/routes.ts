import type { Access } from '@tradepost/proto/api/schema.ts';

/** One public call: which service answers it, and who may make it. */
export interface GatewayRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below /api. */
  readonly path: string;
  readonly to: 'auth' | 'users' | 'funds' | 'positions' | 'market' | 'site-content' | 'gateway';
  readonly access: Exclude<Access, 'internal'>;
  /** Auth is asked for the session each time: money and administrators' writes. */
  readonly fresh?: true;
  /** Calls a minute from one address, times RATE_LIMIT_FACTOR. */
  readonly perMinute?: number;
}

/** All that can be reached from outside. What is not here is 404; a test holds it equal to the contracts of proto/api. */
export const routes: readonly GatewayRoute[] = [
  { method: 'GET', path: '/mode', to: 'gateway', access: 'public' },
  { method: 'GET', path: '/stream', to: 'gateway', access: 'signed-in' },
  { method: 'GET', path: '/openapi.json', to: 'gateway', access: 'public' },
  { method: 'GET', path: '/docs', to: 'gateway', access: 'public' },

  { method: 'POST', path: '/login', to: 'auth', access: 'public' },
  { method: 'POST', path: '/logout', to: 'auth', access: 'cookie' },
  { method: 'POST', path: '/token/refresh', to: 'auth', access: 'cookie' },
  { method: 'POST', path: '/password/change', to: 'auth', access: 'signed-in', fresh: true },
  { method: 'POST', path: '/password/forgot', to: 'auth', access: 'public' },
  { method: 'POST', path: '/password/reset', to: 'auth', access: 'public' },
  { method: 'GET', path: '/sessions', to: 'auth', access: 'signed-in' },
  { method: 'DELETE', path: '/sessions/:id', to: 'auth', access: 'signed-in' },
  { method: 'POST', path: '/demo/sign-in', to: 'auth', access: 'public' },

  { method: 'POST', path: '/register', to: 'users', access: 'public', perMinute: 5 },
  { method: 'GET', path: '/users', to: 'users', access: 'admin' },
  { method: 'POST', path: '/users', to: 'users', access: 'admin', fresh: true },
  { method: 'GET', path: '/user/:id', to: 'users', access: 'self-or-admin' },
  { method: 'POST', path: '/users/:id/reveal', to: 'users', access: 'self-or-admin', fresh: true },
  { method: 'PATCH', path: '/users/:id', to: 'users', access: 'self-or-admin', fresh: true },
  { method: 'PATCH', path: '/users/:id/approve', to: 'users', access: 'admin', fresh: true },
  { method: 'DELETE', path: '/users/:id', to: 'users', access: 'admin', fresh: true },
  { method: 'PUT', path: '/updatebankdetails/:userId', to: 'users', access: 'self', fresh: true },
  { method: 'DELETE', path: '/updatebankdetails/:userId', to: 'users', access: 'admin', fresh: true },
  { method: 'GET', path: '/users/:id/audit', to: 'users', access: 'admin' },
  { method: 'POST', path: '/users/:id/temporary-password', to: 'users', access: 'admin', fresh: true },
  { method: 'GET', path: '/files/:token', to: 'users', access: 'link' },

  { method: 'PUT', path: '/users/:id/totalfund', to: 'funds', access: 'admin', fresh: true },
  { method: 'PATCH', path: '/:id/reduce-fund', to: 'funds', access: 'admin', fresh: true },
  { method: 'POST', path: '/:userId/withdrawals', to: 'funds', access: 'self', fresh: true }, // whether the account is active, funds asks: the gateway cannot know it
  { method: 'PATCH', path: '/:id/withdrawals/:withdrawalId', to: 'funds', access: 'admin', fresh: true },
  { method: 'DELETE', path: '/:userId/withdrawals/:withdrawalId', to: 'funds', access: 'self', fresh: true },
  { method: 'GET', path: '/:userId/withdrawals', to: 'funds', access: 'self-or-admin' },
  { method: 'GET', path: '/:userId/deposits', to: 'funds', access: 'self-or-admin' },
  { method: 'GET', path: '/:userId/ledger', to: 'funds', access: 'self-or-admin' },
  { method: 'GET', path: '/withdrawals', to: 'funds', access: 'admin' },

  { method: 'GET', path: '/usernetPosition/:id', to: 'positions', access: 'admin' },
  { method: 'GET', path: '/userActivenetPosition/:id', to: 'positions', access: 'self-or-admin' },
  { method: 'GET', path: '/positions/:userId', to: 'positions', access: 'self-or-admin' },
  { method: 'POST', path: '/addnetPosition/:userId', to: 'positions', access: 'admin', fresh: true },
  { method: 'PATCH', path: '/:userId/updatepositions/:positionId', to: 'positions', access: 'admin', fresh: true },
  { method: 'DELETE', path: '/:userId/positions/:positionId', to: 'positions', access: 'admin', fresh: true },

  { method: 'GET', path: '/additional-data/:id', to: 'site-content', access: 'public' },
  { method: 'PUT', path: '/additional-data/:id', to: 'site-content', access: 'admin', fresh: true },
  { method: 'GET', path: '/additional-data/:id/image', to: 'site-content', access: 'public' },
  { method: 'GET', path: '/site-content/:locale', to: 'site-content', access: 'public' },
  { method: 'PUT', path: '/site-content/:locale', to: 'site-content', access: 'admin', fresh: true },
  { method: 'GET', path: '/site-content/:locale/history', to: 'site-content', access: 'admin' },
  { method: 'POST', path: '/contact', to: 'site-content', access: 'public', perMinute: 5 },
  { method: 'GET', path: '/contact-messages', to: 'site-content', access: 'admin' },
  { method: 'PATCH', path: '/contact-messages/:id', to: 'site-content', access: 'admin', fresh: true },

  { method: 'GET', path: '/nifty', to: 'market', access: 'public' },
  { method: 'GET', path: '/banknifty', to: 'market', access: 'public' },
  { method: 'GET', path: '/sensex', to: 'market', access: 'public' },
  { method: 'GET', path: '/market/snapshots', to: 'market', access: 'public' },
  { method: 'GET', path: '/market/indices/:index/constituents', to: 'market', access: 'public' },
  { method: 'GET', path: '/market/instruments', to: 'market', access: 'public' },
  { method: 'GET', path: '/market/session', to: 'market', access: 'public' },
  { method: 'GET', path: '/market/health', to: 'market', access: 'admin' },
];
