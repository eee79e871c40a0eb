import { randomUUID } from 'node:crypto';
import type { Contract } from '@tradepost/proto/api/schema.ts';
import type { Express } from 'express';
import { answers } from './away.ts';
import type { UploadedFile } from './body.ts';
import { type Actor, type Call, nobody, type Route } from './call.ts';
import { type Consumer, startConsumer } from './consume.ts';
import { type HttpContext, httpApp } from './http.ts';
import type { InternalInput } from './internal.ts';
import { openLease } from './lease.ts';
import { type OutboxSource, type Relay, resendSince, startRelay } from './outbox.ts';
import type { Clock, DocumentStore, EventBus, Subscription } from './ports.ts';

/** What the process gives to each service it runs. */
export interface ServiceContext extends HttpContext {
  readonly clock: Clock;
  readonly bus: EventBus;
  /** Names this process among others that run the same service on the same store; absent when there can be none. */
  readonly replica?: string;
}

export interface Readiness {
  readonly ready: boolean;
  /** One sentence when not ready. */
  readonly reason?: string;
  /** Dependencies that are away and only degrade: `bus`, `cache`, `objects`, … */
  readonly degraded: readonly string[];
}

/** A call made inside the process. The body is taken as checked; a key makes it safe to repeat. */
export interface DirectInput extends InternalInput<Contract> {
  readonly actor?: Actor;
  readonly idempotencyKey?: string;
  readonly files?: Readonly<Record<string, UploadedFile>>;
}

/** A service as the process sees it: the same in one process, in a process of its own, and in tests. */
export interface Service {
  readonly name: string;
  /** Answers the public routes below /api and the internal ones; expects the internal key. */
  readonly app: Express;
  /** Answers a call from the same process, without HTTP: internal ones, and the use cases themselves for the platform's own steps (seeds), with `actor` and a fixed key. */
  answer(contract: Contract, input: DirectInput): Promise<unknown>;
  /** Opens the store, compares its indexes, starts consumers and relay. Throws StartRefused with one sentence. */
  start(): Promise<void>;
  /** Finishes what is in hand, sends what waits once more, closes the store. */
  stop(): Promise<void>;
  /** Of the service and its store alone. What it shares with others and can do without is the process's to tell. */
  readiness(): Promise<Readiness>;
  /** Publishes again, with the same ids, what was committed at or after a time (milliseconds since 1970). Gives the number of events; undefined when the service keeps none. */
  resend(sinceMs: number): Promise<number | undefined>;
}

export interface ServiceParts<State> {
  readonly name: string;
  readonly context: ServiceContext;
  readonly state: State;
  /** Absent in a service that keeps nothing of its own. */
  readonly documents?: DocumentStore;
  readonly routes: readonly Route<State>[];
  readonly internalRoutes: readonly Route<State>[];
  readonly consumers: readonly Consumer<State>[];
  readonly outbox?: OutboxSource;
  /** Receives the function that wakes the relay after a commit. */
  readonly onRelay?: (wake: () => void) => void;
  /** After the store is open: resumes and sweeps. */
  readonly begin?: () => Promise<void>;
  readonly end?: () => Promise<void>;
}

/** A store that takes longer to say that it is there is not; below what a probe waits for the answer. */
const storeAnswersMs = 1_000;

/** Puts a service together from its parts. `app.ts` of each service calls it. */
export function assemble<State>(parts: ServiceParts<State>): Service {
  const { name, context, state, documents } = parts;
  const log = context.log.child({ service: name });
  const routes = [...parts.routes, ...parts.internalRoutes];
  const app = httpApp({ ...context, log }, state, routes);
  const subscriptions: Subscription[] = [];
  const lease = context.replica !== undefined && documents && parts.outbox ? openLease(documents, 'relay', context.replica) : undefined;
  let relay: Relay | undefined;
  let started = false;

  return {
    name,
    app,
    async answer(contract, input) {
      const route = routes.find((one) => one.contract === contract);
      if (!route) throw new Error(`${name} has no call ${contract.call.method} ${contract.call.path}.`);
      return structuredClone(await route.handle(state, directCall(contract, input)));
    },
    async start() {
      await documents?.open();
      await parts.begin?.();
      if (parts.outbox) {
        relay = startRelay(parts.outbox, { bus: context.bus, log, clock: context.clock, service: name, lease });
        parts.onRelay?.(relay.wake);
      }
      for (const one of parts.consumers) subscriptions.push(await startConsumer(one, state, { bus: context.bus, log }));
      started = true;
    },
    async stop() {
      started = false;
      await Promise.all(subscriptions.map((subscription) => subscription.close()));
      await relay?.flush().catch((error: unknown) => log.warn({ err: error }, 'the last events wait for the next start'));
      await relay?.stop();
      await parts.end?.();
      await documents?.close();
    },
    async readiness() {
      if (!started) return { ready: false, reason: `${name} is not started.`, degraded: [] };
      try {
        if (documents) await answers(documents, storeAnswersMs);
      } catch (error) {
        return { ready: false, reason: `The store of ${name} does not answer: ${error instanceof Error ? error.message : 'unknown'}`, degraded: [] };
      }
      return { ready: true, degraded: [] };
    },
    resend: async (sinceMs) => {
      if (!parts.outbox?.since) return undefined;
      // What waits goes first, so that nothing old is told behind it without need.
      await relay?.flush();
      return resendSince(parts.outbox, context.bus, sinceMs);
    },
  };
}

function directCall(contract: Contract, input: DirectInput): Call<Contract> {
  return {
    params: input.params ?? {},
    query: contract.query?.parse(input.query ?? {}) as never,
    body: input.body as never,
    files: input.files ?? {},
    actor: input.actor ?? nobody,
    idempotencyKey: input.idempotencyKey ?? randomUUID(),
    keyGiven: input.idempotencyKey !== undefined,
    requestHash: '',
    requestId: input.requestId ?? '',
    address: '',
    userAgent: '',
    origin: '',
    host: '',
    ifMatch: '',
    cookies: {},
  };
}
