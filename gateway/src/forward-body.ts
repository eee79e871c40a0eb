// Calls that carry a body, by http-proxy-middleware: it lets a body pass no faster than the slower side takes it, and ends each side when the other breaks off. They go out once.
import { Agent, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { createProxyMiddleware, type Options } from 'http-proxy-middleware';
import { idleMs, type OneCall, silenceMs, socketsPerService, withoutConnection } from './forward-call.ts';

/** The way of such calls to the service at `url`. */
export function forwardsBodies(url: string): { send(call: OneCall): void; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: socketsPerService, keepAliveMsecs: 1_000, timeout: idleMs });
  const calls = new WeakMap<IncomingMessage, OneCall>();
  const { protocol, hostname, port, pathname, search } = new URL(url);
  const options: Options<IncomingMessage, ServerResponse> = {
    // In parts: a text would be read as a URL twice for each call.
    target: { protocol, hostname: hostname.replace(/^\[|\]$/g, ''), port, pathname, search },
    agent,
    changeOrigin: false,
    xfwd: false,
    proxyTimeout: silenceMs,
    on: {
      proxyReq(outgoing: ClientRequest, request) {
        const forget = calls.get(request)?.watched.onSilence(() => outgoing.destroy(new Error('The service is silent.')));
        if (forget) outgoing.once('close', forget);
      },
      proxyRes(answer, request, response) {
        calls.get(request)?.watched.record(true);
        withoutConnection(answer.headers, response);
      },
      error: (error, request) => calls.get(request)?.failed(error),
    },
  };
  const proxy = createProxyMiddleware<IncomingMessage, ServerResponse>(options);
  return {
    send(call) {
      calls.set(call.request, call);
      proxy(call.request, call.response, call.failed).catch(call.failed);
    },
    close: () => agent.destroy(),
  };
}
