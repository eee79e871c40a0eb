import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

const permissions = ['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'magnetometer', 'microphone', 'midi', 'payment', 'usb']
  .map((name) => `${name}=()`)
  .join(', ');

/** Puts the headers on every answer that guard a browser: none of them depends on who asks. `publicUrl` with https adds HSTS for a year. */
export function securityHeaders(publicUrl: string): (request: IncomingMessage, response: ServerResponse) => void {
  const guard = helmet({
    // Set apart, since a page and an answer of the API have different ones.
    contentSecurityPolicy: false,
    strictTransportSecurity: publicUrl.startsWith('https:') ? { maxAge: 365 * 24 * 3600, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
  });
  return (request, response) => {
    guard(request, response, (error?: unknown) => {
      if (error) throw error;
    });
    response.setHeader('Permissions-Policy', permissions);
  };
}

/** Answers of the API are no pages: nothing may run, load or frame them. */
export const apiPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The policy of the site: own files only, and styles that carry the nonce of this one answer. */
export const pagePolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    // The external charts of the analytics page, which the reader switches on.
    'frame-src https://www.tradingview-widget.com https://s.tradingview.com',
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
