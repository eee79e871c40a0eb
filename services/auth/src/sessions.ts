import { randomUUID } from 'node:crypto';
import type { TokenVerifier } from '@tradepost/platform/access-token.ts';
import { randomSecret, timeOrderedId } from '@tradepost/platform/ids.ts';
import { sha256 } from '@tradepost/platform/json.ts';
import type { OutboxSource } from '@tradepost/platform/outbox.ts';
import type { Clock, Collection } from '@tradepost/platform/ports.ts';
import { encodeEvent } from '@tradepost/proto/events/catalog.ts';
import type { Session, WaitingEvent } from './collections.ts';

const hourMs = 3_600_000;
const shortLifeMs = 12 * hourMs;
const rememberedLifeMs = 30 * 24 * hourMs;
/** Ended sessions are kept for gateways that ask what ended lately. */
const keepEndedMs = hourMs;
const mostLive = 50;
const mostLiveDemo = 500;
const batchSize = 200;
/** Named beside the range, so that the partial index serves it. */
const hasEnded = { endedAtMs: { exists: true } } as const;

/** Why a session ended before its time; travels in SessionRevoked. */
export type EndReason = 'signed-out' | 'replaced' | 'reused-token' | 'password-changed' | 'password-reset' | 'disabled' | 'deleted' | (string & {});

export interface NewSession {
  readonly account: string;
  readonly credentialsVersion: number;
  readonly staff: boolean;
  readonly remember: boolean;
  readonly demo: boolean;
  readonly device: string;
}

/** The sessions of auth, with the one rule for how each begins, goes on and ends. */
export interface Sessions {
  /** Starts a session and ends the oldest ones above 50 of the account. The secret is told here once. */
  begin(wanted: NewSession): Promise<{ session: Session; secret: string }>;
  get(id: string): Promise<Session | undefined>;
  /** Live ones of an account, oldest first, at most 500. */
  listLive(account: string): Promise<Session[]>;
  /** Swaps the secret; undefined when somebody else was faster or the session has ended. */
  rotate(session: Session, secret: string): Promise<string | undefined>;
  /** Lets a session go on under a new password. */
  keepUnder(id: string, credentialsVersion: number): Promise<void>;
  /** Ends one session, here at once and with its event; false when it had ended. */
  end(id: string, reason: EndReason, endKey?: string): Promise<boolean>;
  /** Ends all live sessions of an account but `options.keep`, or only those of credentials before `options.before`. */
  endAll(account: string, reason: EndReason, options?: { readonly keep?: string; readonly before?: number }): Promise<void>;
  /** Sessions that ended at or after a time, oldest first, at most 1,000. */
  listEnded(sinceMs: number): Promise<{ sessionId: string; endedAtMs: number }[]>;
  /** Removes one small batch of what is over and told; gives how many. */
  sweep(): Promise<number>;
  readonly outbox: OutboxSource;
}

/** Whether a session is good for another token at this moment. The version of the account's credentials must be the one it was made under. */
export const isGood = (session: Session, credentialsVersion: number, nowMs: number): boolean =>
  session.live && session.expiresAtMs > nowMs && session.credentialsVersion === credentialsVersion;

/** Twelve hours; thirty days when the person asked for it and is no staff. */
export const sessionLifeMs = (remember: boolean, staff: boolean): number => (remember && !staff ? rememberedLifeMs : shortLifeMs);

function revokedEvent(session: Pick<Session, '_id' | 'account'>, reason: string, atMs: number): WaitingEvent {
  const { type, data } = encodeEvent('SessionRevoked', { sessionId: session._id, account: session.account, atMs: BigInt(atMs), reason });
  return { id: timeOrderedId(atMs), type, atMs, data: Buffer.from(data).toString('base64') };
}

function sessionOutbox(sessions: Collection<Session>): OutboxSource {
  return {
    topic: 'tradepost.auth',
    async pending(limit) {
      const waiting = await sessions.find({ filter: { 'outbox.0.id': { exists: true } }, sort: { 'outbox.0.id': 1 }, limit });
      return waiting.flatMap((session) =>
        session.outbox.map(({ id, type, atMs, data }) => ({
          event: { id, type, source: 'auth', subject: session.account, time: new Date(atMs).toISOString(), data: Buffer.from(data, 'base64') },
          position: { id: session._id, item: id },
        })),
      );
    },
    async settle(sent) {
      await Promise.all(sent.map(({ position }) => sessions.update(position.id, { pull: { path: 'outbox', ids: [position.item] } })));
    },
  };
}

/** Makes the sessions on their collection. `verifier` forgets the tokens of an ended session in this process at once; `wake` tells the relay. */
export function openSessions(sessions: Collection<Session>, { clock, verifier, wake }: { clock: Clock; verifier: TokenVerifier; wake: () => void }): Sessions {
  const live = (account: string, limit: number): Promise<Session[]> => sessions.find({ filter: { live: true, account }, sort: { createdAtMs: 1, _id: 1 }, limit });

  async function end(session: Pick<Session, '_id' | 'account'>, reason: EndReason, endKey?: string): Promise<boolean> {
    const now = clock.now();
    const set = { live: false, endedAtMs: now, endReason: reason, outbox: [revokedEvent(session, reason, now)], ...(endKey === undefined ? {} : { endKey }) };
    const ended = await sessions.update(session._id, { set }, { live: true });
    verifier.revoke(session._id);
    if (ended) wake();
    return ended;
  }

  async function endOldest(account: string, most: number): Promise<void> {
    const all = await live(account, most + 20);
    for (const session of all.slice(0, Math.max(0, all.length - most))) await end(session, 'replaced');
  }

  return {
    outbox: sessionOutbox(sessions),
    get: (id) => sessions.get(id),
    listLive: (account) => live(account, 500),
    async begin({ account, credentialsVersion, staff, remember, demo, device }) {
      const now = clock.now();
      const secret = randomSecret();
      const lasting = remember && !staff;
      const expiresAtMs = now + sessionLifeMs(remember, staff);
      const times = { createdAtMs: now, lastUsedAtMs: now, expiresAtMs };
      const session: Session = { _id: randomUUID(), account, live: true, credentialsVersion, refreshHash: sha256(secret), ...times, remember: lasting, demo, device, outbox: [] };
      await sessions.insert(session);
      await endOldest(account, demo ? mostLiveDemo : mostLive);
      return { session, secret };
    },
    async rotate(session, secret) {
      const next = randomSecret();
      const swapped = await sessions.update(session._id, { set: { refreshHash: sha256(next), lastUsedAtMs: clock.now() } }, { refreshHash: sha256(secret), live: true });
      return swapped ? next : undefined;
    },
    async keepUnder(id, credentialsVersion) {
      await sessions.update(id, { set: { credentialsVersion } }, { live: true });
    },
    async end(id, reason, endKey) {
      const session = await sessions.get(id);
      return session ? end(session, reason, endKey) : false;
    },
    async endAll(account, reason, { keep, before } = {}) {
      // Once around is enough: a sign-in under way looks at the account and its credentials again after it has made its session.
      const ending = (await live(account, 1000)).filter((session) => session._id !== keep && (before === undefined || session.credentialsVersion < before));
      for (let from = 0; from < ending.length; from += batchSize) await Promise.all(ending.slice(from, from + batchSize).map((session) => end(session, reason)));
    },
    async listEnded(sinceMs) {
      const ended = await sessions.find({ all: [hasEnded, { endedAtMs: { gte: sinceMs } }], sort: { endedAtMs: 1, _id: 1 }, limit: 1000 });
      return ended.map(({ _id, endedAtMs }) => ({ sessionId: _id, endedAtMs: endedAtMs ?? 0 }));
    },
    async sweep() {
      const now = clock.now();
      const [ended, expired] = await Promise.all([
        sessions.find({ all: [hasEnded, { endedAtMs: { lt: now - keepEndedMs } }], limit: batchSize }),
        sessions.find({ filter: { expiresAtMs: { lt: now - keepEndedMs } }, limit: batchSize }),
      ]);
      const over = [...new Map([...ended, ...expired].map((session) => [session._id, session])).values()].filter((session) => session.outbox.length === 0);
      await Promise.all(over.map(({ _id }) => sessions.remove(_id, { 'outbox.0.id': { exists: false } })));
      return over.length;
    },
  };
}
