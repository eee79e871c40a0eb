import { statSync } from 'node:fs';

// How the texts of the environment are read. Each gives the value, or throws an Error whose message says what is expected.

/** Any text without the space around it; nothing but space counts as unset. */
export const optional = (text: string | undefined): string | undefined => (text === undefined || text.trim() === '' ? undefined : text.trim());

/** A whole number between both bounds. */
export function wholeNumber(least: number, most: number, fallback: number | undefined) {
  return (text: string | undefined): number | undefined => {
    const given = optional(text);
    if (given === undefined) return fallback;
    const value = Number(given);
    if (!Number.isInteger(value) || value < least || value > most) throw new Error(`a whole number from ${least} to ${most}`);
    return value;
  };
}

/** One of these words. */
export function oneOf<const Words extends readonly string[]>(words: Words, fallback: Words[number] | undefined) {
  return (text: string | undefined): Words[number] | undefined => {
    const given = optional(text);
    if (given === undefined) return fallback;
    if (!words.includes(given)) throw new Error(`one of ${words.join(', ')}`);
    return given;
  };
}

/** A number above 0, at most a million. */
export function positiveNumber(fallback: number) {
  return (text: string | undefined): number => {
    const given = optional(text);
    if (given === undefined) return fallback;
    const value = Number(given);
    if (!Number.isFinite(value) || value <= 0 || value > 1_000_000) throw new Error('a number above 0');
    return value;
  };
}

/** The origin of an address without a path. */
export function httpUrl(text: string | undefined): string | undefined {
  const given = optional(text);
  if (given === undefined) return undefined;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash || url.username)
    throw new Error('an http or https address without a path, such as https://trade.example.com');
  return url.origin;
}

/** The address of a mail server, which may hold a password. */
export function smtpUrl(text: string | undefined): string | undefined {
  const given = optional(text);
  if (given === undefined) return undefined;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '') throw new Error('an address such as smtp://user:password@mail.example.com:587');
  return given;
}

/** An e-mail address, with or without a name before it. */
export function sender(text: string | undefined): string | undefined {
  const given = optional(text);
  if (given !== undefined && !/^[^\s@<>]+@[^\s@<>]+$|^[^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>$/.test(given)) throw new Error('an e-mail address, such as Tradepost <no-reply@example.com>');
  return given;
}

/** A folder that is there. */
export function readableFolder(text: string | undefined): string | undefined {
  const given = optional(text);
  if (given !== undefined && !statSync(given, { throwIfNoEntry: false })?.isDirectory()) throw new Error('a folder that is there');
  return given;
}

/** 32 bytes in base64 or hex. */
export function key32(text: string | undefined): Buffer | undefined {
  const given = optional(text);
  if (given === undefined) return undefined;
  const bytes = /^[0-9a-f]{64}$/i.test(given) ? Buffer.from(given, 'hex') : Buffer.from(given, 'base64');
  if (bytes.length !== 32) throw new Error('32 random bytes in base64 or hex');
  return bytes;
}

/** A secret of 32 characters or more. */
export function secretText(text: string | undefined): string | undefined {
  const given = optional(text);
  if (given !== undefined && given.length < 32) throw new Error('at least 32 characters');
  return given;
}

/** A private key in PEM; `\n` may stand for a line break. */
export function tokenKey(text: string | undefined): string | undefined {
  const given = optional(text)?.replaceAll('\\n', '\n');
  if (given !== undefined && !given.includes('PRIVATE KEY')) throw new Error('a P-256 private key in PEM');
  return given;
}

/** The user id of the first account. */
export function ownerName(text: string | undefined): string {
  const given = optional(text) ?? 'owner';
  if (!/^[A-Za-z0-9._-]{3,40}$/.test(given)) throw new Error('3 to 40 letters, digits, dots, dashes or underscores');
  return given;
}

/** An e-mail address alone. */
export function email(text: string | undefined): string | undefined {
  const given = optional(text);
  if (given !== undefined && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(given)) throw new Error('an e-mail address');
  return given;
}

/** A password of 8 characters or more. */
export function ownerPassword(text: string | undefined): string | undefined {
  const given = optional(text);
  if (given !== undefined && given.length < 8) throw new Error('8 or more characters');
  return given;
}

/** MongoDB's connection string, which may hold a password (mongodb.com/docs/manual/reference/connection-string). */
export function mongodbUri(text: string | undefined): string | undefined {
  const given = optional(text);
  // Several hosts in a row are no URL for the platform's parser.
  if (given !== undefined && !/^mongodb(\+srv)?:\/\/([^\s@/?#]+@)?[^\s@/?#]+(\/[^\s]*)?$/.test(given))
    throw new Error('a connection string such as mongodb://user:password@mongo.example.com:27017/?replicaSet=rs0');
  return given;
}

/** `host:port` of one or more brokers, with commas between them. */
export function brokers(text: string | undefined): string[] | undefined {
  const given = optional(text)
    ?.split(',')
    .map((broker) => broker.trim());
  const known = (broker: string): boolean => /^([A-Za-z0-9._-]+|\[[0-9a-f:.]+\]):\d{1,5}$/i.test(broker) && Number(broker.slice(broker.lastIndexOf(':') + 1)) <= 65_535;
  if (given !== undefined && !given.every(known)) throw new Error('host:port of each broker with commas between them, such as kafka-1:9092,kafka-2:9092');
  return given;
}

/** The address of a Redis, which may hold a password. */
export function redisUrl(text: string | undefined): string | undefined {
  const given = optional(text);
  if (given === undefined) return undefined;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !/^rediss?:$/.test(url.protocol) || url.hostname === '' || !/^(\/\d*)?$/.test(url.pathname))
    throw new Error('an address such as redis://:password@redis.example.com:6379/0');
  return given;
}

/** A name that S3 takes for a bucket (docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html). */
export function bucketName(text: string | undefined): string {
  const given = optional(text) ?? 'tradepost';
  if (!/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/.test(given)) throw new Error('3 to 63 small letters, digits or dashes, with a letter or digit at both ends');
  return given;
}

/** Where a service runs on its own: on loopback at `port` unless said otherwise. */
export function serviceUrl(port: number) {
  return (text: string | undefined): string => httpUrl(text) ?? `http://127.0.0.1:${port}`;
}
