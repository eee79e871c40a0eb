import type { Logger } from '@tradepost/platform/log.ts';

const maximumWaiting = 100;

/** Work that goes on after the answer: one piece at a time, at most 100 waiting. */
export interface Background {
  /** Takes a piece of work; when too many wait already, it is dropped with a line in the log. */
  run(name: string, work: () => Promise<void>): void;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
}

/** Makes the queue of work after the answer. A failure is logged and ends that piece alone. */
export function startBackground(log: Logger): Background {
  let waiting = 0;
  let last: Promise<void> = Promise.resolve();

  async function after(before: Promise<void>, name: string, work: () => Promise<void>): Promise<void> {
    await before;
    try {
      await work();
    } catch (error) {
      log.error({ err: error, work: name }, 'work after the answer failed');
    } finally {
      waiting -= 1;
    }
  }

  return {
    run(name, work) {
      if (waiting >= maximumWaiting) {
        log.warn({ work: name }, 'too much work waits after answers; this piece is dropped');
        return;
      }
      waiting += 1;
      last = after(last, name, work);
    },
    idle: () => last,
  };
}
