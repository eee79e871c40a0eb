// What a process learns from another one beside the calls it answers, and may do without for a while.
import type { Configuration } from '@tradepost/platform/config.ts';
import { connect, type Target } from '@tradepost/platform/internal.ts';
import type { Logger } from '@tradepost/platform/log.ts';
import * as usersInternal from '@tradepost/proto/api/users/internal.ts';
import type { DemoAccounts } from './build.ts';

/** A value that is asked for again and again. */
export interface LookedUp<T> {
  /** The last one that was told; undefined before the first. */
  value(): T | undefined;
  start(): void;
  stop(): void;
}

/** Asks `look` at once and then every `everyMs`. While it fails the last value stands. */
export function lookUp<T>(look: () => Promise<T>, everyMs: number, failed: (error: unknown) => void): LookedUp<T> {
  let last: T | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function round(): Promise<void> {
    try {
      last = await look();
    } catch (error) {
      failed(error);
    }
    if (stopped) return;
    timer = setTimeout(() => void round(), everyMs);
    timer.unref();
  }

  return {
    value: () => last,
    start: () => void round(),
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

const demoEveryMs = 2_000;

/** The accounts of the demonstration as users knows them; nobody is asked where there is no demonstration. */
export function lookedUpDemoAccounts({ mode, demoData }: Configuration, users: Target, log: Logger) {
  const client = connect(usersInternal, users);
  const found = lookUp<DemoAccounts | undefined>(
    async () => (await client.getDemonstration({})).accounts ?? undefined,
    demoEveryMs,
    (error) => log.debug({ err: error }, 'users does not tell the accounts of the demonstration'),
  );
  return {
    accounts: () => found.value(),
    start: () => {
      if (mode === 'demo' && demoData) found.start();
    },
    stop: () => found.stop(),
  };
}
