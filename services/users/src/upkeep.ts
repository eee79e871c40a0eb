import { sweepFiles } from './files.ts';
import { completeClosing } from './use-cases/delete-user.ts';
import { finishAfterwards } from './use-cases/finish-afterwards.ts';
import type { Users } from './users.ts';

const pauseMs = 5_000;
const sweepEveryMs = 60 * 60 * 1000;
/** A deletion younger than this is in the hands of the call that began it. */
const leftAloneMs = 30_000;

export interface Upkeep {
  stop(): Promise<void>;
}

/**
 * Goes on with what a crash or an absent service left: deletions, sessions to end, files without an owner. Begins at once and looks every 5 s; files each hour.
 * Nothing waits for it, since the services it asks may still be starting. Beside other processes on the same store even the first round leaves alone what is young:
 * one of them may have it in hand.
 */
export function startUpkeep(state: Users, { alone }: { readonly alone: boolean }): Upkeep {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let nextSweepMs = Number.NEGATIVE_INFINITY;
  let running = round(alone ? Number.POSITIVE_INFINITY : state.clock.now() - leftAloneMs);

  async function attempt(work: string, account: string, run: () => Promise<unknown>): Promise<void> {
    try {
      await run();
    } catch (error) {
      state.log.warn({ err: error, work, account }, 'upkeep tries again later');
    }
  }

  async function sweepWhenDue(): Promise<void> {
    if (state.clock.now() < nextSweepMs) return;
    const removed = await sweepFiles(state);
    nextSweepMs = state.clock.now() + sweepEveryMs;
    if (removed > 0) state.log.info({ removed }, 'files without an owner removed');
  }

  async function resume(beganBeforeMs: number): Promise<void> {
    const closing = await state.users.find({ filter: { 'closing.sinceMs': { lt: Math.min(beganBeforeMs, Number.MAX_SAFE_INTEGER) } }, limit: 100 });
    for (const { _id } of closing) if (!stopped) await attempt('deletion', _id, () => completeClosing(state, _id));
    const waiting = await state.users.find({ filter: { 'afterwards.sinceMs': { exists: true } }, limit: 100 });
    for (const { _id } of waiting) if (!stopped) await attempt('afterwards', _id, () => finishAfterwards(state, _id));
  }

  async function round(beganBeforeMs: number): Promise<void> {
    await attempt('resume', '', () => resume(beganBeforeMs));
    if (!stopped) await attempt('sweep', '', sweepWhenDue);
    if (stopped) return;
    timer = setTimeout(() => {
      running = round(state.clock.now() - leftAloneMs);
    }, pauseMs);
  }

  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
