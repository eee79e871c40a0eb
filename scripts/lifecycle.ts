// How a process of the platform begins and ends, whatever runs in it.
import { StartRefused } from '@tradepost/platform/errors.ts';
import type { Logger } from '@tradepost/platform/log.ts';

/** Runs `stop` once when the process is asked to end, and exits: 0 after a clean stop, 1 otherwise and when it hangs for longer than `longestMs`. */
export function stopWhenAsked({ stop, longestMs, log }: { readonly stop: () => Promise<void>; readonly longestMs: number; readonly log: Logger }): void {
  let stopping = false;
  const end = (): void => {
    if (stopping) return;
    stopping = true;
    // Whatever hangs must not hold the process for ever.
    setTimeout(() => process.exit(1), longestMs).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'the stop was not clean');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  // A starter that was killed outright cannot hand a signal on.
  process.on('disconnect', end);
}

/** Runs the start of a process; one that is refused is told in its sentence, and anything else whole. */
export function begin(main: () => Promise<void>): void {
  main().catch((error: unknown) => {
    if (error instanceof StartRefused) console.error(error.message);
    else console.error(error);
    process.exit(1);
  });
}
