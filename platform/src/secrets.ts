import { generateKeyPairSync, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Configuration } from './config.ts';
import { StartRefused } from './errors.ts';
import { writePrivateFile } from './private-file.ts';

/** What signs, seals and opens doors inside. */
export interface Secrets {
  /** P-256 private key in PEM. */
  readonly tokenKey: string;
  readonly sealingKey: Buffer;
  readonly internalKey: string;
  /** Key of request hashes, worked out from the first sealing key: a retry across a rotation must meet its first answer. */
  readonly requestHashKey: Buffer;
  /** Sealing keys of before, newest first: they open what they sealed. */
  readonly olderSealingKeys: readonly Buffer[];
  /** A rotation was begun, and something may still be sealed with an older key. */
  readonly resealing: boolean;
}

interface Kept {
  tokenKey: string;
  sealingKey: string;
  internalKey: string;
  requestHashKey?: string;
  olderSealingKeys?: string[];
  resealing?: true;
}

const secretsFile = (dataDir: string): string => join(dataDir, 'secrets.json');
const write = (file: string, kept: Kept): void => writePrivateFile(file, `${JSON.stringify(kept, null, 2)}\n`);

/** What this process makes when nobody gave any. */
const newSecrets = (): Kept => ({
  tokenKey: generateKeyPairSync('ec', { namedCurve: 'P-256', privateKeyEncoding: { type: 'pkcs8', format: 'pem' }, publicKeyEncoding: { type: 'spki', format: 'pem' } }).privateKey,
  sealingKey: randomBytes(32).toString('base64'),
  internalKey: randomBytes(32).toString('base64url'),
});

const hashKeyOf = (sealingKey: Buffer): Buffer => Buffer.from(hkdfSync('sha256', sealingKey, '', 'tradepost request hash', 32));

/**
 * The secrets of a process among others, from the environment alone: what one process makes in its folder no other can read.
 * A service without a sealing key hashes no requests that another would compare.
 */
export function secretsOfEnvironment({ internalKey, sealingKey }: Pick<Configuration, 'internalKey' | 'sealingKey'>): Pick<Secrets, 'internalKey' | 'requestHashKey'> {
  if (internalKey === undefined) throw new StartRefused('INTERNAL_KEY is required: the secret that the services show each other, the same for all.');
  return { internalKey, requestHashKey: hashKeyOf(sealingKey ?? Buffer.from(internalKey)) };
}

function readKept(file: string): Partial<Kept> {
  if (!existsSync(file)) return {};
  try {
    const kept: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof kept === 'object' && kept !== null) return kept;
  } catch (cause) {
    throw new StartRefused(`${file} cannot be read. Restore it from a backup: without it sealed data cannot be opened.`, { cause });
  }
  throw new StartRefused(`${file} does not hold secrets.`);
}

/**
 * Gives the secrets: from the environment, else from `secrets.json` in the data folder, which is made on the first start (0600).
 * In live mode all come from the environment (config.ts has checked that), so nothing is written.
 */
export function openSecrets(configuration: Configuration): Secrets {
  const file = secretsFile(configuration.dataDir);
  const kept = readKept(file);
  const fromEnvironment = configuration.tokenKey && configuration.sealingKey && configuration.internalKey;
  const made: Kept = { ...newSecrets(), ...kept };
  if (!fromEnvironment && JSON.stringify(kept) !== JSON.stringify(made)) write(file, made);
  const sealingKey = configuration.sealingKey ?? Buffer.from(made.sealingKey, 'base64');
  return {
    tokenKey: configuration.tokenKey ?? made.tokenKey,
    sealingKey,
    internalKey: configuration.internalKey ?? made.internalKey,
    requestHashKey: made.requestHashKey === undefined || configuration.sealingKey ? hashKeyOf(sealingKey) : Buffer.from(made.requestHashKey, 'base64'),
    olderSealingKeys: (made.olderSealingKeys ?? []).map((key) => Buffer.from(key, 'base64')),
    resealing: made.resealing === true && configuration.sealingKey === undefined,
  };
}

/**
 * Puts new secrets in place of those in `secrets.json`, in one step. The sealing key of before goes on opening what it sealed; whoever opens the data next
 * seals everything anew and then calls `endRotation`. Throws StartRefused when a secret comes from the environment, or there is no file.
 */
export function beginRotation(configuration: Pick<Configuration, 'dataDir' | 'tokenKey' | 'sealingKey' | 'internalKey' | 'mongodbUri' | 'minioEndpoint'>): void {
  if (configuration.mongodbUri !== undefined || configuration.minioEndpoint !== undefined)
    throw new StartRefused(
      'Secrets are rotated on data in DATA_DIR alone; with MONGODB_URI or MINIO_ENDPOINT what is sealed lies elsewhere: give every process another TOKEN_KEY or INTERNAL_KEY and start it again, and keep SEALING_KEY.',
    );
  const given = [configuration.tokenKey && 'TOKEN_KEY', configuration.sealingKey && 'SEALING_KEY', configuration.internalKey && 'INTERNAL_KEY'].filter(Boolean);
  if (given.length > 0) throw new StartRefused(`${given.join(', ')} ${given.length > 1 ? 'come' : 'comes'} from the environment, where this command cannot change anything.`);
  const file = secretsFile(configuration.dataDir);
  const kept = readKept(file);
  if (kept.sealingKey === undefined) throw new StartRefused(`There is no secrets.json in ${configuration.dataDir}: nothing was made here that could be rotated.`);
  const requestHashKey = kept.requestHashKey ?? hashKeyOf(Buffer.from(kept.sealingKey, 'base64')).toString('base64');
  write(file, { ...newSecrets(), requestHashKey, olderSealingKeys: [kept.sealingKey, ...(kept.olderSealingKeys ?? [])], resealing: true });
}

/** Notes that everything is sealed with the newest key. The older ones stay for what may come out of an old copy. */
export function endRotation(dataDir: string): void {
  const kept = readKept(secretsFile(dataDir));
  const { tokenKey, sealingKey, internalKey, resealing: _done, ...rest } = kept;
  if (tokenKey !== undefined && sealingKey !== undefined && internalKey !== undefined) write(secretsFile(dataDir), { tokenKey, sealingKey, internalKey, ...rest });
}
