import { closeSync, fsyncSync, openSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';

const lockTimeoutMs = 5_000;
const pagesAtOnce = 2_000;

/**
 * Copies several database files as they stand at one instant, beside a platform that goes on writing. For a moment every file is held against writers
 * while a reader is opened on each; the readers keep that instant, and the writers go on before the first page is copied. So no copy knows of anything
 * that another one has not: events never run ahead of the ledger, nor the ledger ahead of them. Copies are readable by their owner alone, whole files without a log.
 * Gives the instant, in milliseconds since 1970. Throws the database's error when a file cannot be held within 5 s.
 */
export async function copyAtOneInstant(files: readonly { readonly from: string; readonly to: string }[]): Promise<number> {
  const readers = new Map<string, DatabaseSync>();
  const holders: DatabaseSync[] = [];
  try {
    let atMs: number;
    try {
      for (const { from } of files) {
        const holder = new DatabaseSync(from, { timeout: lockTimeoutMs });
        holders.push(holder);
        holder.exec('BEGIN IMMEDIATE');
      }
      for (const { from } of files) {
        const reader = new DatabaseSync(from, { readOnly: true, timeout: lockTimeoutMs });
        readers.set(from, reader);
        // A transaction begins with its first read.
        reader.exec('BEGIN');
        reader.prepare('SELECT count(*) FROM sqlite_schema').get();
      }
      atMs = Date.now();
    } finally {
      for (const holder of holders) holder.close();
    }
    for (const { from, to } of files) {
      const reader = readers.get(from);
      if (reader) await copy(reader, to);
    }
    return atMs;
  } finally {
    for (const reader of readers.values()) reader.close();
  }
}

async function copy(reader: DatabaseSync, to: string): Promise<void> {
  const handle = openSync(to, 'wx', 0o600);
  try {
    await backup(reader, to, { rate: pagesAtOnce });
    const copied = new DatabaseSync(to);
    try {
      copied.exec('PRAGMA journal_mode = DELETE');
    } finally {
      copied.close();
    }
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
