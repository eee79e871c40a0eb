import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@tradepost/platform/log.ts';
import { verified } from '@tradepost/platform/metrics.ts';
import type { AppendOnly, Clock } from '@tradepost/platform/ports.ts';
import type { Entry } from './collections.ts';
import { readNewestHeads, writeHeads } from './heads.ts';
import { everyEntry, type ProvenHead, type Verdict, verifyLedger } from './verify.ts';

const firstAfterMs = 1_000;
const everyMs = 3_600_000;
const dayMs = 86_400_000;
/** A millisecond or two of work, then a rest of nine times as long: calls hardly wait behind the verifier, and a million entries are done in a few minutes. */
const sliceEntries = 50;
const restShare = 9;
const shortestRestMs = 4;
const longestRestMs = 250;

export interface Verifier {
  stop(): Promise<void>;
}

interface VerifierPorts {
  readonly entries: Pick<AppendOnly<Entry>, 'find'>;
  readonly clock: Clock;
  readonly log: Logger;
  /** Where the heads of each day are kept; without it a cut tail is not found. */
  readonly headsFolder?: string | undefined;
}

/**
 * Verifies the whole ledger soon after the start and each hour, in slices, and writes the heads of the day down after the first round and once a day.
 * Heads are written only when they agree with those before, so that a damage does not become the measure of the next round.
 */
export function startVerifier({ entries, clock, log, headsFolder }: VerifierPorts): Verifier {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let writtenDay = Number.NaN;
  let running: Promise<void> = Promise.resolve();

  /** The rest between two slices. */
  function rests(): () => Promise<void> {
    let workedSinceMs = performance.now();
    return async () => {
      const workedMs = performance.now() - workedSinceMs;
      await pause(Math.min(longestRestMs, Math.max(shortestRestMs, restShare * workedMs)));
      if (stopped) throw new Stopped();
      workedSinceMs = performance.now();
    };
  }

  async function verify(): Promise<{ verdict: Verdict; heads: ProvenHead[] }> {
    const between = rests();
    const heads: ProvenHead[] = [];
    const kept = headsFolder === undefined ? undefined : readNewestHeads(headsFolder);
    const verdict = await verifyLedger(everyEntry(entries, { batch: sliceEntries, between }), 'funds', { kept, proven: (head) => heads.push(head) });
    return { verdict, heads };
  }

  async function round(): Promise<void> {
    const beganAt = performance.now();
    try {
      const { verdict, heads } = await verify();
      verified.ok.set(verdict.ok ? 1 : 0);
      verified.entries.set(verdict.entries);
      verified.seconds.set((performance.now() - beganAt) / 1000);
      if (!verdict.ok) log.error({ first: verdict.first }, 'the ledger is damaged');
      else if (headsFolder !== undefined) write(headsFolder, heads);
    } catch (error) {
      if (error instanceof Stopped) return;
      verified.ok.set(0);
      log.error({ err: error }, 'the ledger could not be verified');
    }
    schedule(everyMs);
  }

  function write(folder: string, heads: readonly ProvenHead[]): void {
    const day = Math.floor(clock.now() / dayMs);
    if (day === writtenDay) return;
    const { file, digest } = writeHeads(folder, clock.now(), heads);
    writtenDay = day;
    log.info({ file, accounts: heads.length, digest }, 'heads of the ledger');
  }

  function schedule(delayMs: number): void {
    if (stopped) return;
    timer = setTimeout(() => {
      running = round();
    }, delayMs);
    timer.unref();
  }

  schedule(firstAfterMs);
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** The service stops amid a round. */
class Stopped extends Error {}
