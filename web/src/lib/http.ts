import { refreshToken } from '@tradepost/proto/api/auth/paths.ts';
import { type AnswerOf, type BodyOf, type Call, fillPath, type ParamsOf, type QueryOf } from '@tradepost/proto/api/call.ts';
import { ApiProblem } from './problem.ts';
import { clearSession, readSession, readStoredToken, signedOutNote, storeSession } from './session.ts';
import { type Answer, send } from './transport.ts';

type AnyCall = Call<string, unknown, unknown, unknown>;
type NeedsParams<C> = keyof ParamsOf<C> extends never ? { params?: undefined } : { params: ParamsOf<C> };
type NeedsBody<C> = undefined extends BodyOf<C> ? { body?: BodyOf<C>; form?: FormData } : { body: BodyOf<C>; form?: undefined } | { form: FormData; body?: undefined };
interface Extras<C> {
  query?: QueryOf<C>;
  /** Kept by the caller until the answer is certain; see idempotency.ts. */
  idempotencyKey?: string;
  /** The version that was read before a change, for calls that take If-Match. */
  ifMatch?: string;
  /** Called while a form travels, 0 to 1. */
  onUploadProgress?: (share: number) => void;
  signal?: AbortSignal;
  /** Uses this token instead of the stored one, and never refreshes. */
  token?: string;
  /** How long to wait for an answer; 15 s unless a form travels. */
  timeoutMs?: number;
}
export type RequestOptions<C> = NeedsParams<C> & NeedsBody<C> & Extras<C>;
type Arguments<C> = Record<never, never> extends NeedsParams<C> & NeedsBody<C> ? [options?: RequestOptions<C>] : [options: RequestOptions<C>];

/** One page of a list. `after` is the cursor of the next page, undefined on the last one. */
export interface Page<Row> {
  readonly rows: Row;
  /** Exact up to 10,000, then `10000+`. */
  readonly total: string;
  readonly after: string | undefined;
}

interface LooseOptions extends Extras<AnyCall> {
  params?: Readonly<Record<string, string>>;
  body?: unknown;
  form?: FormData;
}

function urlOf(call: AnyCall, options: LooseOptions): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(options.query ?? {})) if (value !== undefined && value !== '') query.set(name, String(value));
  const text = query.toString();
  return `/api${fillPath(call.path, options.params ?? {})}${text && `?${text}`}`;
}

function attempt(call: AnyCall, options: LooseOptions, token: string | undefined): Promise<Answer> {
  const headers: Record<string, string> = { Accept: 'application/json, application/problem+json' };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey;
  if (options.ifMatch) headers['If-Match'] = options.ifMatch;
  if (options.body !== undefined) headers['Content-Type'] = 'application/json';
  const body = options.form ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
  const timeoutMs = options.timeoutMs ?? (options.form ? 300_000 : 15_000);
  return send({ method: call.method, url: urlOf(call, options), headers, body, timeoutMs, signal: options.signal, onUploadProgress: options.onUploadProgress });
}

function problemOf(answer: Answer): ApiProblem {
  const body = typeof answer.body === 'object' && answer.body !== null ? answer.body : {};
  return new ApiProblem(answer.status, body, answer.header('X-Request-Id') ?? '', Number(answer.header('Retry-After')) || 0);
}

/** Renews the token that was `used`, one at a time over all tabs: whoever gets the lock second finds the new one in storage. Gives undefined when the session is over; throws like `request`. */
export async function refreshed(used: string): Promise<string | undefined> {
  const refresh = async (): Promise<string | undefined> => {
    const stored = readStoredToken();
    if (stored === null) return undefined;
    if (stored !== used) return stored;
    const answer = await attempt(refreshToken, {}, undefined);
    if (answer.status === 401 || answer.status === 403) return undefined;
    if (answer.status >= 400) throw problemOf(answer);
    const body = answer.body as AnswerOf<typeof refreshToken>;
    storeSession(body);
    return body.token;
  };
  // Browsers offer locks on https and on this machine alone; elsewhere the server's rotation decides.
  return navigator.locks ? await navigator.locks.request('tp-refresh', refresh) : await refresh();
}

async function perform(call: AnyCall, options: LooseOptions): Promise<Answer> {
  const stored = options.token ? undefined : readSession()?.token;
  let answer = await attempt(call, options, options.token ?? stored);
  if (answer.status === 401 && stored) {
    const token = await refreshed(stored);
    if (token) answer = await attempt(call, options, token);
    if (!token || answer.status === 401) clearSession(signedOutNote);
  }
  if (answer.status >= 400) throw problemOf(answer);
  return answer;
}

/**
 * Makes one call of proto/api and gives its answer.
 * Throws ApiProblem when the server refuses, NoAnswer when nothing came back in time. An expired token is renewed once on the way.
 */
export async function request<C extends AnyCall>(call: C, ...[options]: Arguments<C>): Promise<AnswerOf<C>> {
  return (await perform(call, (options ?? {}) as LooseOptions)).body as AnswerOf<C>;
}

/** The same for a list: its rows with the total and the cursor of the next page, from X-Total-Count and Link. */
export async function requestPage<C extends AnyCall>(call: C, ...[options]: Arguments<C>): Promise<Page<AnswerOf<C>>> {
  const answer = await perform(call, (options ?? {}) as LooseOptions);
  const next = /<([^>]+)>\s*;\s*rel="?next"?/.exec(answer.header('Link') ?? '')?.[1];
  const after = next === undefined ? undefined : (new URL(next, window.location.origin).searchParams.get('after') ?? undefined);
  return { rows: answer.body as AnswerOf<C>, total: answer.header('X-Total-Count') ?? '', after };
}
