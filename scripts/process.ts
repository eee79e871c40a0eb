// One service, or the gateway, as a process of its own: its port, its two health answers, and its stop.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { tokenVerifier } from '@tradepost/platform/access-token.ts';
import type { Configuration } from '@tradepost/platform/config.ts';
import { Refused, StartRefused } from '@tradepost/platform/errors.ts';
import { connect, type RemoteTarget, type Target } from '@tradepost/platform/internal.ts';
import type { Logger } from '@tradepost/platform/log.ts';
import { systemClock } from '@tradepost/platform/ports.ts';
import { problemOf } from '@tradepost/platform/problem.ts';
import { openSealer } from '@tradepost/platform/seal.ts';
import { secretsOfEnvironment } from '@tradepost/platform/secrets.ts';
import { type HttpServer, listen } from '@tradepost/platform/server.ts';
import type { Readiness, Service } from '@tradepost/platform/service.ts';
import { type Upstream, watchUpstream } from '@tradepost/platform/upstream.ts';
import * as authInternal from '@tradepost/proto/api/auth/internal.ts';
import { type Adapters, adaptersOf } from './adapters.ts';
import { buildService, type ServiceName, serviceNames } from './build.ts';
import { lookedUpDemoAccounts } from './looked-up.ts';

export type ProcessName = ServiceName | 'gateway';

/** Where a process listens unless PORT says otherwise. */
export const usualPorts = { gateway: 8080, auth: 8081, users: 8082, funds: 8083, positions: 8084, market: 8085, 'site-content': 8086 } as const satisfies Record<
  ProcessName,
  number
>;

/** What runs behind the front of a process. */
export interface Running {
  readonly handler: (request: IncomingMessage, response: ServerResponse) => unknown;
  readiness(): Promise<Readiness>;
  /** Ends what would hold a stop for as long as its readers like. */
  drain?(): void;
  stop(): Promise<void>;
}

/** What a process is started with. */
export interface ProcessContext {
  readonly configuration: Configuration;
  readonly log: Logger;
  readonly adapters: Adapters;
  /** Names this process among all others. */
  readonly replica: string;
  readonly publicUrl: string;
  readonly siteFolder?: string;
  /** Where a service is found by its URL, with the one watch that this process keeps over it. */
  remote(name: ServiceName): RemoteTarget & { readonly upstream: Upstream };
}

/** Between not being ready and taking no more calls: whoever sends them here is told first. */
const leaveMs = 1_000;
const finishMs = 10_000;
/** How long a start waits for a store that is not there yet. */
const patienceMs = 60_000;
const lookAgainMs = 1_000;
/** By then consumers have joined, and what a start makes for itself alone is made. */
const restMs = 10_000;

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  const type = status < 400 || !(body instanceof Object && 'code' in body) ? 'application/json' : 'application/problem+json';
  response.writeHead(status, { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-store' }).end(JSON.stringify(body));
}

/** Answers for a process from its first moment: alive, not ready yet, and nothing else until `open`. */
function front(name: ProcessName, log: Logger) {
  let running: Running | undefined;
  let leaving = false;

  async function readiness(): Promise<Readiness> {
    if (leaving) return { ready: false, reason: `${name} is stopping.`, degraded: [] };
    return (await running?.readiness()) ?? { ready: false, reason: `${name} is starting.`, degraded: [] };
  }

  return {
    handler(request: IncomingMessage, response: ServerResponse): void {
      const path = request.url?.split('?', 1)[0];
      const reads = request.method === 'GET' || request.method === 'HEAD';
      if (reads && path === '/livez') sendJson(response, 200, { status: 'alive' });
      else if (reads && path === '/readyz')
        readiness()
          .then((state) => sendJson(response, state.ready ? 200 : 503, state))
          .catch((error: unknown) => {
            log.error({ err: error }, 'the readiness could not be told');
            sendJson(response, 503, { ready: false, degraded: [] });
          });
      else if (running) running.handler(request, response);
      else sendJson(response, 503, problemOf(new Refused('unavailable'), ''));
    },
    open(what: Running): void {
      running = what;
    },
    leave(): void {
      leaving = true;
    },
  };
}

/** Whether a start failed because MongoDB is not there (yet), which is no fault of what is configured. */
const isAway = (error: unknown): boolean => error instanceof StartRefused && error.cause instanceof Error && error.cause.name.includes('ServerSelection');

/** Starts a service; while its store is away it is tried again for a minute. Throws StartRefused. */
async function startPatiently(service: Service, log: Logger): Promise<void> {
  const deadlineMs = performance.now() + patienceMs;
  for (;;) {
    try {
      await service.start();
      return;
    } catch (error) {
      if (!isAway(error) || performance.now() > deadlineMs) throw error;
      log.warn({ reason: error instanceof Error ? error.message : undefined }, 'the store is not there yet');
      await pause(lookAgainMs);
    }
  }
}

async function startService(name: ServiceName, context: ProcessContext): Promise<Running> {
  const { configuration, log, adapters, replica, publicUrl, remote } = context;
  const reach = (other: ServiceName): Target => (other === name ? { service: () => service } : remote(other));
  const auth = connect(authInternal, reach('auth'));
  const verifier = tokenVerifier(() => auth.publicKeys({}), systemClock);
  const demo = lookedUpDemoAccounts(configuration, reach('users'), log);
  const tokenKey = (): string => configuration.tokenKey ?? '';
  const parts = { configuration, adapters, reach, tokenKey, publicUrl, demoAccounts: demo.accounts, keepsHeads: true };
  const secrets = secretsOfEnvironment(configuration);
  const service: Service = await buildService(name, { log, clock: systemClock, bus: await adapters.bus(), verifier, ...secrets, replica }, parts);
  await startPatiently(service, log);
  demo.start();
  return {
    handler: service.app,
    async readiness() {
      const [state, degraded] = await Promise.all([service.readiness(), adapters.away()]);
      return { ...state, degraded };
    },
    async stop() {
      demo.stop();
      await service.stop();
    },
  };
}

function contextOf(name: ProcessName, configuration: Configuration, options: { log: Logger; siteFolder?: string; url: string }): ProcessContext {
  const { log, siteFolder } = options;
  const replica = `${hostname()}-${randomUUID().slice(0, 8)}`;
  const sealer = () => {
    if (configuration.sealingKey === undefined) throw new StartRefused('SEALING_KEY is required: it seals files and numbers.');
    return openSealer(configuration.sealingKey);
  };
  const { authUrl, usersUrl, fundsUrl, positionsUrl, marketUrl, siteContentUrl } = configuration;
  const urls = { auth: authUrl, users: usersUrl, funds: fundsUrl, positions: positionsUrl, market: marketUrl, 'site-content': siteContentUrl };
  const { internalKey } = secretsOfEnvironment(configuration);
  const watches = new Map(serviceNames.map((service) => [service, watchUpstream(service)]));
  return {
    ...{ configuration, log, replica, ...(siteFolder === undefined ? {} : { siteFolder }) },
    adapters: adaptersOf(configuration, { log, clock: systemClock, clientId: `tradepost-${name}-${replica}`, sealer }),
    publicUrl: configuration.publicUrl ?? (name === 'gateway' ? options.url : `http://127.0.0.1:${usualPorts.gateway}`),
    remote: (service) => ({ url: urls[service], internalKey, upstream: watches.get(service) ?? watchUpstream(service) }),
  };
}

/** A process that is ready. */
export interface RunningProcess {
  /** Where it listens: `http://HOST:PORT`. */
  readonly url: string;
  /** Says that it is not ready, lets a second pass, takes no more calls, finishes those in hand (10 s at most), publishes what waits, and closes everything. */
  stop(): Promise<void>;
}

/** What the start has left behind goes back to the system, 10 to 20 MB: a process at rest collects nothing by itself. Takes 0.1 s, once, where Node lets us. */
function giveBack(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

async function stopInOrder(server: HttpServer, running: Running, adapters: Adapters): Promise<void> {
  server.drain();
  await pause(leaveMs);
  running.drain?.();
  await server.close(finishMs);
  await running.stop();
  await adapters.close();
}

/**
 * Starts one service or the gateway on the engines that the configuration names, and resolves when it is ready. It answers /livez and /readyz before.
 * Throws StartRefused with one sentence when the port is taken or a store cannot be used.
 */
export async function startProcess(name: ProcessName, configuration: Configuration, options: { log: Logger; siteFolder?: string }): Promise<RunningProcess> {
  const log = options.log.child({ process: name });
  const { host, port = usualPorts[name] } = configuration;
  const door = front(name, log);
  const server = await listen(door.handler, { host, port });
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${server.port}`;
  const context = contextOf(name, configuration, { ...options, log, url });
  try {
    const running = name === 'gateway' ? await (await import('./gateway-process.ts')).startGateway(context) : await startService(name, context);
    door.open(running);
    setTimeout(giveBack, restMs).unref();
    return {
      url,
      stop: () => {
        door.leave();
        return stopInOrder(server, running, context.adapters);
      },
    };
  } catch (error) {
    await server.close(0);
    await context.adapters.close();
    throw error;
  }
}
