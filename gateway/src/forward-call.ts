import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Upstream as Watched } from '@tradepost/platform/upstream.ts';

/** Silence of the service; a body that is still on its way is none. */
export const silenceMs = 10_000;
/** Of each kind of call, so that reads never hold a write up. */
export const socketsPerService = 50;
/** Below the 65 s of the services: a connection must not end there just when a call is put on it. */
export const idleMs = 30_000;

/** A call on its way to a service. */
export interface OneCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly watched: Watched;
  /** There was no answer, or not all of it. May be told more than once. */
  failed(error: unknown): void;
}

/** Takes out of an answer what speaks of the connection to the service and not of the one to the caller. `Connection: close` of a gateway that stops stays. */
export function withoutConnection(headers: IncomingHttpHeaders, response: ServerResponse): void {
  delete headers['keep-alive'];
  delete headers.trailer;
  if (response.getHeader('Connection') === 'close') headers.connection = 'close';
  else delete headers.connection;
}
