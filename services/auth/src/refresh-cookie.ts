import type { Call } from '@tradepost/platform/call.ts';
import { Refused } from '@tradepost/platform/errors.ts';

/** What the refresh cookie says: the session and its secret. */
export interface RefreshCookie {
  readonly sessionId: string;
  readonly secret: string;
}

const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:');
/** The prefix `__Host-` keeps other hosts of the domain from setting it (RFC 6265bis, 4.1.3.2). */
const cookieName = (publicUrl: string): string => (isSecure(publicUrl) ? '__Host-tp_refresh' : 'tp_refresh');
const attributes = (publicUrl: string): string => `HttpOnly; SameSite=Strict; Path=/${isSecure(publicUrl) ? '; Secure' : ''}`;

/** Reads the cookie; undefined when it is not there or no refresh cookie of ours. */
export function readRefreshCookie(publicUrl: string, cookies: Readonly<Record<string, string>>): RefreshCookie | undefined {
  const match = /^([0-9a-f-]{36})\.([\w-]{43})$/.exec(cookies[cookieName(publicUrl)] ?? '');
  return match?.[1] && match[2] ? { sessionId: match[1], secret: match[2] } : undefined;
}

/** The Set-Cookie header. Without `maxAgeMs` the browser forgets it when it is closed. */
export function refreshCookieHeader(publicUrl: string, { sessionId, secret }: RefreshCookie, maxAgeMs?: number): string {
  const age = maxAgeMs === undefined ? '' : `; Max-Age=${Math.max(1, Math.floor(maxAgeMs / 1000))}`;
  return `${cookieName(publicUrl)}=${sessionId}.${secret}; ${attributes(publicUrl)}${age}`;
}

/** The Set-Cookie header that removes it. */
export const noRefreshCookieHeader = (publicUrl: string): string => `${cookieName(publicUrl)}=; ${attributes(publicUrl)}; Max-Age=0`;

/** Throws Refused `foreign-origin` when a page of another site makes the call. Programs, which send no Origin, may. */
export function refuseForeignOrigin(publicUrl: string, call: Pick<Call<unknown>, 'origin' | 'host'>): void {
  if (call.origin === '') return;
  const site = new URL(publicUrl);
  // The site may be open under a second name of the same machine (localhost and 127.0.0.1).
  if (call.origin !== site.origin && call.origin !== `${site.protocol}//${call.host}`) throw new Refused('foreign-origin');
}
