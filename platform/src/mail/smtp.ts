import { isIP } from 'node:net';
import { StoreUnavailable } from '../errors.ts';
import type { Mailer } from '../ports.ts';

const silenceMs = 10_000;

const isLoopback = (host: string): boolean => host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'));

/**
 * Hands mails to the server at `url` (`smtp://user:password@host:587`, or `smtps://` for TLS from the first byte), with `from` as their sender.
 * Mails hold links that open accounts, so a server on another machine must take STARTTLS (RFC 3207). Throws StoreUnavailable when the server does not take the mail.
 */
export function smtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const settings = {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: !secure && !isLoopback(hostname),
    ...(username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
    // A mail is the text it was given: nothing in it names a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  // Loaded with the first mail: a platform that writes its mails as files does without it.
  const loadTransport = async () => (await import('nodemailer')).createTransport(settings);
  let transport: ReturnType<typeof loadTransport> | undefined;
  return {
    async send({ to, subject, text }) {
      try {
        transport ??= loadTransport();
        await (await transport).sendMail({ from, to: { name: '', address: to }, subject, text });
      } catch (cause) {
        throw new StoreUnavailable('The mail server did not take the mail.', { cause });
      }
    },
  };
}
