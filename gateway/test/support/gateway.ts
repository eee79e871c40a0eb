import { generateKeyPairSync } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { connect as openSocket } from 'node:net';
import { Writable } from 'node:stream';
import { accessTokenSigner, type PublicKey, tokenVerifier } from '@tradepost/platform/access-token.ts';
import { memoryCache } from '@tradepost/platform/cache/memory.ts';
import { Refused } from '@tradepost/platform/errors.ts';
import type { Client } from '@tradepost/platform/internal.ts';
import { createLogger } from '@tradepost/platform/log.ts';
import { listen } from '@tradepost/platform/server.ts';
import type * as authInternal from '@tradepost/proto/api/auth/internal.ts';
import { createGateway, type GatewayOptions } from '../../src/app.ts';
import { routes } from '../../src/routes.ts';
import { memoryBus } from './memory-bus.ts';

export const internalKey = 'internal-key-of-the-test';

/** What a service behind the gateway received. */
export interface Received {
  readonly service: string;
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export const keyPair = generateKeyPairSync('ec', { namedCurve: 'P-256', privateKeyEncoding: { type: 'pkcs8', format: 'pem' }, publicKeyEncoding: { type: 'spki', format: 'pem' } });

/** A service that takes everything and remembers it. */
function echo(service: string, received: Received[]) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    const answer = (): void => {
      received.push({ service, method: request.method ?? '', url: request.url ?? '', headers: { ...request.headers }, body: Buffer.concat(pieces).toString() });
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ service }));
    };
    // The gateway has read what it drops.
    if (request.readableEnded) answer();
    else request.on('end', answer);
  };
}

/** An auth that can be away or silent, and that remembers who ended. */
function authDouble(key: PublicKey) {
  const auth = { away: false, silent: false, inactive: new Set<string>(), ended: [] as { sessionId: string; endedAtMs: number }[], checks: 0 };
  const answer = async <T>(value: T): Promise<T> => {
    if (auth.silent) await new Promise(() => undefined);
    if (auth.away) throw new Refused('unavailable');
    return value;
  };
  const unused = (): Promise<never> => Promise.reject(new Error('the gateway does not ask for this'));
  const client: Client<typeof authInternal> = {
    setCredentials: unused,
    removeCredentials: unused,
    endSessions: unused,
    publicKeys: async () => [{ kid: key.kid, jwk: { ...key.jwk } }],
    revocations: ({ query }) => answer(auth.ended.filter(({ endedAtMs }) => endedAtMs >= Number(query?.since))),
    unlockAccount: unused,
    checkSession: ({ params }) => {
      auth.checks += 1;
      return answer({ active: !auth.inactive.has(params?.id ?? '') });
    },
  };
  return { auth, client };
}

const rawAnswer = (port: number, text: string, silenceMs: number): Promise<string> =>
  new Promise((resolve) => {
    const socket = openSocket(port, '127.0.0.1', () => socket.write(Buffer.from(text, 'latin1')));
    let answered = '';
    socket.on('data', (piece) => {
      answered += piece.toString('latin1');
    });
    socket.setTimeout(silenceMs, () => socket.destroy());
    socket.on('error', () => socket.destroy());
    socket.on('close', () => resolve(answered));
  });

/** Starts the gateway before services that answer everything, in this process or over HTTP. */
export async function startGateway(how: 'in process' | 'over HTTP', more: Partial<GatewayOptions> = {}) {
  const time = { offsetMs: 0 };
  const clock = { now: () => Date.now() + time.offsetMs };
  const received: Received[] = [];
  const lines: string[] = [];
  const destination = new Writable({
    write(piece, _encoding, done) {
      lines.push(String(piece));
      done();
    },
  });
  const log = createLogger({ level: 'debug', format: 'json', destination });
  const signer = accessTokenSigner(keyPair.privateKey, clock);
  const { auth, client } = authDouble(signer.publicKey());
  const verifier = tokenVerifier(() => client.publicKeys({}), clock);
  const names = [...new Set(routes.map(({ to }) => to))].filter((name) => name !== 'gateway');
  const behind = await Promise.all(
    names.map(async (name) => {
      const app = echo(name, received);
      return { name, app, server: how === 'over HTTP' ? await listen(app, { host: '127.0.0.1', port: 0 }) : undefined };
    }),
  );
  const bus = memoryBus();
  const gateway = await createGateway({
    log,
    clock,
    bus,
    cache: memoryCache({ clock }),
    verifier,
    internalKey,
    auth: client,
    services: Object.fromEntries(behind.map(({ name, app, server }) => [name, server ? { url: `http://127.0.0.1:${server.port}` } : { app }])),
    publicUrl: 'http://127.0.0.1:8080',
    trustedProxies: 0,
    rateLimitFactor: 1,
    mode: { mode: 'demo', demoSignIn: true, version: '0.1.0', feed: null },
    readiness: async () => ({ ready: true, degraded: [] }),
    ...more,
  });
  const server = await listen(gateway.handler, { host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${server.port}`;

  return {
    url,
    auth,
    time,
    received,
    verifier,
    gateway,
    bus,
    log: () => lines.join(''),
    token: (id: string, role: string, extra: { sessionId?: string; mustChangePassword?: boolean } = {}) =>
      signer.sign({ id, role, sessionId: extra.sessionId ?? `session-of-${id}`, mustChangePassword: extra.mustChangePassword ?? false }).token,
    /** Calls with a bearer token when one is given. */
    call: (method: string, path: string, token?: string, init: RequestInit = {}) =>
      fetch(url + path, { ...init, method, headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...init.headers } }),
    /** Writes bytes to the port and gives all that comes back until the connection closes or is silent for `silenceMs`. */
    raw: (text: string, silenceMs = 400) => rawAnswer(server.port, text, silenceMs),
    stopServices: () => Promise.all(behind.map((one) => one.server?.close(0))),
    async stop() {
      gateway.drain();
      await server.close(1000);
      await gateway.stop();
      await Promise.all(behind.map((one) => one.server?.close(0)));
    },
  };
}
