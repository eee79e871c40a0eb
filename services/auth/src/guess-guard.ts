import { randomUUID } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { Refused } from '@tradepost/platform/errors.ts';
import { sha256 } from '@tradepost/platform/json.ts';
import type { Cache, Clock } from '@tradepost/platform/ports.ts';
import { rateLimiter } from '@tradepost/platform/rate-limit.ts';

const triesPerMinute = 10;
const freeFailures = 10;
const failuresPerNetwork = 100;
const firstWaitMs = 10_000;
const longestWaitMs = 15 * 60_000;
const forgetMs = 30 * 60_000;

/** Slows guessing down, by account and network: whoever comes from elsewhere, the owner, is not held up by it. */
export interface GuessGuard {
  /** Counts one try. Throws Refused 429 with `Retry-After` when this network must wait for this account. */
  beforeTry(account: string, address: string): Promise<void>;
  /** A wrong password: after ten of them the wait begins, and it doubles with each further one up to 15 minutes. */
  failed(account: string, address: string): Promise<void>;
  succeeded(account: string, address: string): Promise<void>;
  /** Lets an account begin anew from every network: the operator's unlock. Throws when the cache is away. */
  forget(account: string): Promise<void>;
}

/** The network a caller belongs to: /24 of IPv4, /64 of IPv6. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain.split('.').slice(0, 3).join('.');
  const [head = '', tail = ''] = plain.split('%')[0]?.split('::') ?? [];
  const front = head === '' ? [] : head.split(':');
  const back = tail === '' ? [] : tail.split(':');
  const groups = plain.includes('::') ? [...front, ...Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back] : front;
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

function mustWait(untilText: string | undefined, nowMs: number): void {
  const waitMs = Number(untilText ?? 0) - nowMs;
  if (waitMs <= 0) return;
  const seconds = Math.ceil(waitMs / 1000);
  throw new Refused('too-many-requests', { detail: `Too many requests. Please try again in ${seconds} seconds.`, retryAfterSeconds: seconds });
}

/** Makes the guard on the cache; `factor` multiplies what is allowed. A cache that is away lets tries pass: hashing in two slots still bounds them. */
export function guessGuard(cache: Cache, clock: Clock, factor: number): GuessGuard {
  const limits = rateLimiter(cache, factor);
  const read = (key: string): Promise<string | undefined> => cache.get(key).catch(() => undefined);
  const unlockedKey = (account: string): string => `guess:unlocked:${sha256(account).slice(0, 32)}`;
  // A cache cannot list its keys, so an unlock gives the counters of the account new names; the old ones run out by themselves.
  const pair = async (account: string, address: string): Promise<string> => sha256(`${account}\n${networkOf(address)}\n${(await read(unlockedKey(account))) ?? ''}`).slice(0, 32);

  return {
    async beforeTry(account, address) {
      const name = await pair(account, address);
      mustWait(await read(`guess:until:${name}`), clock.now());
      mustWait(await read(`guess:network-until:${networkOf(address)}`), clock.now());
      await limits.count('sign-in', name, triesPerMinute);
    },
    async failed(account, address) {
      const name = await pair(account, address);
      const network = networkOf(address);
      const ofPair = await cache.increment(`guess:failed:${name}`, forgetMs).catch(() => undefined);
      const over = (ofPair?.count ?? 0) - freeFailures * factor;
      const waitMs = Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(20, Math.ceil(over) - 1));
      if (over > 0) await cache.set(`guess:until:${name}`, String(clock.now() + waitMs), waitMs).catch(() => undefined);
      const ofNetwork = await cache.increment(`guess:network:${network}`, 60_000).catch(() => undefined);
      if ((ofNetwork?.count ?? 0) > failuresPerNetwork * factor) await cache.set(`guess:network-until:${network}`, String(clock.now() + 60_000), 60_000).catch(() => undefined);
    },
    async succeeded(account, address) {
      const name = await pair(account, address);
      await Promise.all([cache.remove(`guess:failed:${name}`), cache.remove(`guess:until:${name}`)]).catch(() => undefined);
    },
    async forget(account) {
      await cache.set(unlockedKey(account), randomUUID(), forgetMs + longestWaitMs);
    },
  };
}
