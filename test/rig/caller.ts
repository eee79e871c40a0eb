import { type Agent, request } from 'node:http';
import type { Operation } from './operations.ts';

/** An answer that settles whether the operation happened. */
export interface Certain {
  readonly status: number;
  readonly body: string;
}

/** What a client noted down: the operation, its key, when it was first sent and when the certain answer came (milliseconds of one clock). */
export interface Noted {
  readonly operation: Operation;
  readonly key: string;
  readonly beganMs: number;
  readonly endedMs: number;
  readonly tries: number;
  readonly answer: Certain;
}

const silenceMs = 15_000;
const retryPauseMs = 25;
const longestMs = 300_000;

function send(agent: Agent, url: URL, operation: Operation, token: string, key: string): Promise<Certain> {
  const text = operation.body === undefined ? '' : JSON.stringify(operation.body);
  return new Promise((resolve, reject) => {
    const call = request(
      {
        agent,
        host: url.hostname,
        port: url.port,
        method: operation.method,
        path: operation.path,
        timeout: silenceMs,
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': key, ...(text ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) } : {}) },
      },
      (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          body += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
        response.on('error', reject);
      },
    );
    call.on('timeout', () => call.destroy(new Error('The platform is silent.')));
    call.on('error', reject);
    call.end(text);
  });
}

/**
 * Sends an operation until its outcome is certain, always with the same key and, where `token` is a function, with the newest token: no answer and 503 mean that nobody knows yet.
 * `back` resolves when there is somebody to ask again. Throws when all that takes longer than five minutes.
 */
export async function callUntilCertain(
  agent: Agent,
  url: URL,
  operation: Operation,
  token: string | (() => Promise<string>),
  key: string,
  back?: () => Promise<void>,
): Promise<Noted> {
  const tokenOf = typeof token === 'string' ? async () => token : token;
  let first: number | undefined;
  for (let tries = 1; ; tries += 1) {
    const good = await tokenOf();
    // Signing in is no part of the call.
    first ??= performance.now();
    const beganMs = first;
    const heard = await send(agent, url, operation, good, key).catch((error: Error) => error);
    // Not by `instanceof`: under Jest the errors of Node come from another realm.
    const answer = 'status' in heard ? heard : undefined;
    const endedMs = performance.now();
    if (answer && answer.status !== 503) return { operation, key, beganMs, endedMs, tries, answer };
    if (endedMs - beganMs > longestMs) {
      const last = 'status' in heard ? `${heard.status} ${heard.body.slice(0, 200)}` : heard.message;
      throw new Error(`${operation.kind} on ${operation.account} found no certain answer in five minutes and ${tries} tries; at last: ${last}`);
    }
    // Those that have waited longest come first, or the same ones would be last on a busy account in every short life of the platform.
    await new Promise((resolve) => setTimeout(resolve, retryPauseMs / tries));
    await back?.();
  }
}
