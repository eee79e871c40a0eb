import type { TokenVerifier } from '@tradepost/platform/access-token.ts';
import type { Client } from '@tradepost/platform/internal.ts';
import type { Logger } from '@tradepost/platform/log.ts';
import type { Clock } from '@tradepost/platform/ports.ts';
import { within } from '@tradepost/platform/within.ts';
import type * as authInternal from '@tradepost/proto/api/auth/internal.ts';

const lookBackMs = 10 * 60_000;
const pauseMs = 400;
const silenceMs = 1_000;
/** A session's end may be committed a little after the time it carries. */
const overlapMs = 5_000;
const pageLength = 1000;

export interface RevocationReader {
  /** Reads at once in place of after the pause. */
  wake(): void;
  /** Resolves when the ends of the last ten minutes are known here; then goes on reading. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Keeps the verifier of this process up to date with the sessions that ended anywhere. An auth that is away is asked again; tokens run out by themselves meanwhile. */
export function revocationReader(options: {
  auth: Client<typeof authInternal>;
  verifier: TokenVerifier;
  clock: Clock;
  log: Logger;
  /** Hears of each session that ended, perhaps several times. */
  onEnded: (sessionId: string) => void;
}): RevocationReader {
  const { auth, verifier, clock, log } = options;
  let stopped = false;
  let failures = 0;
  let newestMs = clock.now() - lookBackMs + overlapMs;
  let reading: Promise<void> = Promise.resolve();
  let wakeUp = (): void => undefined;

  async function readOnce(): Promise<void> {
    let since = newestMs - overlapMs;
    for (;;) {
      const ended = await within(silenceMs, auth.revocations({ query: { since } }));
      for (const { sessionId, endedAtMs } of ended) {
        verifier.revoke(sessionId);
        options.onEnded(sessionId);
        newestMs = Math.max(newestMs, endedAtMs);
      }
      const last = ended.at(-1);
      if (ended.length < pageLength || !last) return;
      since = last.endedAtMs > since ? last.endedAtMs : since + 1;
    }
  }

  async function tryOnce(): Promise<boolean> {
    try {
      await readOnce();
      if (failures > 0) log.info({ failures }, 'auth tells ended sessions again');
      failures = 0;
      return true;
    } catch (error) {
      failures += 1;
      if (failures === 1 || failures % 100 === 0) log.warn({ err: error, failures }, 'auth does not tell which sessions ended');
      return false;
    }
  }

  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, pauseMs);
      wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function goOn(): Promise<void> {
    while (!stopped) {
      await pause();
      if (!stopped) await tryOnce();
    }
  }

  return {
    wake: () => wakeUp(),
    async start() {
      while (!stopped && !(await tryOnce())) await pause();
      reading = goOn();
    },
    async stop() {
      stopped = true;
      wakeUp();
      await reading;
    },
  };
}
