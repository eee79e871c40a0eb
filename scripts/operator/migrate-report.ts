import { join } from 'node:path';
import type { Migrated } from './migrate.ts';

/** What a migration tells the operator, a sentence or a count a line: what was moved, and what is to be set now. */
export function sentencesOf(from: string, { doneAt, ledger, collections, objects, balances, resent }: Migrated): string[] {
  if (doneAt !== undefined) return [`${from} was moved already, at ${doneAt}: nothing was changed.`];
  const lines = Object.entries(collections ?? {}).map(([name, documents]) => `${String(documents).padStart(10)}  ${name}`);
  if (objects) lines.push(`${String(objects.files).padStart(10)}  files, ${objects.bytes} bytes`);
  if (ledger) lines.push(`${ledger.entries} entries of ${ledger.accounts} accounts, unbroken and the same on both sides (heads ${ledger.heads}).`);
  if (balances) lines.push(`${balances.accounts} balances compared with the ledger, ${balances.corrected} corrected; ${resent ?? 0} events told again.`);
  if (balances && balances.ahead.length > 0) lines.push(`Of ${balances.ahead.length} more was told than the ledger holds, entries are missing: ${balances.ahead.join(', ')}`);
  if (ledger === undefined) lines.push(`Documents stay in ${from}, because MONGODB_URI is not set.`);
  if (objects === undefined) lines.push(`Files stay in ${join(from, 'objects')}, because MINIO_ENDPOINT is not set.`);
  lines.push(
    `Now set TOKEN_KEY, SEALING_KEY and INTERNAL_KEY of every process to tokenKey, sealingKey and internalKey of ${join(from, 'secrets.json')}, or, where there is none, to what they were.`,
    `Start nothing on ${from} alone any more: what is booked there would be missing on the engines.`,
  );
  return lines;
}
