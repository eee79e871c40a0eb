import type { ServerResponse } from 'node:http';
import type { Refused } from '@tradepost/platform/errors.ts';
import { problemOf } from '@tradepost/platform/problem.ts';

/** Answers with JSON that nobody keeps. */
export function sendJson(response: ServerResponse, status: number, body: unknown, type = 'application/json; charset=utf-8'): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': bytes.length, 'Cache-Control': 'no-store' });
  response.end(bytes);
}

/** Answers with problem details; an answer that has begun already is cut instead. */
export function sendRefusal(response: ServerResponse, refused: Refused, requestId: string): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  if (refused.retryAfterSeconds !== undefined) response.setHeader('Retry-After', String(refused.retryAfterSeconds));
  sendJson(response, refused.status, problemOf(refused, requestId), 'application/problem+json; charset=utf-8');
}
