// The rig for services apart: three of funds behind one URL, and all else as processes of their own, on engines of their own, under violence that overlaps.
import { startOwnEngine } from '@tradepost/platform/testing/engines.ts';
import type { PlatformProcess } from '../support/process.ts';
import { type Processes, type ProcessName, processNames, startProcesses } from '../support/processes.ts';
import { type Balancer, openBalancer } from './balancer.ts';
import { engineStores } from './engine-stores.ts';
import { preparePeople, readFaults, signInsOf, usualRenewalMs } from './people.ts';
import { type Random, seeded } from './random.ts';
import { inTime, type RigOptions, type RigResult, settled, verdictOf } from './rig.ts';
import { watchStores } from './watch.ts';
import { pointsOf, work } from './work.ts';

export interface ApartOptions extends Pick<RigOptions, 'seed' | 'operations' | 'kills' | 'accounts' | 'clients' | 'renewalMs' | 'progress'> {
  /** How often one is frozen, beside the kills (a fifth of them). */
  readonly freezes?: number;
  /** The longest that one is frozen (10,000); the shortest is 2,000. */
  readonly longestFreezeMs?: number;
}

export interface ApartResult extends Omit<RigResult, 'perLivingSecond'> {
  readonly freezes: number;
  /** How often each was killed or frozen. */
  readonly strikes: Readonly<Record<string, number>>;
}

const shortestFreezeMs = 2_000;
const usualLongestFreezeMs = 10_000;
/** A group of consumers waits half a minute for a member that was killed. */
const settleMs = 60_000;
const askAgainMs = 100;

/** One that is killed and frozen. */
interface Victim {
  readonly name: string;
  kill(): Promise<void>;
  freeze(durationMs: number): Promise<void>;
  /** Starts it again and resolves when it is ready. */
  restart(): Promise<void>;
  stop(): Promise<number | null>;
}

interface Strike {
  readonly point: number;
  readonly victim: string;
  /** Frozen, not killed. */
  readonly freezeMs?: number;
}

const victimNames = ['funds-1', 'funds-2', 'funds-3', 'users', 'gateway'] as const;

/** Each of them once in an order of chance, then all again. */
function inRounds(times: number, random: Random): string[] {
  const rounds = Array.from({ length: Math.ceil(times / victimNames.length) }, () => {
    const left = [...victimNames];
    return victimNames.flatMap(() => left.splice(random.whole(0, left.length - 1), 1));
  });
  return rounds.flat().slice(0, times);
}

function scheduleOf(options: ApartOptions, random: Random): Strike[] {
  const { kills, freezes = Math.ceil(kills / 5), longestFreezeMs = usualLongestFreezeMs } = options;
  const points = (times: number): number[] => pointsOf({ ...options, kills: times }, random);
  const strikesOf = (times: number) => {
    const names = inRounds(times, random);
    return points(times).map((point, turn) => ({ point, victim: names[turn] ?? '' }));
  };
  const killed: Strike[] = strikesOf(kills);
  const frozen: Strike[] = strikesOf(freezes).map((strike) => ({ ...strike, freezeMs: random.whole(shortestFreezeMs, longestFreezeMs) }));
  return [...killed, ...frozen].toSorted((a, b) => a.point - b.point);
}

/** The process of a name. */
function named(processes: Processes, name: ProcessName): Victim {
  return {
    name,
    kill: () => processes.kill(name),
    freeze: (durationMs) => processes.freeze(name, durationMs),
    restart: async () => void (await inTime(processes.start(name))),
    stop: () => processes.stopOne(name),
  };
}

/** A further one of funds, which has another port after each start. */
async function furtherFunds(processes: Processes, balancer: Balancer, name: string): Promise<Victim> {
  let current: PlatformProcess;
  const restart = async (): Promise<void> => {
    current = await inTime(processes.start('funds', { further: true }));
    balancer.set(name, current.url);
  };
  await restart();
  return { name, restart, kill: () => current.kill(), freeze: (durationMs) => current.freeze(durationMs), stop: () => current.stop() };
}

/** The platform and what can be done to it. */
interface Stage {
  readonly processes: Processes;
  readonly victims: readonly Victim[];
}

async function setStage(processes: Processes, balancer: Balancer): Promise<Stage> {
  balancer.set('funds-1', processes.urlOf('funds'));
  const first: Victim = { ...named(processes, 'funds'), name: 'funds-1' };
  const funds = [first, await furtherFunds(processes, balancer, 'funds-2'), await furtherFunds(processes, balancer, 'funds-3')];
  return { processes, victims: [...funds, named(processes, 'users'), named(processes, 'gateway')] };
}

/** Strikes in the order of the schedule. The same one is struck when it is back from the time before; several may be away at once. */
function violence(schedule: readonly Strike[], victims: readonly Victim[], count: { readonly sent: number }, over: () => boolean, progress?: (text: string) => void) {
  const chains = new Map<string, Promise<void>>();
  const strikes: Record<string, number> = {};
  let [kills, freezes] = [0, 0];
  let failed: Error | undefined;

  async function strike(victim: Victim, freezeMs: number | undefined): Promise<void> {
    if (failed) return;
    strikes[victim.name] = (strikes[victim.name] ?? 0) + 1;
    if (freezeMs !== undefined) {
      freezes += 1;
      await victim.freeze(freezeMs);
      return;
    }
    kills += 1;
    await victim.kill();
    await victim.restart();
    if (kills % 20 === 0) progress?.(`${kills} kills, ${count.sent} operations`);
  }

  async function all(): Promise<void> {
    for (const { point, victim: name, freezeMs } of schedule) {
      while (count.sent < point && !over()) await new Promise((resolve) => setTimeout(resolve, 5));
      if (over()) break;
      const victim = victims.find((one) => one.name === name);
      if (!victim) throw new Error(`There is no ${name}.`);
      const before = chains.get(name) ?? Promise.resolve();
      const chain = before.then(() => strike(victim, freezeMs));
      chain.catch((error: Error) => {
        failed = error;
      });
      chains.set(name, chain);
    }
    await Promise.all(chains.values());
  }

  return {
    done: all(),
    /** Resolves when nobody of that name is away any more. Throws when one of any name did not come back: the run is lost. */
    async back(name: string): Promise<void> {
      if (failed) throw failed;
      await chains.get(name);
    },
    /** Resolves when no start is under way that would leave a process which nobody stops. */
    quiet: async (): Promise<void> => void (await Promise.allSettled(chains.values())),
    seen: () => ({ kills, freezes, strikes }),
  };
}

/** Stops everything by a signal; gives who did not end with 0. */
async function stopAll({ processes, victims }: Stage): Promise<string[]> {
  const others = processNames.filter((name) => !['funds', 'users', 'gateway'].includes(name)).map((name) => named(processes, name));
  const codes = await Promise.all([...victims, ...others].map(async (one) => ({ name: one.name, code: await one.stop() })));
  return codes.flatMap(({ name, code }) => (code === 0 ? [] : [`the stop of ${name} gave ${code}`]));
}

async function runOn(stage: Stage, engines: Readonly<Record<string, string>>, options: ApartOptions): Promise<ApartResult> {
  const random = seeded(options.seed);
  const { processes, victims } = stage;
  const stores = await engineStores({ mongodbUri: engines.MONGODB_URI ?? '', kafkaBrokers: engines.KAFKA_BROKERS ?? '' });
  try {
    // What has just begun to listen may not answer in time yet.
    await processes.owner();
    const people = await preparePeople(processes.url, options.accounts, options.renewalMs ?? usualRenewalMs);
    const schedule = scheduleOf(options, random);
    const count = { sent: 0 };
    let over = false;
    const watch = watchStores(stores);
    const beganMs = performance.now();
    const struck = violence(schedule, victims, count, () => over, options.progress);
    const back = async (): Promise<void> => {
      await struck.back('gateway');
      await new Promise((resolve) => setTimeout(resolve, askAgainMs));
    };
    const working = work({ ...options, url: processes.url, people, random, back, count }).finally(() => {
      over = true;
    });
    const timed = working.then((done) => ({ record: done, seconds: (performance.now() - beganMs) / 1000 }));
    const [{ record, seconds }] = await Promise.all([timed, struck.done]).finally(async () => {
      over = true;
      await struck.quiet();
    });
    const endedMs = performance.now();
    const findings = await settled(stores, record, settleMs);
    const lagMs = performance.now() - endedMs;
    const { looks, faults: regressions } = await watch.stop();
    const read = await readFaults(people, findings);
    const stopped = await stopAll(stage);
    const faults = [...findings.faults, ...regressions, ...read, ...stopped, ...(await verdictOf(processes.ops))];
    const retries = record.reduce((sum, { tries }) => sum + tries - 1, 0);
    return { ...findings, faults, seed: options.seed, perSecond: record.length / seconds, retries, lagMs, looks, signIns: signInsOf(people), ...struck.seen() };
  } finally {
    await stores.close();
  }
}

/**
 * Runs `operations` mixed calls of `clients` clients against services apart on fresh engines: three of funds with their relays, users and the gateway are killed `kills` times
 * and frozen `freezes` times, some of them at once; then the books in MongoDB, the events on Kafka and the projections are checked. Throws when a process does not come back.
 */
export async function runRigApart(options: ApartOptions): Promise<ApartResult> {
  const engine = await startOwnEngine('mongo,kafka,redis,minio');
  let [balancer, starting]: [Balancer | undefined, Promise<Processes> | undefined] = [undefined, undefined];
  const clear = async (): Promise<void> => {
    // A start that fails has stopped what it started.
    const [started] = await Promise.allSettled([starting]);
    if (started.status === 'fulfilled') await started.value?.stop();
    await balancer?.close();
    await engine.stop();
  };
  const interrupted = (): void => void clear().finally(() => process.exit(1));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupted);
  try {
    balancer = await openBalancer();
    const environment = { ...engine.environment, FUNDS_URL: balancer.url, DEMO_DATA: '0', RATE_LIMIT_FACTOR: '1000000', LOG_LEVEL: 'error' };
    starting = startProcesses(environment);
    return await runOn(await setStage(await starting, balancer), engine.environment, options);
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupted);
    await clear();
  }
}
