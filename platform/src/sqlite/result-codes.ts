// Result codes of SQLite (https://www.sqlite.org/rescode.html).

/** SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_UNIQUE and SQLITE_CONSTRAINT_ROWID. */
export const duplicateCodes: ReadonlySet<number> = new Set([1555, 2067, 2579]);

/** BUSY, LOCKED, NOMEM, READONLY, IOERR, CORRUPT, FULL, CANTOPEN, PROTOCOL, NOTADB: the file or the disk, not the statement. */
export const unavailableCodes: ReadonlySet<number> = new Set([5, 6, 7, 8, 10, 11, 13, 14, 15, 26]);

const damagedCodes: ReadonlySet<number> = new Set([11, 26]);

/** The extended result code of an error of node:sqlite; undefined for any other error. */
export function resultCode(error: unknown): number | undefined {
  return typeof error === 'object' && error !== null && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : undefined;
}

const primaryCode = (error: unknown): number => (resultCode(error) ?? 0) & 0xff;

/** An id or a unique index has the value already. */
export const isDuplicate = (error: unknown): boolean => duplicateCodes.has(resultCode(error) ?? 0);

/** Another connection holds the lock. */
export const isBusy = (error: unknown): boolean => primaryCode(error) === 5;

/** The file is not a database or is damaged. */
export const isDamaged = (error: unknown): boolean => damagedCodes.has(primaryCode(error));

/** The message of whatever was thrown. */
export const messageOf = (error: unknown): string => (typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error));
