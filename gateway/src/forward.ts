import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '@tradepost/platform/log.ts';
import { type Upstream as Watched, watchUpstream } from '@tradepost/platform/upstream.ts';

/** A service as the gateway finds it: in this process, or at a URL, with the watch over it that other callers share. */
export type Upstream =
  | { readonly app: (request: IncomingMessage, response: ServerResponse) => unknown }
  | { readonly url: string /** Made here unless given. */; readonly upstream?: Watched };

/** Hands a call on. The answer goes to the caller straight from the service. */
export interface Forwarder {
  forward(request: IncomingMessage, response: ServerResponse): void;
  close(): void;
}

/** Makes the way to a service. In one process the request itself is handed over; both ways have the same headers. */
export async function forwarder(name: string, upstream: Upstream, log: Logger): Promise<Forwarder> {
  if ('url' in upstream) {
    // Only where it is needed: the clients take 7 MB that one process has no use for.
    const { overHttp } = await import('./forward-http.ts');
    return overHttp(name, upstream.url, log, upstream.upstream ?? watchUpstream(name));
  }
  return {
    forward(request, response) {
      upstream.app(request, response);
    },
    close: () => undefined,
  };
}
