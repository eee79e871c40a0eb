import { type Code, codes, type FieldError } from '@tradepost/proto/api/codes.ts';

/** An expected refusal: an answer, not a fault. Mapped to HTTP in one place (http.ts). */
export class Refused extends Error {
  readonly code: Code;
  readonly errors: readonly FieldError[];
  /** Seconds for `Retry-After`, with 429 and 503. */
  readonly retryAfterSeconds: number | undefined;

  /** `detail` replaces the code's sentence where a call has its own words. */
  constructor(code: Code, options: { detail?: string; errors?: readonly FieldError[]; retryAfterSeconds?: number; cause?: unknown } = {}) {
    super(options.detail ?? codes[code].sentence, { cause: options.cause });
    this.name = 'Refused';
    this.code = code;
    this.errors = options.errors ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds ?? (codes[code].status === 503 ? 2 : undefined);
  }

  get status(): number {
    return codes[this.code].status;
  }
}

/** One field breaks a rule: 422 with the field's own sentence. */
export const invalidField = (field: string, message: string): Refused => new Refused('invalid-fields', { detail: message, errors: [{ field, message }] });

/** The id or a unique index has the value already. Which index fired is not told: re-read and decide again. */
export class DuplicateKey extends Error {
  constructor(options?: { cause?: unknown }) {
    super('A document with the same id or unique key is there already.', options);
    this.name = 'DuplicateKey';
  }
}

/** A store, bus or object store does not answer, is full or locked. Nothing was written. The cause is logged where it is mapped. */
export class StoreUnavailable extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'StoreUnavailable';
  }
}

/** A write may or may not have happened. Look it up by its key; never answer "failed". */
export class OutcomeUnknown extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'OutcomeUnknown';
  }
}

/** An event that no retry will mend: to the dead letters at once. */
export class Unprocessable extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'Unprocessable';
  }
}

/** A document that is there and cannot be read any more: its bytes were changed by somebody or something else than the store. */
export class DamagedDocument extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'DamagedDocument';
  }
}

/** A start that cannot go on: bad configuration, a lock held by another, data of a newer version. One sentence for people, no stack. */
export class StartRefused extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'StartRefused';
  }
}
