// The one thread that writes to a database file. Commands of many callers share a commit, so that they share its fsync.
// writer.ts strips the types of this file and hands it over as text: Node's own stripping would cost each worker 12 MB. So it imports only types and what Node brings.
import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { Answer, Command, Fault, FromWorker, ToWorker, WriterSettings } from './writer-messages.ts';

const gatherMs = 2;
const gatherCommands = 64;
const lockTimeoutMs = 5000;
const diskCheckMs = 1000;
const cachedStatements = 500;
/** The log is folded into the file when it has this many pages: busy pages are then written back once for many commits, a third less to write under load than with the usual 1,000. */
const walPages = 4096;
const walBytes = walPages * 4096;

const settings: WriterSettings = workerData;
if (parentPort === null) throw new Error('writer-worker.ts runs in a worker thread only.');
const port = parentPort;
const duplicateCodes = new Set(settings.duplicateCodes);
const unavailableCodes = new Set(settings.unavailableCodes);
const inputOutputCode = 10;

const codeOf = (error: unknown): number => (typeof error === 'object' && error !== null && 'errcode' in error ? Number(error.errcode) : 0);
const primaryCodeOf = (error: unknown): number => codeOf(error) & 0xff;
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const send = (message: FromWorker): void => port.postMessage(message);

function openDatabase(): DatabaseSync | undefined {
  try {
    const opened = new DatabaseSync(settings.file, { timeout: lockTimeoutMs });
    // Erased personal data shall not stay readable in the pages that held them.
    opened.exec(
      `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = FAST; PRAGMA journal_size_limit = ${walBytes}; PRAGMA wal_autocheckpoint = ${walPages}`,
    );
    return opened;
  } catch (error) {
    send({ refused: messageOf(error) });
    return undefined;
  }
}

function createWriter(database: DatabaseSync): (commands: readonly Command[]) => Answer[] {
  const statements = new Map<string, StatementSync>();
  const folder = dirname(settings.file);
  let diskCheckedAtMs = Number.NEGATIVE_INFINITY;
  let diskIsShort = false;

  function prepared(sql: string): StatementSync {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    if (statements.size >= cachedStatements) statements.clear();
    const statement = database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  }

  function freeDiskIsShort(): boolean {
    const now = performance.now();
    if (now - diskCheckedAtMs >= diskCheckMs) {
      diskCheckedAtMs = now;
      const disk = statfsSync(folder);
      diskIsShort = disk.bavail * disk.bsize < settings.minimumFreeBytes;
    }
    return diskIsShort;
  }

  const runAll = (command: Command): number[] => command.map(({ sql, params }) => Number(prepared(sql).run(...params).changes));

  /** One statement is atomic by itself; several need a savepoint. */
  function runTogether(command: Command): number[] {
    if (command.length < 2) return runAll(command);
    prepared('SAVEPOINT command').run();
    try {
      const changes = runAll(command);
      prepared('RELEASE command').run();
      return changes;
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK TO command; RELEASE command');
      throw error;
    }
  }

  /** A mistake in one command is its own; trouble with the file ends the whole transaction. */
  function answer(command: Command): Answer {
    try {
      return runTogether(command);
    } catch (error) {
      if (unavailableCodes.has(primaryCodeOf(error)) || !database.isTransaction) throw error;
      return { kind: duplicateCodes.has(codeOf(error)) ? 'duplicate' : 'failed', message: messageOf(error) };
    }
  }

  return (commands) => {
    const failAll = (kind: Fault['kind'], message: string): Answer[] => commands.map(() => ({ kind, message }));
    let committing = false;
    try {
      if (freeDiskIsShort()) return failAll('unavailable', 'The disk is nearly full; nothing is written until there is room.');
      prepared('BEGIN IMMEDIATE').run();
      const answers = commands.map(answer);
      committing = true;
      prepared('COMMIT').run();
      return answers;
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      // A failed fsync leaves the commit's pages in the log: a crash right now could still bring them back.
      return failAll(committing && primaryCodeOf(error) === inputOutputCode ? 'unknown' : 'unavailable', messageOf(error));
    }
  };
}

function serve(database: DatabaseSync): void {
  const write = createWriter(database);
  let waiting: Command[] = [];
  let wake: NodeJS.Immediate | undefined;
  let timer: NodeJS.Timeout | undefined;
  let lastBatch = 1;

  function commit(): void {
    clearTimeout(timer);
    clearImmediate(wake);
    timer = undefined;
    wake = undefined;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, gatherCommands);
      waiting = waiting.slice(gatherCommands);
      lastBatch = batch.length;
      send({ answers: write(batch) });
    }
  }

  port.on('message', (message: ToWorker) => {
    if ('close' in message) {
      commit();
      database.close();
      port.close();
      return;
    }
    waiting.push(...message.commands);
    // As many as shared the last commit are likely to come again: with fewer it pays to wait a little, a lone writer never waits.
    if (waiting.length >= lastBatch) wake ??= setImmediate(commit);
    else timer ??= setTimeout(commit, gatherMs);
  });
  send({ ready: true });
}

const database = openDatabase();
if (database !== undefined) serve(database);
