import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { canonicalJson, sha256 } from '@tradepost/platform/json.ts';
import { copyAtOneInstant } from '@tradepost/platform/sqlite/copy.ts';
import { version } from '../version.ts';
import { verifyFolder } from './ledger.ts';
import { type Manifest, sealedSecretsFile, sealUnder, sumOf, writeManifest } from './manifest.ts';

const secretNames = ['secrets.json', 'first-run.json'];
const objectsFolder = 'objects';

/** Throws an Error unless the folder is absent or empty; `but` may be in it. */
export function assertEmpty(folder: string, but: readonly string[] = []): void {
  const found = existsSync(folder) ? readdirSync(folder).filter((name) => !but.includes(name)) : [];
  if (found.length > 0) throw new Error(`${folder} is not empty: name another folder, or empty this one.`);
}

/** Files below a folder, by their path in it; what is unfinished begins with a dot and is passed over. */
function filesBelow(folder: string, path = ''): string[] {
  if (!existsSync(join(folder, path))) return [];
  return readdirSync(join(folder, path), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.')) return [];
    const below = path === '' ? entry.name : `${path}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(folder, below) : [below];
  });
}

/** Copies files that are not there yet. One that is removed meanwhile belonged to nobody any more. */
function copyFiles(from: string, to: string, paths: readonly string[]): void {
  for (const path of paths) {
    const target = join(to, path);
    if (existsSync(target)) continue;
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    try {
      copyFileSync(join(from, path), target);
    } catch (error) {
      if (!(typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
}

const objectsOf = (dataDir: string): string[] => filesBelow(dataDir).filter((path) => path.startsWith(`${objectsFolder}/`));

function sealSecrets(dataDir: string, folder: string, passphrase: Buffer | undefined): Manifest['secrets'] {
  const found = secretNames.filter((name) => existsSync(join(dataDir, name)));
  if (!found.includes('secrets.json')) return 'none';
  if (!passphrase) return 'left out';
  const secrets = Object.fromEntries(found.map((name) => [name, readFileSync(join(dataDir, name), 'utf8')]));
  writeFileSync(join(folder, sealedSecretsFile), sealUnder(passphrase, JSON.stringify(secrets)), { mode: 0o600 });
  return 'sealed';
}

/**
 * Copies a data folder into an empty one, beside a platform that runs: all stores at one instant, the files they name, the daily heads, and the secrets
 * sealed under the passphrase; without one the secrets are left out. Files are copied before that instant and once more after it, so that none is missing that
 * a store names. Throws an Error with one sentence, also when the ledger is damaged: a damaged one takes no sound backup's place.
 */
export async function createBackup(dataDir: string, folder: string, passphrase: Buffer | undefined): Promise<Manifest> {
  if (!existsSync(join(dataDir, 'funds.db'))) throw new Error(`There is no funds.db in ${dataDir}: set DATA_DIR to the folder of a platform that was started once.`);
  assertEmpty(folder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const plain = filesBelow(dataDir).filter((path) => path.startsWith('heads/') || path === 'demo.json');
  copyFiles(dataDir, folder, [...plain, ...objectsOf(dataDir)]);
  const stores = readdirSync(dataDir).filter((name) => name.endsWith('.db') && name !== 'lock.db');
  const atMs = await copyAtOneInstant(stores.map((name) => ({ from: join(dataDir, name), to: join(folder, name) })));
  copyFiles(dataDir, folder, objectsOf(dataDir));
  const secrets = sealSecrets(dataDir, folder, passphrase);

  const { verdict, heads } = await verifyFolder(folder);
  if (verdict.first) throw new Error(`The ledger is damaged, so this is no backup: account ${verdict.first.account}, entry ${verdict.first.seq}: ${verdict.first.reason}`);
  const files: Manifest['files'][number][] = [];
  for (const path of filesBelow(folder)) files.push({ path, ...(await sumOf(join(folder, path))) });
  const ledger = { accounts: verdict.accounts, entries: verdict.entries, heads: sha256(canonicalJson(heads)) };
  const manifest: Manifest = { format: 1, version, at: new Date(atMs).toISOString(), endedAt: new Date().toISOString(), ledger, secrets, files };
  writeManifest(folder, manifest);
  return manifest;
}
