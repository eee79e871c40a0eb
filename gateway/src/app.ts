import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TokenVerifier } from '@tradepost/platform/access-token.ts';
import { Refused } from '@tradepost/platform/errors.ts';
import type { Client } from '@tradepost/platform/internal.ts';
import { type Logger, loggablePath } from '@tradepost/platform/log.ts';
import type { Cache, Clock, EventBus } from '@tradepost/platform/ports.ts';
import type { HotReads } from '@tradepost/platform/prepared.ts';
import { asRefused } from '@tradepost/platform/problem.ts';
import { rateLimiter } from '@tradepost/platform/rate-limit.ts';
import type { Readiness } from '@tradepost/platform/service.ts';
import type * as authInternal from '@tradepost/proto/api/auth/internal.ts';
import type { Mode } from '@tradepost/proto/api/gateway/paths.ts';
import { sendJson, sendRefusal } from './answers.ts';
import { apiDoor } from './api.ts';
import type { Upstream } from './forward.ts';
import { accessGuard } from './guard.ts';
import { guardsOf, openHotDoor } from './hot.ts';
import { createLive, type LiveLimits } from './live.ts';
import { revocationReader } from './revocations.ts';
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
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const { log, clock, verifier, auth } = options;
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
  const api = await apiDoor(options, { guard, live, ready: () => started });

  async function answer(request: IncomingMessage, response: ServerResponse, requestId: string): Promise<void> {
    const path = pathOf(request);
    if (path === '/api' || path.startsWith('/api/')) return api.answer(request, response, path, requestId);
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
        if (refused.status >= 500)
          log.error({ requestId, method: request.method, path: loggablePath(pathOf(request)), code: refused.code, err: refused.cause ?? refused }, 'call failed');
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
      api.close();
    },
  };
}
