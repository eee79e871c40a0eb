import { Agent, type IncomingMessage, ServerResponse } from 'node:http';
import { Refused } from '@tradepost/platform/errors.ts';
import type { Logger } from '@tradepost/platform/log.ts';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { sendRefusal } from './answers.ts';

/** A service as the gateway finds it: in this process, or at a URL. */
export type Upstream = { readonly app: (request: IncomingMessage, response: ServerResponse) => unknown } | { readonly url: string };

/** Hands a call on. The answer goes to the caller straight from the service. */
export interface Forwarder {
  forward(request: IncomingMessage, response: ServerResponse): void;
  close(): void;
}

/** Silence of the service; a body that is still on its way is none. */
const silenceMs = 10_000;
const socketsPerService = 50;

function overHttp(name: string, url: string, log: Logger): Forwarder {
  const agent = new Agent({ keepAlive: true, maxSockets: socketsPerService, keepAliveMsecs: 1_000 });
  const proxy = createProxyMiddleware<IncomingMessage, ServerResponse>({
    target: url,
    agent,
    changeOrigin: false,
    xfwd: false,
    proxyTimeout: silenceMs,
    on: {
      proxyRes(answer) {
        // They speak of the connection to the service, not of the one to the caller.
        delete answer.headers['keep-alive'];
        delete answer.headers.trailer;
      },
      error(error, request, response) {
        log.warn({ err: error, service: name, requestId: request.headers['x-request-id'] }, 'the service did not answer');
        if (!(response instanceof ServerResponse)) {
          response.destroy();
          return;
        }
        sendRefusal(response, new Refused('unavailable', { cause: error }), String(request.headers['x-request-id'] ?? ''));
      },
    },
  });
  return {
    forward(request, response) {
      proxy(request, response, (error?: unknown) => {
        log.error({ err: error, service: name }, 'a call could not be handed on');
        sendRefusal(response, new Refused('unavailable'), String(request.headers['x-request-id'] ?? ''));
      }).catch((error: unknown) => {
        log.error({ err: error, service: name }, 'a call could not be handed on');
        sendRefusal(response, new Refused('unavailable'), String(request.headers['x-request-id'] ?? ''));
      });
    },
    close: () => agent.destroy(),
  };
}

/** Makes the way to a service. In one process the request itself is handed over; both ways have the same headers. */
export function forwarder(name: string, upstream: Upstream, log: Logger): Forwarder {
  if ('url' in upstream) return overHttp(name, upstream.url, log);
  return {
    forward(request, response) {
      upstream.app(request, response);
    },
    close: () => undefined,
  };
}
