import { resolve } from 'node:path';
import { createBackup } from './backup.ts';
import { drill } from './drill.ts';
import { readPassphrase } from './manifest.ts';
import { restoreBackup } from './restore.ts';
import { enginesOf } from './stores.ts';
import type { Given, Verb } from './verbs.ts';

const passphraseOf = ({ options }: Given): Buffer | undefined => (options['passphrase-file'] === undefined ? undefined : readPassphrase(options['passphrase-file']));
const folderOf = ({ rest }: Given): string => resolve(rest[0] ?? '.');
const say = (given: Given, answer: unknown, sentence: string): void => console.log(given.json ? JSON.stringify(answer) : sentence);

const secretsSay = {
  sealed: 'The secrets are in it, sealed.',
  'left out': 'The secrets are NOT in it: without secrets.json sealed numbers and files cannot be opened. Give --passphrase-file to put them in, or keep them elsewhere.',
  none: 'The secrets come from the environment and are not in it.',
} as const;

/** Throws an Error that says what to use instead where the data lie on an engine. */
function checkLieHere(): void {
  const { mongodbUri, minioEndpoint } = enginesOf(process.env);
  const instead = [
    ...(mongodbUri === undefined ? [] : ['`mongodump --oplog` and `mongorestore --oplogReplay` for MongoDB']),
    ...(minioEndpoint === undefined ? [] : ['`mc mirror` of the bucket for MinIO, after the documents']),
  ];
  if (instead.length > 0) throw new Error(`These backups are of data in DATA_DIR alone: use ${instead.join(', and ')} (docs/operations.md, "Backups of engines").`);
}

async function create(given: Given): Promise<number> {
  checkLieHere();
  const folder = folderOf(given);
  const { at, ledger, secrets, files } = await createBackup(given.dataDir, folder, passphraseOf(given));
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  say(
    given,
    { folder, at, files: files.length, bytes, ...ledger, secrets },
    `${ledger.entries} entries of ${ledger.accounts} accounts as of ${at}, ${files.length} files, ${bytes} bytes, in ${folder}. ${secretsSay[secrets]}`,
  );
  return 0;
}

async function restore(given: Given): Promise<number> {
  checkLieHere();
  const { at, epoch, verdict, secrets } = await restoreBackup(given.dataDir, folderOf(given), passphraseOf(given));
  const next = secrets === 'left out' ? ' The backup has no secrets: put secrets.json into the folder before you start.' : '';
  const found = verdict.first
    ? `But the ledger is damaged: account ${verdict.first.account}, entry ${verdict.first.seq}: ${verdict.first.reason}`
    : `${verdict.entries} entries of ${verdict.accounts} accounts, unbroken.`;
  say(given, { at, epoch, secrets, ...verdict }, `Restored as of ${at}, epoch ${epoch}. ${found}${next}`);
  return verdict.ok ? 0 : 1;
}

async function runDrill(given: Given): Promise<number> {
  checkLieHere();
  const result = await drill(given.dataDir);
  say(
    given,
    result,
    `${result.ok ? 'The backup restores' : 'The backup does NOT restore'}: ${result.entries} entries of ${result.accounts} accounts, epoch ${result.epoch}. RPO ${result.rpoSeconds} s and the time between two backups, RTO ${result.rtoSeconds} s.`,
  );
  return result.ok ? 0 : 1;
}

const options = ['passphrase-file'];

/** The verbs of the noun `backup`. */
export const backupVerbs: Readonly<Record<string, Verb>> = {
  'backup create': { takes: 'DIR [--passphrase-file F]', words: [1, 1], options, help: 'copies all data as of one instant into an empty folder', run: create },
  'backup restore': { takes: 'DIR [--passphrase-file F]', words: [1, 1], options, help: 'puts a backup into an empty DATA_DIR', run: restore },
  'backup drill': { takes: '', words: [0, 0], options: [], help: 'backup, restore into a temporary folder, start, verify; prints RPO and RTO', run: runDrill },
};
