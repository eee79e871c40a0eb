import { Redis, type RedisOptions, ReplyError } from 'ioredis';
import { StoreUnavailable } from '../errors.ts';
import type { Logger } from '../log.ts';

const commandTimeoutMs = 200;
const connectTimeoutMs = 1_000;
const longestPauseMs = 2_000;
const warnEveryMs = 60_000;

/** A connection to Redis that is used only while it answers in time. */
export interface RedisLink {
  /** Gives the answer; undefined when Redis is away, slow or refuses. Never throws, and never waits longer than 200 ms. */
  ask<T>(command: (redis: Redis) => Promise<T>): Promise<{ readonly value: T } | undefined>;
  /** Throws StoreUnavailable while Redis is not used. */
  ping(): Promise<void>;
  close(): void;
}

/** Changes made while Redis was away. */
interface Missed {
  waiting(): boolean;
  tellSome(redis: Redis): Promise<void>;
}

/** Says in the log that Redis is away, once a minute at most, and that it is back. */
function reporter(log: Logger) {
  let ill = false;
  let saidAtMs = Number.NEGATIVE_INFINITY;
  return {
    /** Takes only the message: the error of a refused sign-in carries the password among its arguments. */
    ill(error: unknown): void {
      const nowMs = performance.now();
      if (nowMs - saidAtMs < warnEveryMs) return;
      [ill, saidAtMs] = [true, nowMs];
      log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'Redis does not answer; this process keeps its cache and its limits to itself');
    },
    well(): void {
      if (ill) log.info('Redis answers again');
      ill = false;
    },
  };
}

const settings: RedisOptions = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 1,
  commandTimeout: commandTimeoutMs,
  connectTimeout: connectTimeoutMs,
  // A command whose outcome is unknown must not run again later: it could count twice or bring back what was removed.
  autoResendUnfulfilledCommands: false,
  // A frozen Redis does not say goodbye.
  disconnectTimeout: commandTimeoutMs,
  disableClientInfo: true,
  retryStrategy: (times) => Math.min(times * 100, longestPauseMs),
};

interface LinkOptions {
  readonly url: string;
  readonly log: Logger;
  readonly missed: Missed;
  readonly onFirst?: ((error?: unknown) => void) | undefined;
}

/**
 * Connects to the Redis at `url`, now and again whenever the connection is lost. A command that is not answered in time ends the connection, and the next one
 * is used only after Redis has answered on it: so a frozen Redis costs the calls in hand 200 ms and later ones nothing.
 * What Redis has missed is told on each new connection before it is used. `onFirst` hears how connecting goes: nothing when it went well, else the error.
 */
export function linkRedis({ url, log, missed, onFirst }: LinkOptions): RedisLink {
  let usable = false;
  let closed = false;
  const reports = reporter(log);
  const warn = (error: unknown): void => {
    if (!closed) reports.ill(error);
  };

  const redis = new Redis(url, settings);

  function lose(error: unknown): void {
    warn(error);
    if (!usable) return;
    usable = false;
    redis.disconnect(true);
  }

  async function use(): Promise<void> {
    try {
      while (missed.waiting()) await missed.tellSome(redis);
      if (closed || redis.status !== 'ready') return;
      usable = true;
      reports.well();
    } catch (error) {
      warn(error);
      if (!closed) redis.disconnect(true);
    }
  }

  redis.on('ready', () => use());
  redis.on('error', warn);
  redis.once('ready', () => onFirst?.()).once('error', (error) => onFirst?.(error));
  redis.on('close', () => {
    if (usable) warn(new Error('The connection ended.'));
    usable = false;
  });

  async function ask<T>(command: (redis: Redis) => Promise<T>): Promise<{ readonly value: T } | undefined> {
    if (!usable) return undefined;
    try {
      return { value: await command(redis) };
    } catch (error) {
      // An answer of Redis (full, read only) is no lost connection.
      if (error instanceof ReplyError) warn(error);
      else lose(error);
      return undefined;
    }
  }

  return {
    ask,
    async ping() {
      if (!(await ask((one) => one.ping()))) throw new StoreUnavailable('Redis does not answer.');
    },
    close() {
      [closed, usable] = [true, false];
      redis.disconnect();
    },
  };
}
