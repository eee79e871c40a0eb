import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { Worker } from 'node:worker_threads';
import { DuplicateKey, OutcomeUnknown, StartRefused, StoreUnavailable } from '../errors.ts';
import { duplicateCodes, unavailableCodes } from './result-codes.ts';
import type { Answer, Command, Fault, FromWorker, ToWorker, WriterSettings } from './writer-messages.ts';

/** Commands that may wait; more are refused, so that a slow disk does not fill the memory. */
const queueLimit = 10_000;
/** Commands the worker may hold: enough to keep it busy, few enough for its small heap. */
const sentLimit = 256;
const defaultMinimumFreeBytes = 500_000_000;

interface Waiting {
  readonly command: Command;
  readonly resolve: (changes: readonly number[]) => void;
  readonly reject: (error: Error) => void;
}

/** The one writer of a database file. */
export interface Writer {
  /**
   * Runs the statements together and resolves with the rows each has changed, when they are on disk.
   * Throws DuplicateKey, StoreUnavailable (nothing was written) or OutcomeUnknown (the worker died before it answered).
   */
  write(command: Command): Promise<readonly number[]>;
  /** Throws StoreUnavailable when the worker is gone. */
  check(): void;
  /** Waits for the writes in hand, then ends the worker. */
  close(): Promise<void>;
}

function errorOf(fault: Fault): Error {
  const cause = new Error(fault.message);
  if (fault.kind === 'duplicate') return new DuplicateKey({ cause });
  if (fault.kind === 'unavailable') return new StoreUnavailable(`The database cannot write: ${fault.message}`, { cause });
  if (fault.kind === 'unknown') return new OutcomeUnknown(`The disk failed at a commit: ${fault.message}`, { cause });
  return cause;
}

function isFault(answer: Answer): answer is Fault {
  return 'kind' in answer;
}

class WorkerWriter implements Writer {
  readonly #worker: Worker;
  #queue: Waiting[] = [];
  #sent: Waiting[] = [];
  #flush: NodeJS.Immediate | undefined;
  #ended: Error | undefined;
  #drained: (() => void) | undefined;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('message', (message: FromWorker) => {
      if ('answers' in message) this.#settle(message.answers);
    });
    worker.on('error', (error) => this.#end(error));
    worker.on('exit', () => this.#end(new Error('The writing thread ended.')));
    worker.unref();
  }

  write(command: Command): Promise<readonly number[]> {
    if (this.#ended !== undefined) return Promise.reject(new StoreUnavailable('The database takes no writes any more.', { cause: this.#ended }));
    if (this.#queue.length + this.#sent.length >= queueLimit) return Promise.reject(new StoreUnavailable('The database is busy: too many writes wait.'));
    return new Promise((resolve, reject) => {
      this.#queue.push({ command, resolve, reject });
      this.#flush ??= setImmediate(() => this.#send());
    });
  }

  check(): void {
    if (this.#ended !== undefined) throw new StoreUnavailable('The database takes no writes any more.', { cause: this.#ended });
  }

  async close(): Promise<void> {
    if (this.#ended !== undefined) return;
    this.#ended = new Error('The writer is closed.');
    if (this.#queue.length + this.#sent.length > 0) {
      await new Promise<void>((resolve) => {
        this.#drained = resolve;
      });
    }
    this.#worker.ref();
    const ended = new Promise<void>((resolve) => this.#worker.once('exit', () => resolve()));
    this.#post({ close: true });
    await ended;
  }

  #post(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  /** One message carries all commands of this turn of the event loop. */
  #send(): void {
    this.#flush = undefined;
    const batch = this.#queue.splice(0, sentLimit - this.#sent.length);
    if (batch.length === 0) return;
    if (this.#sent.length === 0) this.#worker.ref();
    this.#sent.push(...batch);
    this.#post({ commands: batch.map((waiting) => waiting.command) });
  }

  #settle(answers: readonly Answer[]): void {
    const settled = this.#sent.splice(0, answers.length);
    for (const [index, waiting] of settled.entries()) {
      const answer = answers[index];
      if (answer === undefined) waiting.reject(new OutcomeUnknown('The writing thread gave no answer.'));
      else if (isFault(answer)) waiting.reject(errorOf(answer));
      else waiting.resolve(answer);
    }
    if (this.#queue.length > 0) this.#flush ??= setImmediate(() => this.#send());
    if (this.#sent.length > 0) return;
    this.#worker.unref();
    if (this.#queue.length === 0) this.#drained?.();
  }

  #end(cause: Error): void {
    this.#ended ??= cause;
    for (const waiting of this.#sent) waiting.reject(new OutcomeUnknown('The writing thread died before it answered.', { cause }));
    for (const waiting of this.#queue) waiting.reject(new StoreUnavailable('The writing thread died.', { cause }));
    this.#sent = [];
    this.#queue = [];
    this.#drained?.();
  }
}

/** The worker as plain JavaScript, made here once more for each database; see the worker for why. */
function workerProgram(): URL {
  const source = readFileSync(new URL('./writer-worker.ts', import.meta.url), 'utf8');
  return new URL(`data:text/javascript,${encodeURIComponent(stripTypeScriptTypes(source))}`);
}

/**
 * Starts the writing thread of a database file: commands that come within 2 ms, at most 64, share one commit (WAL, synchronous=FULL).
 * Below `minimumFreeBytes` of free disk (500 MB) writes are refused with StoreUnavailable.
 * Throws StartRefused when the file cannot be opened.
 */
export async function openWriter(options: { file: string; minimumFreeBytes?: number | undefined }): Promise<Writer> {
  const settings: WriterSettings = {
    file: options.file,
    minimumFreeBytes: options.minimumFreeBytes ?? defaultMinimumFreeBytes,
    duplicateCodes: [...duplicateCodes],
    unavailableCodes: [...unavailableCodes],
  };
  const worker = new Worker(workerProgram(), {
    workerData: settings,
    name: 'database writer',
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4, stackSizeMb: 1 },
  });
  await new Promise<void>((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', (message: FromWorker) => {
      worker.off('error', reject);
      if ('refused' in message) reject(new StartRefused(`The database ${options.file} cannot be opened: ${message.refused}.`));
      else resolve();
    });
  });
  return new WorkerWriter(worker);
}
