import {
  brokers,
  bucketName,
  email,
  httpUrl,
  key32,
  mongodbUri,
  oneOf,
  optional,
  ownerName,
  ownerPassword,
  positiveNumber,
  readableFolder,
  redisUrl,
  secretText,
  sender,
  serviceUrl,
  smtpUrl,
  tokenKey,
  wholeNumber,
} from './config-texts.ts';
import { StartRefused } from './errors.ts';

/** One variable of the environment: how its text is read, what stands without it, and what it means. The one list for reading, `--help` and the documentation. */
interface Variable<T> {
  readonly name: string;
  readonly fallback: string;
  readonly meaning: string;
  /** Gives the value, or throws an Error whose message says what is expected. */
  read(text: string | undefined): T;
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
  mongodbUri: { name: 'MONGODB_URI', fallback: 'unset: files in DATA_DIR', meaning: 'MongoDB for documents, a replica set', read: mongodbUri },
  kafkaBrokers: { name: 'KAFKA_BROKERS', fallback: 'unset: a file in DATA_DIR', meaning: 'Kafka for events: host:port of each broker, with commas between them', read: brokers },
  redisUrl: { name: 'REDIS_URL', fallback: 'unset: memory', meaning: 'Redis for cached values and rate limits, redis:// or rediss://', read: redisUrl },
  minioEndpoint: { name: 'MINIO_ENDPOINT', fallback: 'unset: files in DATA_DIR/objects', meaning: 'MinIO, or another S3 server, for sealed files', read: httpUrl },
  minioAccessKey: { name: 'MINIO_ACCESS_KEY', fallback: 'unset', meaning: 'name of the key for MinIO; required with MINIO_ENDPOINT', read: optional },
  minioSecretKey: { name: 'MINIO_SECRET_KEY', fallback: 'unset', meaning: 'secret of the key for MinIO; required with MINIO_ENDPOINT', read: optional },
  minioBucket: { name: 'MINIO_BUCKET', fallback: 'tradepost', meaning: 'bucket of the sealed files; made when it is missing', read: bucketName },
  authUrl: { name: 'AUTH_URL', fallback: 'http://127.0.0.1:8081', meaning: 'where auth is found when it runs on its own', read: serviceUrl(8081) },
  usersUrl: { name: 'USERS_URL', fallback: 'http://127.0.0.1:8082', meaning: 'the same for users', read: serviceUrl(8082) },
  fundsUrl: { name: 'FUNDS_URL', fallback: 'http://127.0.0.1:8083', meaning: 'the same for funds', read: serviceUrl(8083) },
  positionsUrl: { name: 'POSITIONS_URL', fallback: 'http://127.0.0.1:8084', meaning: 'the same for positions', read: serviceUrl(8084) },
  marketUrl: { name: 'MARKET_URL', fallback: 'http://127.0.0.1:8085', meaning: 'the same for market', read: serviceUrl(8085) },
  siteContentUrl: { name: 'SITE_CONTENT_URL', fallback: 'http://127.0.0.1:8086', meaning: 'the same for site-content', read: serviceUrl(8086) },
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

const requiredInLiveMode = ['tokenKey', 'sealingKey', 'internalKey', 'operatorName', 'operatorRegistration', 'operatorEmail'] as const;

/** What has no sense together. One sentence each. */
function contradictions(values: Values, spared: readonly string[]): string[] {
  const missing = values.smtpUrl !== undefined && values.mailFrom === undefined ? ['MAIL_FROM is required with SMTP_URL: the sender of mails.'] : [];
  if (values.marketFeed === 'replay' && values.marketReplayDir === undefined) missing.push('MARKET_REPLAY_DIR is required with MARKET_FEED=replay: the folder of recordings.');
  if (values.minioEndpoint !== undefined) {
    if (values.minioAccessKey === undefined) missing.push('MINIO_ACCESS_KEY is required with MINIO_ENDPOINT: the name of its key.');
    if (values.minioSecretKey === undefined) missing.push('MINIO_SECRET_KEY is required with MINIO_ENDPOINT: the secret of its key.');
  }
  if (values.mode !== 'live') return missing;
  const faults = requiredInLiveMode
    .filter((name) => values[name] === undefined && !spared.includes(name))
    .map((name) => `${variables[name].name} is required in live mode: ${variables[name].meaning}.`);
  if (!values.publicUrl?.startsWith('https://')) faults.push('PUBLIC_URL must be an https address in live mode.');
  if (values.rateLimitFactor > 1) faults.push('RATE_LIMIT_FACTOR above 1 is refused in live mode.');
  if (values.demoData === '1') faults.push('DEMO_DATA must not be 1 in live mode.');
  return [...missing, ...faults];
}

/** Reads and checks the environment. `spared` secrets are not required in live mode, because the process has no use for them. Throws StartRefused with one sentence for each fault, all at once. */
export function readConfiguration(
  environment: Readonly<Record<string, string | undefined>>,
  { spared = [] }: { readonly spared?: readonly ('tokenKey' | 'sealingKey')[] } = {},
): Configuration {
  const faults: string[] = [];
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
  if (faults.length === 0) faults.push(...contradictions(values, spared));
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
