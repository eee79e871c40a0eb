// What a process of its own is given: no process knows a secret or a store that it does not use.
import type { Configuration } from '@tradepost/platform/config.ts';
import { StartRefused } from '@tradepost/platform/errors.ts';
import type { ProcessName } from './process.ts';

type Need = 'kafkaBrokers' | 'mongodbUri' | 'minioEndpoint' | 'internalKey' | 'sealingKey' | 'tokenKey';

const meanings: Readonly<Record<Need, string>> = {
  kafkaBrokers: 'KAFKA_BROKERS (the bus that all processes share)',
  mongodbUri: 'MONGODB_URI (the store)',
  minioEndpoint: 'MINIO_ENDPOINT, MINIO_ACCESS_KEY and MINIO_SECRET_KEY (the files)',
  internalKey: 'INTERNAL_KEY (the secret that services show each other, the same for all)',
  sealingKey: 'SEALING_KEY (seals personal data and tells equal requests, the same for all who have it)',
  tokenKey: 'TOKEN_KEY (signs access tokens)',
};

/** Variables that are read only where one of the needs is there. */
const variablesOf: Readonly<Partial<Record<Need, readonly string[]>>> = {
  mongodbUri: ['MONGODB_URI'],
  minioEndpoint: ['MINIO_ENDPOINT', 'MINIO_ACCESS_KEY', 'MINIO_SECRET_KEY'],
  sealingKey: ['SEALING_KEY'],
  tokenKey: ['TOKEN_KEY'],
};

const shared: readonly Need[] = ['kafkaBrokers', 'internalKey'];
const keeping: readonly Need[] = [...shared, 'mongodbUri', 'sealingKey'];
const needs: Readonly<Record<ProcessName | 'prepare', readonly Need[]>> = {
  gateway: shared,
  market: shared,
  auth: [...keeping, 'tokenKey'],
  users: [...keeping, 'minioEndpoint'],
  funds: keeping,
  positions: keeping,
  'site-content': [...keeping, 'minioEndpoint'],
  prepare: [...keeping, 'minioEndpoint'],
};

/** The environment as far as it concerns a process. */
export function environmentOf(name: keyof typeof needs, environment: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
  const without = Object.entries(variablesOf).flatMap(([need, names]) => (needs[name].some((one) => one === need) ? [] : names));
  return Object.fromEntries(Object.entries(environment).filter(([variable]) => !without.includes(variable)));
}

/** The secrets that a process does not have even in live mode. */
export const sparedSecrets = (name: keyof typeof needs): ('tokenKey' | 'sealingKey')[] => (['tokenKey', 'sealingKey'] as const).filter((secret) => !needs[name].includes(secret));

/** Throws StartRefused with one sentence that says what to set when a process lacks what it shares with others. */
export function checkNeeds(name: keyof typeof needs, configuration: Configuration): void {
  const missing = needs[name].filter((need) => configuration[need] === undefined).map((need) => meanings[need]);
  if (missing.length === 0) return;
  throw new StartRefused(
    `${name} as a process of its own needs what all processes share: set ${missing.join(', ')}. \`npm start\` runs everything in one process without any of it.`,
  );
}
