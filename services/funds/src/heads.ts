import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '@tradepost/platform/json.ts';
import { writePrivateFile } from '@tradepost/platform/private-file.ts';
import type { KeptHeads, ProvenHead } from './verify.ts';

const keptDays = 31;
const namePattern = /^\d{4}-\d{2}-\d{2}\.jsonl$/;

type Line = Pick<ProvenHead, 'account' | 'epoch' | 'seq' | 'hash'>;

function daysOf(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => namePattern.test(name))
      .sort();
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** The newest heads that were written down; undefined when there are none. Throws an Error that names the file when it cannot be read. */
export function readNewestHeads(folder: string): KeptHeads | undefined {
  const name = daysOf(folder).at(-1);
  if (name === undefined) return undefined;
  try {
    const lines = readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean);
    const heads = lines.map((line): Line => JSON.parse(line));
    return { day: name.slice(0, 10), heads: new Map(heads.map(({ account, seq, hash }) => [account, { seq, hash }])) };
  } catch (cause) {
    throw new Error(`The heads in ${join(folder, name)} cannot be read; they are needed to find entries that were cut off.`, { cause });
  }
}

/**
 * Writes down where every account stands, a line an account, as the file of its day (UTC, readable by its owner alone), and removes files older than a month.
 * Gives the SHA-256 of the file. For heads that agree with those written before: what is written here takes the place of the same day's.
 */
export function writeHeads(folder: string, nowMs: number, heads: readonly Line[]): { file: string; digest: string } {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${new Date(nowMs).toISOString().slice(0, 10)}.jsonl`);
  const text = heads.map(({ account, epoch, seq, hash }) => `${JSON.stringify({ account, epoch, seq, hash })}\n`).join('');
  writePrivateFile(file, text);
  for (const old of daysOf(folder).slice(0, -keptDays)) rmSync(join(folder, old));
  return { file, digest: sha256(text) };
}
