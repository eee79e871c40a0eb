import { type Clock, systemClock } from '@tradepost/platform/ports.ts';

/** Time that can be set back while the demo's story is told; otherwise the time of the machine. */
export interface StoryClock extends Clock {
  /** Until `release`, now is this time. */
  hold(atMs: number): void;
  release(): void;
}

/** Makes such a clock; it shows the time of the machine until it is held. */
export function storyClock(): StoryClock {
  let heldMs: number | undefined;
  return {
    now: () => heldMs ?? systemClock.now(),
    hold(atMs) {
      heldMs = atMs;
    },
    release() {
      heldMs = undefined;
    },
  };
}
