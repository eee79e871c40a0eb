import { setTimeout as pause } from 'node:timers/promises';
import { redisCache } from '../src/cache/redis.ts';
import { StoreUnavailable } from '../src/errors.ts';
import type { Cache } from '../src/ports.ts';
import { cacheSuite } from '../src/testing/cache-suite.ts';
import { freePort } from '../src/testing/free-port.ts';
import { keptLog } from './support/kept-log.ts';

let cache: Cache;
const { log, lines } = keptLog();
beforeAll(async () => {
  cache = redisCache({ url: `redis://:canary@127.0.0.1:${await freePort()}`, log });
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
