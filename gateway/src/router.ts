import { StartRefused } from '@tradepost/platform/errors.ts';
import type { GatewayRoute } from './routes.ts';

export interface Match {
  readonly route: GatewayRoute;
  readonly params: Readonly<Record<string, string>>;
}

export interface Router {
  /** Finds the route of a path below /api; the first line of the table that fits. Letters count as written, and so does every slash. */
  match(method: string, path: string): Match | undefined;
}

const known = new Set(['public', 'link', 'cookie', 'signed-in', 'self', 'self-or-admin', 'admin']);

/** Builds the matcher. Throws StartRefused when a line has no access rule, no service behind it, or stands there twice. */
export function buildRouter(routes: readonly GatewayRoute[], services: ReadonlySet<string>): Router {
  const bySize = new Map<string, { route: GatewayRoute; segments: readonly string[] }[]>();
  const seen = new Set<string>();
  for (const route of routes) {
    const name = `${route.method} ${route.path}`;
    if (!known.has(route.access)) throw new StartRefused(`The route ${name} has no rule who may use it.`);
    if (!services.has(route.to)) throw new StartRefused(`The route ${name} leads to ${route.to}, which is not there.`);
    if (/^\/internal(\/|$)/.test(route.path)) throw new StartRefused(`The route ${name} is internal and cannot be reached from outside.`);
    const shape = name.replace(/:[A-Za-z]+/g, ':');
    if (seen.has(shape)) throw new StartRefused(`The route ${name} stands in the table twice.`);
    seen.add(shape);
    const segments = route.path.slice(1).split('/');
    const key = `${route.method} ${segments.length}`;
    bySize.set(key, [...(bySize.get(key) ?? []), { route, segments }]);
  }
  return {
    match(method, path) {
      const given = path.slice(1).split('/');
      for (const { route, segments } of bySize.get(`${method} ${given.length}`) ?? []) {
        const params = paramsOf(segments, given);
        if (params) return { route, params };
      }
      return undefined;
    },
  };
}

function paramsOf(segments: readonly string[], given: readonly string[]): Record<string, string> | undefined {
  const params: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const text = given[index] ?? '';
    if (segment.startsWith(':')) {
      const value = decoded(text);
      if (!value) return undefined;
      params[segment.slice(1)] = value;
    } else if (segment !== text) return undefined;
  }
  return params;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
