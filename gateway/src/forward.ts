import { Agent, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { budgetHeader } from '@tradepost/platform/budget.ts';
import { Refused } from '@tradepost/platform/errors.ts';
import type { Logger } from '@tradepost/platform/log.ts';
import { type Upstream as Watched, watchUpstream } from '@tradepost/platform/upstream.ts';
import { createProxyMiddleware, type Options } from 'http-proxy-middleware';
import { sendRefusal } from './answers.ts';

/** A service as the gateway finds it: in this process, or at a URL, with the watch over it that other callers share. */
export type Upstream =
  | { readonly app: (request: IncomingMessage, response: ServerResponse) => unknown }
  | { readonly url: string /** Made here unless given. */; readonly upstream?: Watched };

/** Hands a call on. The answer goes to the caller straight from the service. */
export interface Forwarder {
  forward(request: IncomingMessage, response: ServerResponse): void;
  close(): void;
}

/** Silence of the service; a body that is still on its way is none. */
const silenceMs = 10_000;
const socketsPerService = 50;
/** Calls to one service that are under way or wait for a socket. */
const mostCalls = 550;
/** Below the 65 s of the services: a connection must not end there just when a call is put on it. */
const idleMs = 30_000;
const mostRetries = 2;
const longestPauseMs = 100;

/** Answers a call whose body nobody may ever read to its end: what is still coming is thrown away, and the connection ends with the answer. */
function refuseUnread(request: IncomingMessage, response: ServerResponse, refused: Refused): void {
  if (!request.readableEnded) {
    response.setHeader('Connection', 'close');
    request.unpipe();
    request.resume();
  }
  sendRefusal(response, refused, String(request.headers['x-request-id'] ?? ''));
}

type Failed = (error: unknown) => void;

function proxyTo(
  url: string,
  agent: Agent,
  ends: { readonly sent: (outgoing: ClientRequest) => void; readonly answered: () => void; readonly failed: (request: IncomingMessage, error: unknown) => void },
  more: Pick<Options<IncomingMessage, ServerResponse>, 'buffer'> = {},
) {
  const { protocol, hostname, port, pathname, search } = new URL(url);
  const options: Options<IncomingMessage, ServerResponse> = {
    // In parts: a text would be read as a URL twice for each call.
    target: { protocol, hostname: hostname.replace(/^\[|\]$/g, ''), port, pathname, search },
    agent,
    changeOrigin: false,
    xfwd: false,
    proxyTimeout: silenceMs,
    on: {
      proxyReq: (outgoing) => ends.sent(outgoing),
      proxyRes(answer, _request, response) {
        ends.answered();
        // They speak of the connection to the service, not of the one to the caller.
        delete answer.headers['keep-alive'];
        delete answer.headers.trailer;
        if (response.getHeader('Connection') === 'close') answer.headers.connection = 'close';
        else delete answer.headers.connection;
      },
      error: (error, request) => ends.failed(request, error),
    },
  };
  return createProxyMiddleware<IncomingMessage, ServerResponse>(Object.defineProperties(options, Object.getOwnPropertyDescriptors(more)));
}

function overHttp(name: string, url: string, log: Logger, watched: Watched): Forwarder {
  const agent = new Agent({ keepAlive: true, maxSockets: socketsPerService, keepAliveMsecs: 1_000, timeout: idleMs });
  const whenFailed = new WeakMap<IncomingMessage, Failed>();
  const ends = {
    sent(outgoing: ClientRequest): void {
      const forget = watched.onSilence(() => outgoing.destroy(new Error('The service is silent.')));
      outgoing.once('close', forget);
    },
    answered: () => watched.record(true),
    failed: (request: IncomingMessage, error: unknown) => whenFailed.get(request)?.(error),
  };
  const first = proxyTo(url, agent, ends);
  const again = proxyTo(url, agent, ends, {
    // The first try has read the request to its end; this is an end for each further one.
    get buffer() {
      return Readable.from([]);
    },
  });
  let underWay = 0;

  function send(request: IncomingMessage, response: ServerResponse, beganMs: number, retries: number): void {
    const refuse = (refused: Refused): void => refuseUnread(request, response, refused);
    if (!watched.mayCall()) {
      refuse(new Refused('unavailable'));
      return;
    }
    let over = false;
    const failed = (error: unknown): void => {
      // A caller who is gone says nothing about the service, and one failure may be told twice.
      if (over || response.destroyed || response.headersSent) return;
      over = true;
      watched.record(false);
      const inTime = performance.now() - beganMs < silenceMs / 2;
      if (request.method === 'GET' && retries < mostRetries && inTime && watched.mayRetry()) {
        setTimeout(() => send(request, response, beganMs, retries + 1), Math.random() * longestPauseMs * 2 ** retries);
        return;
      }
      log.warn({ err: error, service: name, requestId: request.headers['x-request-id'] }, 'the service did not answer');
      refuse(new Refused('unavailable', { cause: error }));
    };
    whenFailed.set(request, failed);
    request.headers[budgetHeader] = String(Math.ceil(silenceMs - (performance.now() - beganMs)));
    const proxy = retries === 0 ? first : again;
    proxy(request, response, failed).catch(failed);
  }

  return {
    forward(request, response) {
      if (underWay >= mostCalls) {
        refuseUnread(request, response, new Refused('busy'));
        return;
      }
      underWay += 1;
      response.once('close', () => {
        underWay -= 1;
      });
      send(request, response, performance.now(), 0);
    },
    close: () => agent.destroy(),
  };
}

/** Makes the way to a service. In one process the request itself is handed over; both ways have the same headers. */
export function forwarder(name: string, upstream: Upstream, log: Logger): Forwarder {
  if ('url' in upstream) return overHttp(name, upstream.url, log, upstream.upstream ?? watchUpstream(name));
  return {
    forward(request, response) {
      upstream.app(request, response);
    },
    close: () => undefined,
  };
}
