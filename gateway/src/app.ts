import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TokenVerifier } from '@tradepost/platform/access-token.ts';
import { Refused } from '@tradepost/platform/errors.ts';
import type { Client } from '@tradepost/platform/internal.ts';
import type { Logger } from '@tradepost/platform/log.ts';
import { requests } from '@tradepost/platform/metrics.ts';
import type { Cache, Clock, EventBus } from '@tradepost/platform/ports.ts';
import type { HotReads } from '@tradepost/platform/prepared.ts';
import { asRefused } from '@tradepost/platform/problem.ts';
import { rateLimiter } from '@tradepost/platform/rate-limit.ts';
import type { Readiness } from '@tradepost/platform/service.ts';
import type * as authInternal from '@tradepost/proto/api/auth/internal.ts';
import type { Mode } from '@tradepost/proto/api/gateway/paths.ts';
import { sendJson, sendRefusal } from './answers.ts';
import { dropBody } from './drain.ts';
import { forwarder, type Upstream } from './forward.ts';
import { accessGuard } from './guard.ts';
import { callerAddress, rebuildHeaders } from './headers.ts';
import { guardsOf, openHotDoor } from './hot.ts';
import { createLive, type LiveLimits, streamHeaders } from './live.ts';
import { revocationReader } from './revocations.ts';
import { buildRouter } from './router.ts';
import { routes as allRoutes, type GatewayRoute } from './routes.ts';
import { apiPolicy, securityHeaders } from './security-headers.ts';
import { openSite, type SiteFacts } from './site.ts';

export interface GatewayOptions {
  readonly log: Logger;
  readonly clock: Clock;
  readonly cache: Cache;
  /** Feeds the live stream. */
  readonly bus: EventBus;
  /** Names this gateway among others on the same bus, `one` unless given: each reads every event for its own readers. */
  readonly replica?: string;
  readonly verifier: TokenVerifier;
  readonly internalKey: string;
  readonly auth: Client<typeof authInternal>;
  /** By the names of the table. */
  readonly services: Readonly<Record<string, Upstream>>;
  /** web/dist; without it there is the API alone. */
  readonly siteFolder?: string;
  /** Who runs the platform, for the foot of its pages. */
  readonly operator?: SiteFacts['operator'];
  readonly publicUrl: string;
  /** Hops of X-Forwarded-For to believe. */
  readonly trustedProxies: number;
  readonly rateLimitFactor: number;
  readonly mode: Mode;
  readonly readiness: () => Promise<Readiness>;
  /** Public reads whose bytes are ready, of a service in this process. */
  readonly hot?: HotReads;
  /** The table, replaced in tests alone. */
  readonly routes?: readonly GatewayRoute[];
  /** Bounds of the live stream, others in tests alone. */
  readonly liveLimits?: Partial<LiveLimits>;
}

export interface Gateway {
  /** For http.createServer. Until `start` has resolved, calls of the API answer 503. */
  readonly handler: (request: IncomingMessage, response: ServerResponse) => void;
  /** Resolves when the sessions that ended lately are known. */
  start(): Promise<void>;
  /** Ends the live streams, which would hold a stop for as long as their readers like; other calls go on. */
  drain(): void;
  /** Live streams that are open now. */
  streams(): number;
  stop(): Promise<void>;
}

/** The path of a request as it was sent, without its query; '' for a request line that names something else than a path. */
const pathOf = (request: IncomingMessage): string => (request.url?.startsWith('/') ? (request.url.split('?', 1)[0] ?? '') : '');

/** Builds the one door of the platform. Throws StartRefused when a line of the table has no access rule or no service. */
export function createGateway(options: GatewayOptions): Gateway {
  const { log, clock, verifier, auth, internalKey } = options;
  const router = buildRouter(options.routes ?? allRoutes, new Set(['gateway', ...Object.keys(options.services)]));
  const ways = new Map(Object.entries(options.services).map(([name, upstream]) => [name, forwarder(name, upstream, log)]));
  const site =
    options.siteFolder === undefined ? undefined : openSite(options.siteFolder, { publicUrl: options.publicUrl, mode: options.mode.mode, operator: options.operator ?? {} });
  const guardBrowser = securityHeaders(options.publicUrl);
  const guard = accessGuard({ verifier, auth, limits: rateLimiter(options.cache, options.rateLimitFactor) });
  const revocations = revocationReader({ auth, verifier, clock, log, onEnded: (sessionId) => live.endSession(sessionId) });
  const live = createLive({
    ...{ bus: options.bus, log, clock, replica: options.replica ?? 'one', onSessionEvent: () => revocations.wake() },
    ...(options.liveLimits ? { limits: options.liveLimits } : {}),
  });
  const hotDoor = options.hot && openHotDoor(options.hot, options.routes ?? allRoutes, { ...guardsOf(guardBrowser), 'Content-Security-Policy': apiPolicy });
  let started = false;

  /** What the gateway answers itself. */
  const own: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse, bodyless: boolean) => Promise<void> | void>> = {
    '/mode': (_request, response) => sendJson(response, 200, options.mode),
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

  async function answerCall(request: IncomingMessage, response: ServerResponse, path: string, requestId: string): Promise<void> {
    response.setHeader('Content-Security-Policy', apiPolicy);
    if (!started) throw new Refused('unavailable', { retryAfterSeconds: 1 });
    // A HEAD is answered like its GET: Node leaves the body out because of how the request began.
    const bodyless = request.method === 'HEAD';
    if (bodyless) request.method = 'GET';
    const match = router.match(request.method ?? '', path.slice('/api'.length));
    if (!match) throw new Refused('not-found');
    const { route } = match;
    response.once('close', () => requests.inc({ service: route.to, method: route.method, route: route.path, status: response.statusCode }));
    const address = callerAddress(request, options.trustedProxies);
    rebuildHeaders(request, { requestId, internalKey, address, cookie: route.access === 'cookie' });
    await guard.judge(request, match, address, requestId);
    if (route.method === 'GET' || route.method === 'DELETE') await dropBody(request);
    if (route.to === 'gateway') await own[route.path]?.(request, response, bodyless);
    else ways.get(route.to)?.forward(request, response);
  }

  async function answer(request: IncomingMessage, response: ServerResponse, requestId: string): Promise<void> {
    const path = pathOf(request);
    if (path === '/api' || path.startsWith('/api/')) return answerCall(request, response, path, requestId);
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (path === '/livez' && reads) return sendJson(response, 200, { status: 'alive' });
    if (path === '/readyz' && reads) {
      const state: Readiness = started ? await options.readiness() : { ready: false, reason: 'The gateway does not know yet which sessions ended.', degraded: [] };
      return sendJson(response, state.ready ? 200 : 503, state);
    }
    const internal = path === '/internal' || path.startsWith('/internal/');
    if (reads && !internal && path !== '' && (await site?.answer(request, response, path))) return;
    response.setHeader('Content-Security-Policy', apiPolicy);
    throw new Refused('not-found');
  }

  return {
    handler(request, response) {
      const requestId = randomUUID();
      const sent = started && hotDoor ? hotDoor(request, response, requestId) : false;
      if (sent === true) return;
      const ordinarily = (): Promise<void> => {
        response.setHeader('X-Request-Id', requestId);
        guardBrowser(request, response);
        return answer(request, response, requestId);
      };
      // An answer that could not be made ready is made the ordinary way, which has the words for what is wrong.
      const answered = sent === false ? ordinarily() : sent.catch(() => false).then((done) => (done ? undefined : ordinarily()));
      answered.catch((error: unknown) => {
        const refused = asRefused(error);
        if (refused.status >= 500) log.error({ requestId, method: request.method, path: pathOf(request), code: refused.code, err: refused.cause ?? refused }, 'call failed');
        sendRefusal(response, refused, requestId);
      });
    },
    async start() {
      await revocations.start();
      await live.start();
      started = true;
    },
    drain: () => live.drain(),
    streams: () => live.count(),
    async stop() {
      started = false;
      await live.stop();
      await revocations.stop();
      for (const way of ways.values()) way.close();
    },
  };
}
