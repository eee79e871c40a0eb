import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { requests } from '@tradepost/platform/metrics.ts';
import type { HotReads, PreparedAnswer } from '@tradepost/platform/prepared.ts';
import type { GatewayRoute } from './routes.ts';
import { encodingOf } from './site.ts';

/** Answers public reads from bytes that are ready; false when the call is to go the ordinary way. */
export type HotDoor = (request: IncomingMessage, response: ServerResponse, requestId: string) => boolean | Promise<boolean>;

interface Ready {
  readonly count: { readonly whole: () => void; readonly unchanged: () => void };
  readonly etag: string;
  readonly unchanged: readonly string[];
  readonly whole: Readonly<Record<'plain' | 'br' | 'gzip', { readonly headers: readonly string[]; readonly body: string }>>;
}

const pairs = (headers: Readonly<Record<string, unknown>>): string[] => Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);
const without = (headers: Readonly<Record<string, string>>, name: string): Record<string, string> => Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));

/** They guard pages and what pages load; on figures that nothing runs or shows they would only be carried. */
const forPages = new Set([
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]);

/** The headers that `guard` puts on an answer and that mean something on data; they are the same for everybody. */
export function guardsOf(guard: (request: IncomingMessage, response: ServerResponse) => void): Record<string, string> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  guard(request, response);
  return Object.fromEntries(
    Object.entries(response.getHeaders())
      .filter(([name]) => !forPages.has(name))
      .map(([name, value]) => [name, String(value)]),
  );
}

/** Everything that is the same for all who get this answer, put together once. */
function readyOf(answer: PreparedAnswer, common: Readonly<Record<string, string>>): Ready {
  const shared = { ...common, ...answer.headers, Vary: 'Accept-Encoding' };
  const sized = (body: Buffer, encoding?: string) => ({
    headers: pairs({ ...shared, 'Content-Type': 'application/json; charset=utf-8', ...(encoding ? { 'Content-Encoding': encoding } : {}), 'Content-Length': body.length }),
    // One character a byte: Node sends head and text in one piece, and head and bytes in two.
    body: body.toString('latin1'),
  });
  const counter = (status: number) => {
    const child = requests.labels({ service: 'market', method: 'GET', route: answer.route, status: String(status) });
    return () => child.inc();
  };
  return {
    count: { whole: counter(200), unchanged: counter(304) },
    etag: answer.headers.ETag ?? '',
    unchanged: pairs(without(shared, 'Content-Type')),
    whole: { plain: sized(answer.plain), br: sized(answer.packed.br, 'br'), gzip: sized(answer.packed.gzip, 'gzip') },
  };
}

/** Whether the caller holds this very answer (RFC 9110, 13.1.2). */
const holds = (given: string | undefined, etag: string): boolean =>
  given !== undefined && (given === etag || given === '*' || given.split(',').some((one) => one.trim().replace(/^W\//, '') === etag));

/** Makes the door. `routes` is the gateway's own table: an answer whose line is not public there is never sent. `common` goes on every answer. */
export function openHotDoor(hot: HotReads, routes: readonly GatewayRoute[], common: Readonly<Record<string, string>>): HotDoor {
  const open = new Set(routes.filter(({ method, to, access }) => method === 'GET' && to === 'market' && access === 'public').map(({ path }) => path));
  const ready = new WeakMap<PreparedAnswer, Ready>();

  function send(request: IncomingMessage, response: ServerResponse, requestId: string, answer: PreparedAnswer): boolean {
    let made = ready.get(answer);
    if (!made) {
      if (!open.has(answer.route)) return false;
      made = readyOf(answer, common);
      ready.set(answer, made);
    }
    if (holds(request.headers['if-none-match'], made.etag)) {
      made.count.unchanged();
      response.writeHead(304, ['X-Request-Id', requestId, ...made.unchanged]);
      response.end();
      return true;
    }
    const { headers, body } = made.whole[request.headers['accept-encoding'] === undefined ? 'plain' : (encodingOf(request) ?? 'plain')];
    made.count.whole();
    response.writeHead(200, ['X-Request-Id', requestId, ...headers]);
    response.end(request.method === 'HEAD' ? undefined : body, 'latin1');
    return true;
  }

  return (request, response, requestId) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const found = hot(request.url ?? '');
    if (found === undefined) return false;
    if (!(found instanceof Promise)) return send(request, response, requestId, found);
    return found.then((answer) => answer !== undefined && !response.destroyed && send(request, response, requestId, answer));
  };
}
