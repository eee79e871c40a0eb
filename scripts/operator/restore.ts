import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beginNextEpoch, type Setting, settingsDefinition } from '@tradepost/funds/epoch.ts';
import type { Verdict } from '@tradepost/funds/verify.ts';
import { openSqliteDocuments } from '@tradepost/platform/documents/sqlite.ts';
import { writePrivateFile } from '@tradepost/platform/private-file.ts';
import { lockFolder } from '@tradepost/platform/sqlite/folder-lock.ts';
import { restoringFile } from '../version.ts';
import { assertEmpty } from './backup.ts';
import { verifyFolder } from './ledger.ts';
import { checkBackup, type Manifest, openUnder, sealedSecretsFile } from './manifest.ts';

export interface Restored {
  /** The instant that the data are of, ISO 8601 UTC. */
  readonly at: string;
  readonly epoch: number;
  readonly verdict: Verdict;
  /** Whether secrets.json is in the folder now. */
  readonly secrets: Manifest['secrets'];
}

/** The secrets in a backup, by file name. Throws an Error when they are sealed and the passphrase is missing or another. */
function secretsOf(folder: string, manifest: Manifest, passphrase: Buffer | undefined): [string, string][] {
  if (manifest.secrets !== 'sealed') return [];
  if (!passphrase) throw new Error('The secrets of this backup are sealed: give its passphrase with --passphrase-file.');
  const secrets: Record<string, string> = JSON.parse(openUnder(passphrase, readFileSync(join(folder, sealedSecretsFile))));
  return Object.entries(secrets);
}

/**
 * Restores a backup into an empty data folder and begins a new epoch of the ledger, so that whoever heard of entries after the backup takes the new ones in their place.
 * Everything is checked before the first file is written; a restore that is cut short leaves a folder on which nothing starts. Throws an Error with one sentence.
 */
export async function restoreBackup(dataDir: string, folder: string, passphrase: Buffer | undefined): Promise<Restored> {
  assertEmpty(dataDir, ['lock.db']);
  const manifest = await checkBackup(folder);
  const secrets = secretsOf(folder, manifest, passphrase);
  const lock = lockFolder(dataDir);
  try {
    writePrivateFile(join(dataDir, restoringFile), `${JSON.stringify({ from: manifest.at })}\n`);
    for (const { path } of manifest.files) {
      if (path === sealedSecretsFile) continue;
      const target = join(dataDir, path);
      mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
      copyFileSync(join(folder, path), target);
      chmodSync(target, 0o600);
    }
    for (const [name, text] of secrets) writePrivateFile(join(dataDir, name), text);
    const epoch = await nextEpoch(dataDir);
    const { verdict } = await verifyFolder(dataDir);
    rmSync(join(dataDir, restoringFile));
    return { at: manifest.at, epoch, verdict, secrets: manifest.secrets };
  } finally {
    lock.release();
  }
}

async function nextEpoch(dataDir: string): Promise<number> {
  const documents = openSqliteDocuments({ file: join(dataDir, 'funds.db') });
  const settings = documents.collection<Setting>(settingsDefinition);
  await documents.open();
  try {
    return await beginNextEpoch(settings);
  } finally {
    await documents.close();
  }
}
