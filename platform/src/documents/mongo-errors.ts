import { AsyncLocalStorage } from 'node:async_hooks';
import mongoose, { type mongo } from 'mongoose';
import { DuplicateKey, OutcomeUnknown, StoreUnavailable } from '../errors.ts';
import { within } from '../within.ts';

// Codes of the server: https://github.com/mongodb/mongo/blob/r6.0.5/src/mongo/base/error_codes.yml
const { MongoBulkWriteError, MongoError, MongoServerError, MongoWriteConcernError, MongoInvalidArgumentError } = mongoose.mongo;

/** DuplicateKey. */
const duplicateCode = 11_000;
/** Unauthorized, AuthenticationFailed, OutOfDiskSpace, ReauthenticationRequired: the server has done nothing, and another time it may. */
const refusingCodes: ReadonlySet<unknown> = new Set([13, 18, 14_031, 391]);
/** Shutdown, interruption, a change of primaries, a lost connection or a limit of time within the server: whether a write stands is not told. */
const leavingCodes: ReadonlySet<unknown> = new Set([6, 7, 43, 50, 89, 91, 189, 237, 262, 9_001, 10_058, 10_107, 11_600, 11_601, 11_602, 13_435, 13_436]);

/**
 * How often the write at hand went to a server. The driver sends a write again after a lost connection and may then fail for another reason (no server, no free connection),
 * which it throws alone: the error does not tell that the first may have arrived.
 */
const attempts = new AsyncLocalStorage<{ sent: number }>();
const writes: ReadonlySet<string> = new Set(['insert', 'update', 'delete']);

/** Counts what is sent on behalf of `writing`. The client must monitor its commands. */
export function countAttempts(client: mongo.MongoClient): void {
  client.on('commandStarted', ({ commandName }) => {
    const attempt = attempts.getStore();
    if (attempt !== undefined && writes.has(commandName)) attempt.sent += 1;
  });
}

const unavailable = (error: Error): StoreUnavailable => new StoreUnavailable(`MongoDB does not answer: ${error.message}`, { cause: error });
const unconfirmed = (error: Error): OutcomeUnknown => new OutcomeUnknown(`MongoDB has not confirmed a write: ${error.message}`, { cause: error });

const isLeaving = (error: mongo.MongoError): boolean => !(error instanceof MongoServerError) || leavingCodes.has(error.code) || error.hasErrorLabel('RetryableWriteError');

function readError(error: unknown): unknown {
  if (!(error instanceof MongoError) || error instanceof MongoInvalidArgumentError) return error;
  if (!isLeaving(error) && !refusingCodes.has(error.code)) return error;
  return unavailable(error);
}

function writeError(error: unknown, sent: number): unknown {
  if (!(error instanceof MongoError)) return error;
  // Of several writes the driver tells the code of one at most, in an error of another class than it was.
  if (error instanceof MongoBulkWriteError) return sent === 0 ? unavailable(error) : unconfirmed(error);
  if (error.code === duplicateCode) return new DuplicateKey({ cause: error });
  if (sent === 0) return readError(error);
  const isAnswer = sent === 1 && !(error instanceof MongoWriteConcernError) && !isLeaving(error);
  if (isAnswer) return readError(error);
  return unconfirmed(error);
}

/** Which of several inserts met a document that is there, by their places; undefined when something else went wrong as well, so that of none it is known. */
export function duplicatesOf(error: unknown): Map<number, DuplicateKey> | undefined {
  if (!(error instanceof MongoBulkWriteError) || error.result.getWriteConcernError() !== undefined) return undefined;
  const errors = [error.writeErrors].flat();
  if (errors.length === 0 || errors.some(({ code }) => code !== duplicateCode)) return undefined;
  return new Map(errors.map(({ index }) => [index, new DuplicateKey({ cause: error })]));
}

/** Runs a read. Throws StoreUnavailable when MongoDB does not answer it within `limitMs`. */
export async function reading<T>(limitMs: number, work: () => Promise<T>): Promise<T> {
  try {
    return await within(limitMs, work(), () => {
      throw new StoreUnavailable(`MongoDB does not answer within ${Math.round(limitMs)} ms.`);
    });
  } catch (error) {
    throw readError(error);
  }
}

/** Runs one write. Throws DuplicateKey, StoreUnavailable when it never went out or was turned away, and OutcomeUnknown when it may stand, or may still go out after `limitMs`. */
export async function writing<T>(limitMs: number, work: () => Promise<T>): Promise<T> {
  const attempt = { sent: 0 };
  try {
    return await within(limitMs, attempts.run(attempt, work), () => {
      throw new OutcomeUnknown(`MongoDB has not confirmed a write within ${Math.round(limitMs)} ms.`);
    });
  } catch (error) {
    throw writeError(error, attempt.sent);
  }
}
