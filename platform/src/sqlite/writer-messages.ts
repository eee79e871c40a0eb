/** What travels between a writer and its worker. */

export type SqlValue = string | number | null | Uint8Array;

export interface Statement {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

/** Statements that succeed or fail together. */
export type Command = readonly Statement[];

/** `unavailable`: nothing was written. `unknown`: the commit was begun and its end is not known. `failed`: the statement itself is wrong. */
export interface Fault {
  readonly kind: 'duplicate' | 'unavailable' | 'unknown' | 'failed';
  readonly message: string;
}

/** Rows changed by each statement of a command, or why the command failed. */
export type Answer = readonly number[] | Fault;

export interface WriterSettings {
  readonly file: string;
  readonly minimumFreeBytes: number;
  /** Extended result codes of SQLite. */
  readonly duplicateCodes: readonly number[];
  /** Primary result codes of SQLite. */
  readonly unavailableCodes: readonly number[];
}

export type ToWorker = { readonly commands: readonly Command[] } | { readonly close: true };

/** Answers come in the order of the commands. */
export type FromWorker = { readonly ready: true } | { readonly refused: string } | { readonly answers: readonly Answer[] };
