import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartRefused } from '../errors.ts';
import { isBusy, messageOf } from './result-codes.ts';

export interface FolderLock {
  release(): void;
}

/**
 * Takes the data folder for this process, and makes it (0700) when it is missing. The lock is an open `BEGIN EXCLUSIVE` on lock.db,
 * which the operating system drops with the process: a killed process leaves none.
 * Nothing else in this process may open lock.db as a plain file: closing it would drop the lock (POSIX advisory locks).
 * Throws StartRefused when another holds it or the folder cannot be used.
 */
export function lockFolder(dataDir: string): FolderLock {
  let database: DatabaseSync | undefined;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const file = join(dataDir, 'lock.db');
    // Made readable for its owner alone; its journal takes the mode over. Not opened when it is there: closing it would drop a lock.
    if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
    database = new DatabaseSync(file, { timeout: 0 });
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database?.close();
    if (isBusy(error)) throw new StartRefused(`Another Tradepost uses ${dataDir}; stop it or set DATA_DIR to another folder.`, { cause: error });
    throw new StartRefused(`The data folder ${dataDir} cannot be used: ${messageOf(error)}.`, { cause: error });
  }
  const held = database;
  return {
    release: () => {
      if (held.isOpen) held.close();
    },
  };
}
