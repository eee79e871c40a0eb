import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Identity } from '@tradepost/platform/access-token.ts';
import { isStaff } from '@tradepost/platform/call.ts';
import { startConsumer } from '@tradepost/platform/consume.ts';
import { Refused } from '@tradepost/platform/errors.ts';
import type { Logger } from '@tradepost/platform/log.ts';
import { openStreams } from '@tradepost/platform/metrics.ts';
import type { Clock, EventBus, Subscription } from '@tradepost/platform/ports.ts';
import type { LiveEnd } from '@tradepost/proto/api/gateway/paths.ts';
import type { DecodedEvent } from '@tradepost/proto/events/catalog.ts';
import { liveTopics, noticesOf } from './live-notices.ts';
import { type Frame, frameOf, liveRing } from './live-ring.ts';

/** The bounds of the stream; tests have others. */
export interface LiveLimits {
  readonly heartbeatMs: number;
  /** How often tokens are looked over for their end. */
  readonly lookMs: number;
  /** Bytes that may wait for one reader; whoever is slower is dropped and comes back by its last id. */
  readonly queuedBytes: number;
  /** A browser holds one; an older one may not have been noticed as gone. */
  readonly perSession: number;
  /** High, since all visitors of the demonstration share two accounts. */
  readonly perAccount: number;
  readonly inAll: number;
  readonly keptEvents: number;
  readonly keptMs: number;
}

const usualLimits: LiveLimits = {
  ...{ heartbeatMs: 15_000, lookMs: 500, queuedBytes: 64 * 1024, perSession: 4, perAccount: 500, inAll: 20_000 },
  ...{ keptEvents: 1_000, keptMs: 10 * 60_000 },
};
/** Nothing on the way may keep, change or hold back a stream. */
export const streamHeaders = { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-store, no-transform', 'X-Accel-Buffering': 'no' } as const;
/** How long a reader has to take the last frame. */
const lastWordMs = 2_000;

interface Stream {
  readonly response: ServerResponse;
  readonly account: string;
  readonly sessionId: string;
  readonly staff: boolean;
  readonly expiresAtMs: number;
}

/** The streams of this gateway, and the events that feed them. */
export interface Live {
  /** Answers with a stream that lives as long as the token. Throws Refused 429 or 503 at the bounds. */
  open(request: IncomingMessage, response: ServerResponse, identity: Identity): void;
  /** Ends all streams of a session. */
  endSession(sessionId: string): void;
  /** Open streams. */
  count(): number;
  start(): Promise<void>;
  /** Ends every stream and takes no new ones. */
  drain(): void;
  stop(): Promise<void>;
}

/** Streams by one key each. */
class StreamIndex {
  readonly #sets = new Map<string, Set<Stream>>();

  of(key: string): ReadonlySet<Stream> {
    return this.#sets.get(key) ?? new Set();
  }

  add(key: string, stream: Stream): void {
    const set = this.#sets.get(key);
    if (set) set.add(stream);
    else this.#sets.set(key, new Set([stream]));
  }

  delete(key: string, stream: Stream): void {
    const set = this.#sets.get(key);
    set?.delete(stream);
    if (set?.size === 0) this.#sets.delete(key);
  }
}

const belongsTo = ({ to }: Frame, stream: Stream): boolean => to === 'everybody' || (to === 'staff' ? stream.staff : to.account === stream.account);

/**
 * Makes the live part of a gateway: events of the bus as server-sent events, each to its readers alone, every frame made once.
 * `replica` names this gateway among others on the same bus; `onSessionEvent` hears that a session ended somewhere.
 */
export function createLive(options: {
  readonly bus: EventBus;
  readonly log: Logger;
  readonly clock: Clock;
  readonly replica: string;
  readonly onSessionEvent: () => void;
  readonly limits?: Partial<LiveLimits>;
}): Live {
  const { clock, log } = options;
  const limits = { ...usualLimits, ...options.limits };
  const ring = liveRing({ capacity: limits.keptEvents, keepMs: limits.keptMs, clock });
  const all = new Set<Stream>();
  const staff = new Set<Stream>();
  const byAccount = new StreamIndex();
  const bySession = new StreamIndex();
  const timers: NodeJS.Timeout[] = [];
  let subscription: Subscription | undefined;
  let draining = false;

  function forget(stream: Stream): void {
    all.delete(stream);
    staff.delete(stream);
    byAccount.delete(stream.account, stream);
    bySession.delete(stream.sessionId, stream);
    openStreams.set(all.size);
  }

  function write(stream: Stream, bytes: Buffer): void {
    if (stream.response.writableLength <= limits.queuedBytes) {
      stream.response.write(bytes);
      return;
    }
    log.info({ account: stream.account }, 'a reader of the stream was too slow');
    forget(stream);
    stream.response.destroy();
  }

  function end(stream: Stream, reason: LiveEnd): void {
    forget(stream);
    const { response } = stream;
    response.end(frameOf('end', { kind: reason }));
    // A reader that is gone without a word never takes the last frame.
    const cut = setTimeout(() => response.destroy(), lastWordMs);
    cut.unref();
    response.once('close', () => clearTimeout(cut));
  }

  function readersOf(frame: Frame): ReadonlySet<Stream> {
    if (frame.to === 'everybody') return all;
    return frame.to === 'staff' ? staff : byAccount.of(frame.to.account);
  }

  async function tell(decoded: DecodedEvent): Promise<void> {
    if (decoded.name === 'SessionRevoked') options.onSessionEvent();
    const notices = noticesOf(decoded);
    if (notices.length === 0) return;
    for (const frame of ring.add(notices)) for (const stream of readersOf(frame)) write(stream, frame.bytes);
  }

  function beat(): void {
    // An id without data moves the reader's place on, so that a quiet reader is not taken for one who missed something.
    const bytes = Buffer.from(`: beat\nid: ${ring.lastId()}\n\n`);
    for (const stream of all) write(stream, bytes);
  }

  function endExpired(): void {
    const nowMs = clock.now();
    for (const stream of all) if (stream.expiresAtMs <= nowMs) end(stream, 'token-expired');
  }

  function makeRoom(identity: Identity): void {
    if (draining) throw new Refused('unavailable', { retryAfterSeconds: 1 });
    const [oldest, ...others] = bySession.of(identity.sessionId);
    if (oldest && others.length + 1 >= limits.perSession) end(oldest, 'replaced');
    if (byAccount.of(identity.id).size >= limits.perAccount) throw new Refused('too-many-requests', { retryAfterSeconds: 30 });
    if (all.size >= limits.inAll) throw new Refused('busy', { retryAfterSeconds: 30 });
  }

  return {
    open(request, response, identity) {
      makeRoom(identity);
      const stream: Stream = { response, account: identity.id, sessionId: identity.sessionId, staff: isStaff(identity), expiresAtMs: identity.expiresAtMs };
      response.writeHead(200, streamHeaders);
      response.once('close', () => forget(stream));
      all.add(stream);
      if (stream.staff) staff.add(stream);
      byAccount.add(stream.account, stream);
      bySession.add(stream.sessionId, stream);
      openStreams.set(all.size);
      const lastEventId = request.headers['last-event-id'];
      const missed = typeof lastEventId === 'string' ? ring.since(lastEventId) : undefined;
      for (const frame of missed ?? []) if (belongsTo(frame, stream)) response.write(frame.bytes);
      response.write(frameOf(missed || lastEventId === undefined ? 'ready' : 'resync', {}, ring.lastId()));
    },
    endSession(sessionId) {
      for (const stream of bySession.of(sessionId)) end(stream, 'session-ended');
    },
    count: () => all.size,
    async start() {
      const consumer = { group: `gateway.live.${options.replica}`, topics: liveTopics, handle: (_state: undefined, decoded: DecodedEvent) => tell(decoded) };
      subscription = await startConsumer(consumer, undefined, { bus: options.bus, log, from: 'now' });
      timers.push(setInterval(beat, limits.heartbeatMs), setInterval(endExpired, limits.lookMs));
      for (const timer of timers) timer.unref();
    },
    drain() {
      draining = true;
      for (const stream of all) end(stream, 'stopping');
    },
    async stop() {
      this.drain();
      for (const timer of timers) clearInterval(timer);
      await subscription?.close();
    },
  };
}
