import type { FieldError, Problem } from '@tradepost/proto/api/codes.ts';

/** The server refused: an answer came, and it says why. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly status: number;
  /** One of proto/api/codes.ts, or empty when the answer carried none (a proxy in between). */
  readonly code: string;
  readonly errors: readonly FieldError[];
  readonly requestId: string;
  /** How long to wait before the next try, from Retry-After; 0 when unknown. */
  readonly retryAfterSeconds: number;

  constructor(status: number, problem: Partial<Problem>, requestId: string, retryAfterSeconds: number) {
    super(problem.message ?? problem.detail ?? '');
    this.status = status;
    this.code = problem.code ?? '';
    this.errors = problem.errors ?? [];
    this.requestId = problem.requestId ?? requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** No answer came: offline, cut off, or silent for longer than the limit. What was sent may have arrived. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  readonly timedOut: boolean;

  constructor(timedOut: boolean) {
    super(timedOut ? 'The server did not answer in time.' : 'The server cannot be reached.');
    this.timedOut = timedOut;
  }
}

/** True when nobody can say whether a write was booked: no answer at all, or a 503 from somewhere on the way. */
export function isUncertain(error: unknown): boolean {
  return error instanceof NoAnswer || (error instanceof ApiProblem && (error.status === 502 || error.status === 503 || error.status === 504));
}

/** The sentence a person reads: the server's own, else the client's, else `fallback`. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof Error && error.message !== '' ? error.message : fallback;
}

/** What support needs to find the request in the logs; undefined when no answer came. */
export function referenceOf(error: unknown): string | undefined {
  return error instanceof ApiProblem && error.requestId !== '' ? error.requestId : undefined;
}

/** The server's messages by field name, for the fields in `names`; what belongs to no such field is in `rest`. */
export function fieldErrors<Name extends string>(error: unknown, names: readonly Name[]): { fields: Partial<Record<Name, string>>; rest: string[] } {
  const fields: Partial<Record<Name, string>> = {};
  const rest: string[] = [];
  for (const { field, message } of error instanceof ApiProblem ? error.errors : []) {
    const name = names.find((known) => known === field);
    if (name === undefined) rest.push(message);
    else fields[name] ??= message;
  }
  return { fields, rest };
}
