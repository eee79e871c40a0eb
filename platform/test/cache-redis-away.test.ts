import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { redisCache } from '../src/cache/redis.ts';
import { StoreUnavailable } from '../src/errors.ts';
import type { Cache } from '../src/ports.ts';
import { cacheSuite } from '../src/testing/cache-suite.ts';
import { keptLog } from './support/kept-log.ts';

/** A port that nobody listens on. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

let cache: Cache;
const { log, lines } = keptLog();
beforeAll(async () => {
  cache = redisCache({ url: `redis://:canary@127.0.0.1:${await closedPort()}`, log });
});
afterAll(() => cache.close());

cacheSuite('Redis that is away', () => ({ cache, pass: (durationMs) => pause(durationMs) }));

describe('When Redis was never there', () => {
  test('then readiness hears of it, and the log once and without the password', async () => {
    await expect(cache.ping()).rejects.toThrow(StoreUnavailable);
    expect(lines.filter((line) => line.includes('Redis does not answer'))).toHaveLength(1);
    expect(lines.join('')).not.toContain('canary');
  });
});
