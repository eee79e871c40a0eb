import { Refused } from '@tradepost/platform/errors.ts';
import type { UsersPorts } from '../../src/app.ts';

/** Auth as users sees it: keeps passwords, notes what was asked, and can be away. */
export function authDouble() {
  const passwords = new Map<string, string>();
  const asked: { call: string; account: string; temporary?: boolean }[] = [];
  const keys = new Set<string>();
  const double = { away: false, passwords, asked };
  const note = (call: string, account: string, temporary?: boolean): void => {
    if (double.away) throw new Refused('unavailable');
    asked.push({ call, account, ...(temporary === undefined ? {} : { temporary }) });
  };
  const client: UsersPorts['auth'] = {
    async setCredentials({ body }) {
      if (!body) throw new Error('no body');
      note('setCredentials', body.account, body.temporary);
      if (body.password === 'password123')
        throw new Refused('invalid-fields', { detail: 'This password is too common', errors: [{ field: 'next', message: 'This password is too common' }] });
      if (keys.has(`${body.account} ${body.key}`)) return { set: false };
      keys.add(`${body.account} ${body.key}`);
      passwords.set(body.account, body.password);
      return { set: true };
    },
    async endSessions({ body }) {
      note('endSessions', body?.account ?? '');
    },
    async removeCredentials({ body }) {
      note('removeCredentials', body?.account ?? '');
      passwords.delete(body?.account ?? '');
    },
    publicKeys: async () => [],
    revocations: async () => [],
    checkSession: async () => ({ active: true }),
    unlockAccount: async () => undefined,
  };
  return Object.assign(double, { client });
}

/** Funds as users sees it: no money unless a test puts some there. */
export function fundsDouble() {
  const double = { away: false, delayMs: 0, reasons: [] as ('balance' | 'holds')[], closed: [] as string[] };
  const client: UsersPorts['funds'] = {
    async getSummary() {
      if (double.away) throw new Refused('unavailable');
      await new Promise((resolve) => setTimeout(resolve, double.delayMs));
      return { totalfund: 500, heldFund: 120.5, availableFund: 379.5, withdrawals: [], deposits: [{ _id: 'd1', amount: 500, createdAt: '2026-01-01T00:00:00.000Z' }] };
    },
    listBalances: async () => [],
    async closeAccount({ params }) {
      if (double.away) throw new Refused('unavailable');
      if (double.reasons.length === 0 && params) double.closed.push(params.id);
      return { closed: double.reasons.length === 0, reasons: double.reasons };
    },
  };
  return Object.assign(double, { client });
}

/** Positions as users sees it: nothing active unless a test says so. Notes what was closed and what was opened again. */
export function positionsDouble() {
  const double = { away: false, active: false, closed: [] as string[], reopened: [] as string[] };
  const client: UsersPorts['positions'] = {
    async closeAccount({ params }) {
      if (double.away) throw new Refused('unavailable');
      if (double.active) return { closed: false, reasons: ['positions'] };
      double.closed.push(params?.id ?? '');
      return { closed: true, reasons: [] };
    },
    async reopenAccount({ params }) {
      if (double.away) throw new Refused('unavailable');
      double.reopened.push(params?.id ?? '');
      return undefined;
    },
  };
  return Object.assign(double, { client });
}
