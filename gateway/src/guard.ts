import type { IncomingMessage } from 'node:http';
import type { Identity, TokenVerifier } from '@tradepost/platform/access-token.ts';
import type { Actor } from '@tradepost/platform/call.ts';
import { Refused } from '@tradepost/platform/errors.ts';
import { checkAccess } from '@tradepost/platform/http.ts';
import type { Client } from '@tradepost/platform/internal.ts';
import type { RateLimiter } from '@tradepost/platform/rate-limit.ts';
import { within } from '@tradepost/platform/within.ts';
import type * as authInternal from '@tradepost/proto/api/auth/internal.ts';
import type { Match } from './router.ts';

const authSilenceMs = 1_000;
const callsPerMinute = 600;

/**
 * `judge` says whether a call may go on: token, rule of the table, limits, and for money and administrators' writes the session itself. Throws Refused.
 * `identify` reads the bearer token alone, undefined when there is none.
 */
export function accessGuard(options: { verifier: TokenVerifier; auth: Client<typeof authInternal>; limits: RateLimiter }) {
  const { verifier, auth, limits } = options;

  async function identify(request: IncomingMessage): Promise<Identity | undefined> {
    const bearer = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '');
    return bearer?.[1] ? verifier.verify(bearer[1]) : undefined;
  }

  async function actorOf(request: IncomingMessage, { route, params }: Match): Promise<Actor | undefined> {
    // The service reads a token there when there is one; none is needed.
    if (route.access === 'public' || route.access === 'link' || route.access === 'cookie') return undefined;
    const actor = checkAccess({ access: route.access, call: { method: route.method, path: route.path } }, await identify(request), params);
    await limits.count('account', actor.id, callsPerMinute);
    return actor;
  }

  async function judge(request: IncomingMessage, match: Match, address: string, requestId: string): Promise<void> {
    const { route } = match;
    const actor = await actorOf(request, match);
    if (route.perMinute !== undefined) await limits.count(route.path, address, route.perMinute);
    if (!route.fresh || !actor) return;
    const { active } = await within(authSilenceMs, auth.checkSession({ params: { id: actor.sessionId }, requestId }));
    if (active) return;
    verifier.revoke(actor.sessionId);
    throw new Refused('session-ended');
  }

  return { identify, judge };
}

export type Guard = ReturnType<typeof accessGuard>;
