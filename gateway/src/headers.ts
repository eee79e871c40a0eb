import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

// Hop-by-hop (RFC 9110, 7.6.1) and everything by which somebody might pass as the gateway. `expect` is gone because the proxy skips its hooks for it.
const dropped = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authorization',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'forwarded',
  'x-real-ip',
  'x-role',
  'x-request-id',
]);
const droppedBeginnings = ['x-forwarded-', 'x-user-', 'x-internal-', 'x-account-', 'x-auth-'];

const isDropped = (name: string): boolean => {
  // Some servers read `x_user_id` as `x-user-id`.
  const plain = name.replaceAll('_', '-');
  return dropped.has(plain) || droppedBeginnings.some((beginning) => plain.startsWith(beginning));
};

const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');

/** The caller's network address: `trustedProxies` hops back from the socket. What stands further back anybody can write. */
export function callerAddress(request: IncomingMessage, trustedProxies: number): string {
  const socket = plainAddress(request.socket.remoteAddress ?? '');
  if (trustedProxies === 0) return socket;
  const hops = [...String(request.headers['x-forwarded-for'] ?? '').split(','), socket].map((hop) => plainAddress(hop.trim()));
  const caller = hops[Math.max(0, hops.length - 1 - trustedProxies)] ?? '';
  return isIP(caller) ? caller : socket;
}

/** Leaves of a caller's headers what may go on to a service, and adds what only the gateway says. */
export function rebuildHeaders(request: IncomingMessage, said: { requestId: string; internalKey: string; address: string; cookie: boolean }): void {
  const { headers } = request;
  const named = new Set(
    String(headers.connection ?? '')
      .split(',')
      .map((name) => name.trim().toLowerCase()),
  );
  // Without its framing headers a body would be read as the next request.
  for (const name of ['content-length', 'transfer-encoding', 'host']) named.delete(name);
  for (const name of Object.keys(headers)) if (isDropped(name) || named.has(name)) delete headers[name];
  if (!said.cookie) delete headers.cookie;
  headers['x-forwarded-for'] = said.address;
  headers['x-request-id'] = said.requestId;
  headers['x-internal-key'] = said.internalKey;
}
