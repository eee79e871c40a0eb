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
  /** Key of request hashes, worked out from the sealing key. */
  readonly requestHashKey: Buffer;
}

interface Kept {
  tokenKey: string;
  sealingKey: string;
  internalKey: string;
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
  const file = join(configuration.dataDir, 'secrets.json');
  const kept = readKept(file);
  const made: Kept = {
    tokenKey:
      kept.tokenKey ??
      generateKeyPairSync('ec', { namedCurve: 'P-256', privateKeyEncoding: { type: 'pkcs8', format: 'pem' }, publicKeyEncoding: { type: 'spki', format: 'pem' } }).privateKey,
    sealingKey: kept.sealingKey ?? randomBytes(32).toString('base64'),
    internalKey: kept.internalKey ?? randomBytes(32).toString('base64url'),
  };
  const fromEnvironment = configuration.tokenKey && configuration.sealingKey && configuration.internalKey;
  if (!fromEnvironment && JSON.stringify(kept) !== JSON.stringify(made)) writePrivateFile(file, `${JSON.stringify(made, null, 2)}\n`);
  const sealingKey = configuration.sealingKey ?? Buffer.from(made.sealingKey, 'base64');
  return {
    tokenKey: configuration.tokenKey ?? made.tokenKey,
    sealingKey,
    internalKey: configuration.internalKey ?? made.internalKey,
    requestHashKey: Buffer.from(hkdfSync('sha256', sealingKey, '', 'tradepost request hash', 32)),
  };
}
