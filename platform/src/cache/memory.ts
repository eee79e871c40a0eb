import { type Cache, type Clock, systemClock } from '../ports.ts';

interface Kept<Value> {
  readonly value: Value;
  readonly endsAtMs: number;
}

/** A map that forgets what expired and, when full, what was used longest ago. */
function recentMap<Value>(maximumEntries: number, clock: Clock) {
  // A Map keeps the order of insertion, so the first entry is the one used longest ago.
  const entries = new Map<string, Kept<Value>>();
  return {
    get(key: string): Kept<Value> | undefined {
      const kept = entries.get(key);
      if (!kept) return undefined;
      entries.delete(key);
      if (kept.endsAtMs <= clock.now()) return undefined;
      entries.set(key, kept);
      return kept;
    },
    set(key: string, kept: Kept<Value>): void {
      entries.delete(key);
      entries.set(key, kept);
      for (const oldest of entries.keys()) {
        if (entries.size <= maximumEntries) return;
        entries.delete(oldest);
      }
    },
    remove: (key: string) => entries.delete(key),
    clear: () => entries.clear(),
  };
}

/**
 * A cache inside one process, for values and counters of at most `maximumEntries` keys each. Full, it drops what was used longest ago.
 */
export function memoryCache(options: { readonly maximumEntries?: number; readonly clock?: Clock } = {}): Cache {
  const { maximumEntries = 10_000, clock = systemClock } = options;
  const values = recentMap<string>(maximumEntries, clock);
  const counters = recentMap<number>(maximumEntries, clock);
  const loading = new Map<string, Promise<string>>();

  async function loadOnce(key: string, ttlMs: number, loader: () => Promise<string>): Promise<string> {
    const running = loader();
    loading.set(key, running);
    try {
      const value = await running;
      // A set or remove in the meantime knows better than a load that began before it.
      if (loading.get(key) === running) values.set(key, { value, endsAtMs: clock.now() + ttlMs });
      return value;
    } finally {
      if (loading.get(key) === running) loading.delete(key);
    }
  }

  return {
    get: async (key) => values.get(key)?.value,
    async set(key, value, ttlMs) {
      loading.delete(key);
      values.set(key, { value, endsAtMs: clock.now() + ttlMs });
    },
    async remove(key) {
      loading.delete(key);
      values.remove(key);
      counters.remove(key);
    },
    load: async (key, ttlMs, loader) => values.get(key)?.value ?? loading.get(key) ?? loadOnce(key, ttlMs, loader),
    async increment(key, windowMs) {
      const nowMs = clock.now();
      const counter = counters.get(key);
      const next = { value: (counter?.value ?? 0) + 1, endsAtMs: counter?.endsAtMs ?? nowMs + windowMs };
      counters.set(key, next);
      return { count: next.value, resetMs: next.endsAtMs - nowMs };
    },
    ping: () => Promise.resolve(),
    async close() {
      loading.clear();
      values.clear();
      counters.clear();
    },
  };
}
