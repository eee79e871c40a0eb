import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger } from 'pino';

const personalNames = ['password', 'current', 'next', 'temporaryPassword', 'pancard', 'aadharcard', 'accountNumber', 'email', 'phone'];
const keyNames = ['authorization', 'cookie', 'token', 'secretKey', 'minioSecretKey', 'mongodbUri', 'redisUrl', 'smtpUrl'];
const secretNames = [...personalNames, ...keyNames];

/** A path as it may stand in a log: a link to a file opens it for whoever has it, so the link itself stays out. */
export const loggablePath = (path: string): string => path.replace(/\/files\/[^/]+/, '/files/…');

/**
 * Makes the structured logger. Names that carry secrets or personal data are redacted wherever they stand up to two levels deep;
 * code logs ids, never bodies. `format` pretty is for a person at a terminal.
 */
export function createLogger(options: { level: string; format: 'pretty' | 'json'; destination?: DestinationStream }): Logger {
  const redact = { paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' };
  const settings = { level: options.level, redact, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"` };
  if (options.destination) return pino(settings, options.destination);
  if (options.format === 'pretty') return pino({ ...settings, transport: { target: 'pino-pretty', options: { translateTime: 'HH:MM:ss', ignore: 'requestId' } } });
  return pino(settings);
}
