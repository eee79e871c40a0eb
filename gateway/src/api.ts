import type { IncomingMessage, ServerResponse } from 'node:http';
import { Refused } from '@tradepost/platform/errors.ts';
import { requestSeconds, requests } from '@tradepost/platform/metrics.ts';
import { sendJson } from './answers.ts';
import type { GatewayOptions } from './app.ts';
import { contractPages } from './contract-pages.ts';
import { dropBody } from './drain.ts';
import { forwarder } from './forward.ts';
import type { Guard } from './guard.ts';
import { callerAddress, rebuildHeaders } from './headers.ts';
import { type Live, streamHeaders } from './live.ts';
import { buildRouter } from './router.ts';
import { routes as allRoutes } from './routes.ts';
import { apiPolicy } from './security-headers.ts';

type OwnAnswer = (request: IncomingMessage, response: ServerResponse, bodyless: boolean) => Promise<void> | void;

/** What the gateway answers itself, by the path of the table. */
function ownAnswers({ mode }: GatewayOptions, guard: Guard, live: Live): Readonly<Record<string, OwnAnswer>> {
  const pages = contractPages(mode.version);
  return {
    '/mode': (_request, response) => sendJson(response, 200, mode),
    '/openapi.json': pages.openApi,
    '/docs': pages.docs,
    '/stream': async (request, response, bodyless) => {
      // The answer to a HEAD has nothing to wait for.
      if (bodyless) {
        response.writeHead(200, streamHeaders).end();
        return;
      }
      // Read once more: a slow body may have come between the judgement and here, and a session may have ended meanwhile.
      const identity = await guard.identify(request);
      if (!identity) throw new Refused('unauthenticated');
      live.open(request, response, identity);
    },
  };
}

/** Answers what stands in the table: finds the line, judges the call, and hands it to its service. Throws StartRefused when a line has no access rule or no service. */
export async function apiDoor(options: GatewayOptions, parts: { readonly guard: Guard; readonly live: Live; readonly ready: () => boolean }) {
  const router = buildRouter(options.routes ?? allRoutes, new Set(['gateway', ...Object.keys(options.services)]));
  const made = Object.entries(options.services).map(async ([name, upstream]) => [name, await forwarder(name, upstream, options.log)] as const);
  const ways = new Map(await Promise.all(made));
  const own = ownAnswers(options, parts.guard, parts.live);
  return {
    /** Throws Refused for a call that is not in the table or not allowed. */
    async answer(request: IncomingMessage, response: ServerResponse, path: string, requestId: string): Promise<void> {
      response.setHeader('Content-Security-Policy', apiPolicy);
      if (!parts.ready()) throw new Refused('unavailable', { retryAfterSeconds: 1 });
      // A HEAD is answered like its GET: Node leaves the body out because of how the request began.
      const bodyless = request.method === 'HEAD';
      if (bodyless) request.method = 'GET';
      const match = router.match(request.method ?? '', path.slice('/api'.length));
      if (!match) throw new Refused('not-found');
      const { route } = match;
      const startedMs = performance.now();
      // A stream that its reader leaves is closed and never finished: its hours are no time to answer.
      response.once('finish', () => requestSeconds.observe({ service: route.to }, (performance.now() - startedMs) / 1_000));
      response.once('close', () => requests.inc({ service: route.to, method: route.method, route: route.path, status: response.statusCode }));
      const address = callerAddress(request, options.trustedProxies);
      rebuildHeaders(request, { requestId, internalKey: options.internalKey, address, cookie: route.access === 'cookie' });
      await parts.guard.judge(request, match, address, requestId);
      if (route.method === 'GET' || route.method === 'DELETE') await dropBody(request);
      if (route.to === 'gateway') await own[route.path]?.(request, response, bodyless);
      else ways.get(route.to)?.forward(request, response);
    },
    close(): void {
      for (const way of ways.values()) way.close();
    },
  };
}
