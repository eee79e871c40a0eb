import { closeSync, openSync } from 'node:fs';
import { DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { StartRefused, StoreUnavailable } from '../errors.ts';
import { isDamaged, messageOf, resultCode } from './result-codes.ts';
import type { SqlValue } from './writer-messages.ts';

export type Row = Record<string, SQLOutputValue>;

const cachedStatements = 500;
/** A reader waits in the calling thread, so it waits only briefly; in WAL mode it almost never does. */
const lockTimeoutMs = 250;

/** Reads of one database file, in the calling thread. No fsync of a writer stalls them. */
export interface Reader {
  /** Throws StoreUnavailable when the file cannot be read. */
  all(sql: string, params: readonly SqlValue[]): Row[];
  get(sql: string, params: readonly SqlValue[]): Row | undefined;
  close(): void;
}

/** Opens the read connection. The writer must have opened the file before. */
export function openReader(file: string): Reader {
  const database = new DatabaseSync(file, { readOnly: true, timeout: lockTimeoutMs });
  const statements = new Map<string, StatementSync>();

  function prepared(sql: string): StatementSync {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    if (statements.size >= cachedStatements) statements.clear();
    const statement = database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  }

  function read<T>(action: () => T): T {
    if (!database.isOpen) throw new StoreUnavailable('The database is closed.');
    try {
      return action();
    } catch (error) {
      // Code 1 is a mistake in the statement, which no retry mends.
      if (resultCode(error) === undefined || resultCode(error) === 1) throw error;
      throw new StoreUnavailable(`The database cannot read: ${messageOf(error)}`, { cause: error });
    }
  }

  return {
    all: (sql, params) => read(() => prepared(sql).all(...params)),
    get: (sql, params) => read(() => prepared(sql).get(...params)),
    close: () => {
      if (database.isOpen) database.close();
    },
  };
}

/**
 * Opens a database file for the time of `prepare`, which builds its tables. A new file is readable by its owner only.
 * Throws StartRefused when the file is damaged or of a newer version than `version`; else leaves it at `version`.
 */
export function prepareFile(file: string, version: number, prepare: (database: DatabaseSync) => void): void {
  try {
    closeSync(openSync(file, 'a', 0o600));
    const database = new DatabaseSync(file, { timeout: 5000 });
    try {
      database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
      const found = Number(database.prepare('PRAGMA user_version').get()?.user_version ?? 0);
      if (found > version) throw new StartRefused(`The database ${file} has version ${found}, newer than this program (${version}); start the newer program.`);
      prepare(database);
      if (found < version) database.exec(`PRAGMA user_version = ${version}`);
    } finally {
      database.close();
    }
  } catch (error) {
    if (error instanceof StartRefused) throw error;
    if (isDamaged(error)) throw new StartRefused(`The file ${file} is damaged or not a database (${messageOf(error)}); restore it from a backup.`, { cause: error });
    throw new StartRefused(`The database ${file} cannot be opened: ${messageOf(error)}.`, { cause: error });
  }
}
