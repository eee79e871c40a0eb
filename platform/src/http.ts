import { createSecretKey, type KeyObject, randomUUID, timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Contract } from '@tradepost/proto/api/schema.ts';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import type { Identity, TokenVerifier } from './access-token.ts';
import { readBody, type UploadedFile } from './body.ts';
import { budgetOf, serviceMs, withinBudget } from './budget.ts';
import { type Actor, type Call, FileReply, isStaff, nobody, Page, Reply, type Route } from './call.ts';
import { Refused } from './errors.ts';
import { canonicalJson, keyedHash, sha256 } from './json.ts';
import { exactTotal } from './list.ts';
import { type Logger, loggablePath } from './log.ts';
import { asRefused, problemOf } from './problem.ts';
import { checkBody, checkQuery } from './validate.ts';
import { within } from './within.ts';

/** What every service's HTTP side needs. */
export interface HttpContext {
  readonly log: Logger;
  readonly verifier: TokenVerifier;
  /** Every call must carry it, from the gateway and from other services. */
  readonly internalKey: string;
  /** Key of the hash that tells whether two requests are the same. */
  readonly requestHashKey: Buffer;
}

const header = (request: Request, name: string): string => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
};

/** Compares two secrets in constant time. */
export function sameSecret(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Reads the Cookie header; the first of equal names counts. */
export function readCookies(text: string): Record<string, string> {
  const cookies: Record<string, string> = {};
  for (const pair of text.split(';').slice(0, 50)) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, at).trim();
    if (at > 0 && !Object.hasOwn(cookies, name)) cookies[name] = pair.slice(at + 1).trim();
  }
  return cookies;
}

const mayRunWithTemporaryPassword = new Set(['/password/change', '/logout']);

/** Judges whether `identity` may make a call on these path parameters. Throws Refused 401, 403 or 404 (a foreign account looks like none). */
export function checkAccess(contract: Pick<Contract, 'access' | 'call'>, identity: Identity | undefined, params: Readonly<Record<string, unknown>>): Actor {
  const { access } = contract;
  if (access === 'public' || access === 'link' || access === 'cookie') return identity ? { id: identity.id, role: identity.role, sessionId: identity.sessionId } : nobody;
  if (!identity) throw new Refused('unauthenticated');
  const actor: Actor = { id: identity.id, role: identity.role, sessionId: identity.sessionId };
  if (identity.mustChangePassword && !mayRunWithTemporaryPassword.has(contract.call.path)) throw new Refused('password-change-required');
  const own = (params.userId ?? params.id) === identity.id;
  if (access === 'admin' && !isStaff(actor)) throw new Refused('forbidden');
  if (access === 'self' && !own) throw new Refused('not-found');
  if (access === 'self-or-admin' && !own && !isStaff(actor)) throw new Refused('not-found');
  return actor;
}

async function identityOf(request: Request, contract: Contract, verifier: TokenVerifier): Promise<Identity | undefined> {
  const authorization = header(request, 'authorization');
  const optional = contract.access === 'public' || contract.access === 'link' || contract.access === 'cookie';
  if (!/^bearer /i.test(authorization)) return undefined;
  try {
    return await verifier.verify(authorization.slice(7).trim());
  } catch (error) {
    if (optional && error instanceof Refused) return undefined;
    throw error;
  }
}

const secretFields = new Set(['password', 'current', 'next']);
/** Enough to tell another password from the same one, too little to test guesses on: whoever has the key learns 16 bits, not the password. */
const secretHexDigits = 4;

function hashOf(hashKey: KeyObject, request: Request, actor: Actor, body: unknown, files: Readonly<Record<string, UploadedFile>>): string {
  const hashed = ([name, value]: [string, unknown]): [string, unknown] =>
    secretFields.has(name) && typeof value === 'string' ? [name, keyedHash(hashKey, `secret ${value}`).slice(0, secretHexDigits)] : [name, value];
  const members = typeof body === 'object' && body !== null ? Object.fromEntries(Object.entries(body).map(hashed)) : null;
  const sums = Object.fromEntries(Object.values(files).map((file) => [file.field, sha256(file.bytes)]));
  return keyedHash(hashKey, canonicalJson({ method: request.method, path: request.path, actor: actor.id, body: members, files: sums }));
}

function idempotencyKey(request: Request): { key: string; given: boolean } {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return { key: randomUUID(), given: false };
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,128}$/.test(key)) throw new Refused('invalid-key');
  return { key, given: true };
}

async function readCall(context: HttpContext, hashKey: KeyObject, contract: Contract, request: Request, response: Response): Promise<Call<Contract>> {
  const internal = contract.call.path.startsWith('/internal/');
  const identity = internal ? undefined : await identityOf(request, contract, context.verifier);
  const actor = internal ? nobody : checkAccess(contract, identity, request.params);
  const writes = request.method !== 'GET' && contract.idempotent !== false;
  const { key, given } = writes ? idempotencyKey(request) : { key: '', given: false };
  const { body: raw, files } = await readBody(contract, request, response);
  const body = request.method === 'GET' || request.method === 'DELETE' ? undefined : checkBody(contract, raw, files);
  return {
    params: request.params as Call<Contract>['params'],
    query: checkQuery(contract, request.query) as never,
    body: body as never,
    files,
    actor,
    idempotencyKey: key,
    keyGiven: given,
    requestHash: writes ? hashOf(hashKey, request, actor, body, files) : '',
    requestId: header(request, 'x-request-id'),
    address: header(request, 'x-forwarded-for').split(',')[0]?.trim() || (request.socket.remoteAddress ?? ''),
    userAgent: header(request, 'user-agent').slice(0, 300),
    origin: header(request, 'origin'),
    host: header(request, 'host'),
    ifMatch: header(request, 'if-match'),
    cookies: readCookies(header(request, 'cookie')),
  };
}

function sendPage(request: Request, response: Response, page: Page<unknown>): void {
  response.set('X-Total-Count', page.total > exactTotal ? `${exactTotal}+` : String(page.total));
  if (page.next !== undefined) {
    const query = new URLSearchParams(request.originalUrl.split('?')[1] ?? '');
    query.set('after', page.next);
    response.set('Link', `<${request.originalUrl.split('?')[0]}?${query}>; rel="next"`);
  }
  response.json(page.rows);
}

async function sendFile(response: Response, file: FileReply): Promise<void> {
  response.set({ 'Content-Type': file.contentType, 'Content-Length': String(file.sizeBytes), ...file.headers });
  await pipeline(Readable.from(file.content), response);
}

/** Whether the caller has this very answer already (RFC 9110, 13.1.2: compared weakly). */
function holdsAlready(request: Request, response: Response): boolean {
  const tag = response.getHeader('ETag');
  if (request.method !== 'GET' || typeof tag !== 'string') return false;
  return header(request, 'if-none-match')
    .split(',')
    .some((held) => held.trim() === '*' || held.trim().replace(/^W\//, '') === tag.replace(/^W\//, ''));
}

async function send(request: Request, response: Response, contract: Contract, handled: unknown): Promise<void> {
  response.status(contract.status);
  if (handled instanceof FileReply) return sendFile(response, handled);
  const answer: unknown = handled instanceof Reply ? handled.body : handled;
  if (handled instanceof Reply) for (const [name, value] of Object.entries(handled.headers)) response.setHeader(name, value);
  if (!response.hasHeader('Cache-Control')) response.set('Cache-Control', 'no-store');
  if (holdsAlready(request, response)) response.status(304).end();
  else if (answer instanceof Page) sendPage(request, response, answer);
  else if (answer === undefined) response.end();
  else response.json(answer);
}

const isCutShort = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ERR_STREAM_PREMATURE_CLOSE' || error.code === 'ERR_STREAM_UNABLE_TO_PIPE');

/** Answers with problem details and writes the cause of a fault into the log, with the request's id. */
export function sendProblem(log: Logger, request: Request, response: Response, error: unknown): void {
  const refused = asRefused(error);
  const requestId = header(request, 'x-request-id');
  // Whoever left before the end of a file is no fault of ours.
  if (response.destroyed && isCutShort(error)) return;
  if (refused.status >= 500) log.error({ requestId, method: request.method, path: loggablePath(request.path), code: refused.code, err: refused.cause ?? refused }, 'call failed');
  if (response.headersSent) {
    response.destroy();
    return;
  }
  if (refused.retryAfterSeconds !== undefined) response.set('Retry-After', String(refused.retryAfterSeconds));
  response
    .status(refused.status)
    .set('Cache-Control', 'no-store')
    .type('application/problem+json')
    .send(JSON.stringify(problemOf(refused, requestId)));
}

/** Runs a use case for which `budgetMs` are left. One that takes longer than a service may goes on unheard: what became of a write only its key tells. */
const handleWithin = (budgetMs: number, method: string, run: () => Promise<unknown>): Promise<unknown> =>
  within(serviceMs, withinBudget(budgetMs, run), () => {
    throw new Refused(method === 'GET' ? 'unavailable' : 'unknown-outcome');
  });

/** Builds a service's HTTP side: its public routes below /api and its internal ones, each checked by its contract. Nothing is answered without the internal key. */
export function httpApp<State>(context: HttpContext, state: State, routes: readonly Route<State>[]): Express {
  const hashKey = createSecretKey(context.requestHashKey);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.use((request: Request, _response: Response, next: NextFunction) => {
    next(sameSecret(header(request, 'x-internal-key'), context.internalKey) ? undefined : new Refused('unauthenticated'));
  });
  for (const { contract, handle } of routes) {
    const { method, path } = contract.call;
    const verb = method.toLowerCase() as Lowercase<typeof method>;
    app[verb](path.startsWith('/internal/') ? path : `/api${path}`, async (request: Request, response: Response) => {
      try {
        const call = await readCall(context, hashKey, contract, request, response);
        const budgetMs = budgetOf(request.headers);
        // Whoever asked has given up by now; the body may have been long on its way, so uploads do not count.
        if (budgetMs === 0) throw new Refused('unavailable');
        const handled = await (budgetMs === undefined ? handle(state, call) : handleWithin(budgetMs, method, async () => handle(state, call)));
        await send(request, response, contract, handled);
        if (method !== 'GET') context.log.info({ requestId: call.requestId, method, path, status: response.statusCode, actor: call.actor.id }, 'answered');
      } catch (error) {
        sendProblem(context.log, request, response, error);
      }
    });
  }
  app.use((request: Request, response: Response) => sendProblem(context.log, request, response, new Refused('not-found')));
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) => sendProblem(context.log, request, response, error));
  return app;
}
