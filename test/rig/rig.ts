// The rig: the real platform under mixed load and violence, then the clients' record against the books.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownerPassword } from '../support/platform.ts';
import { ops, type PlatformProcess, startProcess } from '../support/process.ts';
import { compareBooks, type Findings } from './books.ts';
import type { Noted } from './caller.ts';
import { preparePeople, readFaults, signInsOf, usualRenewalMs } from './people.ts';
import { seeded } from './random.ts';
import { embeddedStores, type Stores } from './stores.ts';
import { watchProjection } from './watch.ts';
import { pointsOf, work } from './work.ts';

export interface RigOptions {
  readonly seed: number;
  readonly operations: number;
  /** How often the platform is killed; every fifth time it is frozen first, for `freezeMs` (2,000). */
  readonly kills: number;
  readonly freezeMs?: number;
  readonly accounts: number;
  readonly clients: number;
  /** How old a token may be before its owner signs in anew (240,000). */
  readonly renewalMs?: number;
  /** Told now and then how far it is. */
  readonly progress?: (text: string) => void;
  /** A data folder that is filled already and belongs to the caller; without it a new one is made and removed. */
  readonly dataDir?: string;
  /** Run beside the operations, on the folder of the platform that runs. */
  readonly meanwhile?: (dataDir: string) => Promise<void>;
  /** Ends the operations before all are sent. */
  readonly until?: () => boolean;
  /** Gets the data folder when all is checked and the platform has stopped, before it is removed. */
  readonly afterwards?: (dataDir: string) => Promise<void>;
}

export interface RigResult extends Findings {
  readonly seed: number;
  /** Operations with a certain answer a second, the times of being dead included. */
  readonly perSecond: number;
  /** The same without the times from a kill to the next `ready`. */
  readonly perLivingSecond: number;
  readonly retries: number;
  readonly kills: number;
  /** From the last answer until users had heard of everything, in milliseconds. */
  readonly lagMs: number;
  /** How often the projection was looked at meanwhile, whether it went back. */
  readonly looks: number;
  readonly signIns: number;
}

const usualFreezeMs = 2_000;
const settleMs = 30_000;
const comeBackMs = 60_000;

/** Gives up on a platform that neither comes back nor says why. */
export async function inTime<Result>(starting: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The platform did not come back within ${comeBackMs / 1000} s of a kill.`)), comeBackMs);
  });
  return Promise.race([starting, late]).finally(() => clearTimeout(timer));
}

/** Compares again and again until nothing is amiss, or until users had its time to hear of everything. */
export async function settled(stores: Stores, record: readonly Noted[], longestMs = settleMs): Promise<Findings> {
  const deadlineMs = performance.now() + longestMs;
  for (;;) {
    const findings = await compareBooks(stores, record);
    if (findings.faults.length === 0 || performance.now() > deadlineMs) return findings;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/** What the operator's tool finds: the ledger is sound, and no event lies among the dead letters. */
export async function verdictOf(tool: (...words: string[]) => Promise<{ code: number | null; text: string }>): Promise<string[]> {
  const { code, text } = await tool('ledger', 'verify', '--json');
  const letters = (await tool('dead-letters', 'list', '--json')).text.trim();
  return [...(code === 0 ? [] : [`ledger verify: ${text.trim()}`]), ...(letters === '' ? [] : [`dead letters: ${letters}`])];
}

/** The platform, whichever process it is at the moment. */
interface Living {
  current: PlatformProcess;
  /** Pending while it is dead: clients who asked in vain all come back at once, or those who are asleep would be late for every life. */
  up: Promise<void>;
  restart(): Promise<void>;
}

/** Kills, and now and then freezes, at points that the seed has chosen; the platform comes back on the same port. */
async function violence(
  options: RigOptions,
  points: readonly number[],
  count: { sent: number },
  over: () => boolean,
  platform: Living,
): Promise<{ kills: number; deadMs: number }> {
  let [kills, deadMs] = [0, 0];
  for (const point of points) {
    while (count.sent < point && !over()) await new Promise((resolve) => setTimeout(resolve, 5));
    if (over()) break;
    const beganMs = performance.now();
    if (kills % 5 === 4) await platform.current.freeze(options.freezeMs ?? usualFreezeMs);
    const back = Promise.withResolvers<void>();
    platform.up = back.promise;
    await platform.current.kill();
    await platform.restart();
    back.resolve();
    deadMs += performance.now() - beganMs;
    kills += 1;
    if (kills % 20 === 0) options.progress?.(`${kills} kills, ${count.sent} operations`);
  }
  return { kills, deadMs };
}

/**
 * Runs the platform in a process of its own under `operations` mixed calls of `clients` clients, kills it `kills` times, and checks the books afterwards.
 * Unknown outcomes are sent again with their key. What does not fit is in `faults`; a run that finds none has none. Throws when the platform does not come back.
 */
export async function runRig(options: RigOptions): Promise<RigResult> {
  const random = seeded(options.seed);
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'tradepost-rig-'));
  const environment = { DATA_DIR: dataDir, DEMO_DATA: '0', OWNER_PASSWORD: ownerPassword, RATE_LIMIT_FACTOR: '1000000', LOG_LEVEL: 'error' };
  const first = await startProcess(environment);
  const port = new URL(first.url).port;
  const platform: Living = {
    current: first,
    up: Promise.resolve(),
    async restart() {
      this.current = await inTime(startProcess({ ...environment, PORT: port }));
    },
  };
  try {
    const people = await preparePeople(first.url, options.accounts, options.renewalMs ?? usualRenewalMs);
    const points = pointsOf(options, random);
    const count = { sent: 0 };
    let over = false;
    const watch = watchProjection(dataDir);
    const beganMs = performance.now();
    const working = work({ ...options, url: first.url, people, random, back: () => platform.up, count }).finally(() => {
      over = true;
    });
    const timed = working.then((done) => ({ record: done, seconds: (performance.now() - beganMs) / 1000 }));
    const wreaking = violence(options, points, count, () => over, platform);
    const [{ record, seconds }, { kills, deadMs }] = await Promise.all([timed, wreaking, options.meanwhile?.(dataDir)]).finally(async () => {
      // A start that is under way when a client gives up would leave a platform that nobody stops.
      over = true;
      await Promise.allSettled([wreaking]);
    });
    const endedMs = performance.now();
    const findings = await settled(embeddedStores(dataDir), record);
    const lagMs = performance.now() - endedMs;
    const { looks, faults: regressions } = await watch.stop();
    const read = await readFaults(people, findings);
    const stopped = await platform.current.stop();
    const faults = [
      ...findings.faults,
      ...regressions,
      ...read,
      ...(stopped === 0 ? [] : [`the stop gave ${stopped}`]),
      ...(await verdictOf((...words) => ops(dataDir, ...words))),
    ];
    const retries = record.reduce((sum, { tries }) => sum + tries - 1, 0);
    await options.afterwards?.(dataDir);
    const living = { perSecond: record.length / seconds, perLivingSecond: record.length / Math.max(0.001, seconds - deadMs / 1000) };
    return { ...findings, faults, seed: options.seed, ...living, retries, kills, lagMs, looks, signIns: signInsOf(people) };
  } finally {
    await platform.current.kill();
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
  }
}
