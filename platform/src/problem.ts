import { type Code, codes, type Problem } from '@tradepost/proto/api/codes.ts';
import { DuplicateKey, OutcomeUnknown, Refused, StoreUnavailable } from './errors.ts';

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** The one place where an error becomes an answer. Unknown errors are `internal`; their message never leaves the process. */
export function asRefused(error: unknown): Refused {
  if (error instanceof Refused) return error;
  if (error instanceof StoreUnavailable) return new Refused('storage-unavailable', { cause: error });
  if (error instanceof OutcomeUnknown) return new Refused('unknown-outcome', { cause: error });
  if (error instanceof DuplicateKey) return new Refused('version-conflict', { cause: error });
  // Express refuses a path that cannot be decoded with a URIError of status 400.
  if (error instanceof URIError) return new Refused('not-found', { cause: error });
  return new Refused('internal', { cause: error });
}

/** RFC 9457 problem details of a refusal. */
export function problemOf(refused: Refused, requestId: string): Problem {
  const code: Code = refused.code;
  return {
    type: `urn:tradepost:problem:${code}`,
    title: titles[codes[code].status] ?? 'Error',
    status: codes[code].status,
    detail: refused.message,
    code,
    message: refused.message,
    requestId,
    ...(refused.errors.length > 0 ? { errors: refused.errors } : {}),
  };
}

/** Reads a problem that another process answered back into a refusal; undefined when it is none. */
export function refusedFrom(problem: unknown): Refused | undefined {
  if (typeof problem !== 'object' || problem === null || !('code' in problem) || typeof problem.code !== 'string' || !Object.hasOwn(codes, problem.code)) return undefined;
  const known = problem as Problem;
  return new Refused(known.code, { detail: known.detail, errors: known.errors ?? [] });
}
