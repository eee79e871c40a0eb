import { statSync } from 'node:fs';
import { StartRefused } from './errors.ts';

/** One variable of the environment: how its text is read, what stands without it, and what it means. The one list for reading, `--help` and the documentation. */
interface Variable<T> {
  readonly name: string;
  readonly fallback: string;
  readonly meaning: string;
  /** Gives the value, or throws an Error whose message says what is expected. */
  read(text: string | undefined): T;
}

const optional = (text: string | undefined): string | undefined => (text === undefined || text.trim() === '' ? undefined : text.trim());

function wholeNumber(least: number, most: number, fallback: number | undefined) {
  return (text: string | undefined): number | undefined => {
    const given = optional(text);
    if (given === undefined) return fallback;
    const value = Number(given);
    if (!Number.isInteger(value) || value < least || value > most) throw new Error(`a whole number from ${least} to ${most}`);
    return value;
  };
}

function oneOf<const Words extends readonly string[]>(words: Words, fallback: Words[number] | undefined) {
  return (text: string | undefined): Words[number] | undefined => {
    const given = optional(text);
    if (given === undefined) return fallback;
    if (!words.includes(given)) throw new Error(`one of ${words.join(', ')}`);
    return given;
  };
}

function positiveNumber(fallback: number) {
  return (text: string | undefined): number => {
    const given = optional(text);
    if (given === undefined) return fallback;
    const value = Number(given);
    if (!Number.isFinite(value) || value <= 0 || value > 1_000_000) throw new Error('a number above 0');
    return value;
  };
}

function httpUrl(text: string | undefined): string | undefined {
  const given = optional(text);
  if (given === undefined) return undefined;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash || url.username)
    throw new Error('an http or https address without a path, such as https://trade.example.com');
  return url.origin;
}

function smtpUrl(text: string | undefined): string | undefined {
  const given = optional(text);
  if (given === undefined) return undefined;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '') throw new Error('an address such as smtp://user:password@mail.example.com:587');
  return given;
}

function sender(text: string | undefined): string | undefined {
  const given = optional(text);
  if (given !== undefined && !/^[^\s@<>]+@[^\s@<>]+$|^[^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>$/.test(given)) throw new Error('an e-mail address, such as Tradepost <no-reply@example.com>');
  return given;
}

function readableFolder(text: string | undefined): string | undefined {
  const given = optional(text);
  if (given !== undefined && !statSync(given, { throwIfNoEntry: false })?.isDirectory()) throw new Error('a folder that is there');
  return given;
}

function key32(text: string | undefined): Buffer | undefined {
  const given = optional(text);
  if (given === undefined) return undefined;
  const bytes = /^[0-9a-f]{64}$/i.test(given) ? Buffer.from(given, 'hex') : Buffer.from(given, 'base64');
  if (bytes.length !== 32) throw new Error('32 random bytes in base64 or hex');
  return bytes;
}

function secretText(text: string | undefined): string | undefined {
  const given = optional(text);
  if (given !== undefined && given.length < 32) throw new Error('at least 32 characters');
  return given;
}

function tokenKey(text: string | undefined): string | undefined {
  const given = optional(text)?.replaceAll('\\n', '\n');
  if (given !== undefined && !given.includes('PRIVATE KEY')) throw new Error('a P-256 private key in PEM');
  return given;
}

function ownerName(text: string | undefined): string {
  const given = optional(text) ?? 'owner';
  if (!/^[A-Za-z0-9._-]{3,40}$/.test(given)) throw new Error('3 to 40 letters, digits, dots, dashes or underscores');
  return given;
}

function email(text: string | undefined): string | undefined {
  const given = optional(text);
  if (given !== undefined && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(given)) throw new Error('an e-mail address');
  return given;
}

function ownerPassword(text: string | undefined): string | undefined {
  const given = optional(text);
  if (given !== undefined && given.length < 8) throw new Error('8 or more characters');
  return given;
}

const variables = {
  port: { name: 'PORT', fallback: '8080', meaning: 'port of the gateway; 0 takes a free one, named in the line `ready`', read: wholeNumber(0, 65_535, undefined) },
  host: { name: 'HOST', fallback: '127.0.0.1', meaning: 'address to listen on', read: (text) => optional(text) ?? '127.0.0.1' },
  publicUrl: { name: 'PUBLIC_URL', fallback: 'http://HOST:PORT', meaning: 'address people use: links in mails, Origin check, Secure cookies; https in live mode', read: httpUrl },
  trustedProxies: { name: 'TRUSTED_PROXIES', fallback: '0', meaning: 'hops of X-Forwarded-For to believe', read: wholeNumber(0, 10, 0) },
  dataDir: { name: 'DATA_DIR', fallback: './data', meaning: 'everything the embedded mode keeps, secrets included', read: (text) => optional(text) ?? './data' },
  mode: { name: 'MODE', fallback: 'demo', meaning: 'demo or live', read: oneOf(['demo', 'live'], 'demo') },
  demoData: { name: 'DEMO_DATA', fallback: '1 in demo mode', meaning: '0: only the owner account exists after the first start', read: oneOf(['0', '1'], undefined) },
  ownerUserId: { name: 'OWNER_USER_ID', fallback: 'owner', meaning: 'user id of the first account', read: ownerName },
  ownerPassword: { name: 'OWNER_PASSWORD', fallback: 'random', meaning: 'password of the first account; a random one is printed once', read: ownerPassword },
  rateLimitFactor: { name: 'RATE_LIMIT_FACTOR', fallback: '1', meaning: 'multiplies every rate limit; above 1 is refused in live mode', read: positiveNumber(1) },
  metricsPort: { name: 'METRICS_PORT', fallback: '9464, or a free one', meaning: 'Prometheus metrics on loopback; 0 is off', read: wholeNumber(0, 65_535, undefined) },
  tokenKey: { name: 'TOKEN_KEY', fallback: 'made in DATA_DIR', meaning: 'P-256 private key in PEM that signs access tokens', read: tokenKey },
  sealingKey: { name: 'SEALING_KEY', fallback: 'made in DATA_DIR', meaning: '32 bytes in base64 or hex that seal personal data', read: key32 },
  internalKey: {
    name: 'INTERNAL_KEY',
    fallback: 'made in DATA_DIR',
    meaning: 'secret that services show each other, 32 characters or more',
    read: secretText,
  },
  operatorName: { name: 'OPERATOR_NAME', fallback: 'unset', meaning: 'who runs the platform', read: optional },
  operatorRegistration: { name: 'OPERATOR_REGISTRATION', fallback: 'unset', meaning: 'registration number of the operator', read: optional },
  operatorEmail: { name: 'OPERATOR_EMAIL', fallback: 'unset', meaning: 'where people reach the operator', read: email },
  smtpUrl: { name: 'SMTP_URL', fallback: 'unset: mails are files in DATA_DIR/mail', meaning: 'mail server, smtp:// with STARTTLS or smtps://', read: smtpUrl },
  mailFrom: { name: 'MAIL_FROM', fallback: 'unset', meaning: 'sender of mails; required with SMTP_URL', read: sender },
  marketFeed: {
    name: 'MARKET_FEED',
    fallback: 'auto',
    meaning: 'auto, yahoo, replay or simulated; auto is yahoo, and simulated while it does not answer',
    read: oneOf(['auto', 'yahoo', 'replay', 'simulated'], 'auto'),
  },
  marketFeedUrl: { name: 'MARKET_FEED_URL', fallback: 'the public one', meaning: 'base of the live source', read: httpUrl },
  marketReplayDir: { name: 'MARKET_REPLAY_DIR', fallback: 'unset', meaning: 'folder of recorded answers and bars; required by MARKET_FEED=replay', read: readableFolder },
  marketSeed: { name: 'MARKET_SEED', fallback: 'tradepost', meaning: 'any text; another one makes other simulated prices', read: (text) => optional(text) ?? 'tradepost' },
  marketRefreshSeconds: { name: 'MARKET_REFRESH_SECONDS', fallback: '60', meaning: 'how often prices are read anew, while somebody looks', read: wholeNumber(5, 3_600, 60) },
  logLevel: {
    name: 'LOG_LEVEL',
    fallback: 'info',
    meaning: 'fatal, error, warn, info, debug, trace or silent',
    read: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
  },
  logFormat: { name: 'LOG_FORMAT', fallback: 'pretty on a terminal, else json', meaning: 'pretty or json', read: oneOf(['pretty', 'json'], undefined) },
} as const satisfies Record<string, Variable<unknown>>;

type Values = { -readonly [Name in keyof typeof variables]: ReturnType<(typeof variables)[Name]['read']> };
export type Configuration = Omit<Values, 'mode' | 'demoData' | 'trustedProxies' | 'logLevel' | 'marketFeed' | 'marketRefreshSeconds'> & {
  mode: 'demo' | 'live';
  demoData: boolean;
  trustedProxies: number;
  logLevel: string;
  marketFeed: 'auto' | 'yahoo' | 'replay' | 'simulated';
  marketRefreshSeconds: number;
};

/** Engines that this version cannot use yet: to ignore them silently would keep data where nobody looks for it. */
const engines = ['MONGODB_URI', 'KAFKA_BROKERS', 'REDIS_URL', 'MINIO_ENDPOINT'];

const requiredInLiveMode = ['tokenKey', 'sealingKey', 'internalKey', 'operatorName', 'operatorRegistration', 'operatorEmail'] as const;

/** What has no sense together. One sentence each. */
function contradictions(values: Values): string[] {
  const missing = values.smtpUrl !== undefined && values.mailFrom === undefined ? ['MAIL_FROM is required with SMTP_URL: the sender of mails.'] : [];
  if (values.marketFeed === 'replay' && values.marketReplayDir === undefined) missing.push('MARKET_REPLAY_DIR is required with MARKET_FEED=replay: the folder of recordings.');
  if (values.mode !== 'live') return missing;
  const faults = requiredInLiveMode.filter((name) => values[name] === undefined).map((name) => `${variables[name].name} is required in live mode: ${variables[name].meaning}.`);
  if (!values.publicUrl?.startsWith('https://')) faults.push('PUBLIC_URL must be an https address in live mode.');
  if (values.rateLimitFactor > 1) faults.push('RATE_LIMIT_FACTOR above 1 is refused in live mode.');
  if (values.demoData === '1') faults.push('DEMO_DATA must not be 1 in live mode.');
  return [...missing, ...faults];
}

/** Reads and checks the environment. Throws StartRefused with one sentence for each fault, all at once. */
export function readConfiguration(environment: Readonly<Record<string, string | undefined>>): Configuration {
  const faults = engines.filter((name) => optional(environment[name])).map((name) => `${name} is set, but this version keeps everything in DATA_DIR: unset it.`);
  const values = Object.fromEntries(
    Object.entries(variables).map(([name, variable]) => {
      try {
        return [name, variable.read(environment[variable.name])];
      } catch (error) {
        faults.push(`${variable.name} must be ${error instanceof Error ? error.message : 'something else'}.`);
        return [name, undefined];
      }
    }),
  ) as Values;
  if (faults.length === 0) faults.push(...contradictions(values));
  if (faults.length > 0) throw new StartRefused(faults.join('\n'));
  const mode = values.mode ?? 'demo';
  return {
    ...{ ...values, mode, demoData: mode === 'demo' && values.demoData !== '0', trustedProxies: values.trustedProxies ?? 0, logLevel: values.logLevel ?? 'info' },
    ...{ marketFeed: values.marketFeed ?? 'auto', marketRefreshSeconds: values.marketRefreshSeconds ?? 60 },
  };
}

/** The table of variables for `--help`, one line each. */
export function configurationHelp(): string {
  const required: readonly string[] = requiredInLiveMode;
  return Object.entries(variables)
    .map(([key, { name, fallback, meaning }]) => `  ${name.padEnd(22)} ${meaning}${required.includes(key) ? '; required in live mode' : ''} [${fallback}]`)
    .join('\n');
}
