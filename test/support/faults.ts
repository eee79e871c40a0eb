// What must hold while an engine is away, as a table, and the runs that look at it.
import { setTimeout as pause } from 'node:timers/promises';
import { type BrokenEngines, canBeSlow, type EngineName, engineNames, type Fault } from './broken-engines.ts';
import { registeredPerson, registrationForm } from './platform.ts';
import { type Processes, type ProcessName, processNames } from './processes.ts';
import { type Kind, kinds, type Sample, type Traffic } from './traffic.ts';

interface Expectation {
  /** Calls that may be answered 503. All others go on as ever. */
  readonly affected: readonly Kind[];
  /** What stands in `degraded`, and of which processes. */
  readonly degraded?: { readonly name: string; readonly of: readonly ProcessName[] };
  /** Not ready. */
  readonly unready: readonly ProcessName[];
}

const table: Readonly<Record<EngineName, Expectation>> = {
  kafka: { affected: [], degraded: { name: 'bus', of: processNames }, unready: [] },
  redis: { affected: [], degraded: { name: 'cache', of: ['auth', 'market', 'gateway'] }, unready: [] },
  minio: { affected: ['document'], degraded: { name: 'objects', of: ['users', 'site-content'] }, unready: [] },
  mongo: {
    affected: ['deposit', 'detail', 'list', 'positions', 'site', 'document', 'sign-in'],
    unready: ['auth', 'users', 'funds', 'positions', 'site-content'],
  },
};

/** What one engine's fault has shown. */
export interface FaultResult {
  readonly engine: EngineName;
  readonly fault: Fault;
  /** Each thing that is not as the table has it, in words. */
  readonly faults: readonly string[];
  readonly calls: number;
  /** Of the calls that the fault does not concern. */
  readonly unaffectedP99Ms: number;
  /** From the mending until every kind of call is answered and every process says that nothing is away. */
  readonly backMs: number;
}

export interface FaultOptions {
  readonly engines: BrokenEngines;
  readonly processes: Processes;
  readonly traffic: Traffic;
  /** How long the fault lasts. */
  readonly lastsMs: number;
  /** What the calls that it does not concern may do. */
  readonly unaffected: Unaffected;
}

/** `fastShare` of them take less than `fastMs`, and `failedShare` at most are not answered. */
export interface Unaffected {
  readonly fastMs: number;
  readonly fastShare: number;
  readonly failedShare: number;
}

/** How soon everything must be back. */
const backWithinMs = 30_000;
/** The gateway's deadline, and a busy machine's. */
const longestMs = 12_000;
/** Within which silence of auth becomes a refusal: a second without an answer for most; a call that was past auth already waits for the store, 3 s, within the 5 s of a service. */
const silentWithinMs = 5_000;
/** A fault has shown itself everywhere by then. */
const shownAfterMs = 3_000;
const probeMs = 2_000;
const steadyWithinMs = 60_000;

const quantile = (values: readonly number[], share: number): number => values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

/** Every pair of an engine and a fault that can be made. */
export const allFaults: readonly (readonly [EngineName, Fault])[] = engineNames.flatMap((engine) =>
  (['stopped', 'frozen', 'slow'] as const).filter((fault) => fault !== 'slow' || canBeSlow(engine)).map((fault) => [engine, fault] as const),
);

interface State {
  readonly name: ProcessName;
  readonly status: number;
  readonly degraded: readonly string[];
  readonly tookMs: number;
}

function statesOf(processes: Processes): Promise<State[]> {
  return Promise.all(
    processNames.map(async (name) => {
      const beganMs = performance.now();
      try {
        const answer = await fetch(`${processes.urlOf(name)}/readyz`, { signal: AbortSignal.timeout(probeMs) });
        const state: unknown = await answer.json();
        const degraded = typeof state === 'object' && state !== null && 'degraded' in state && Array.isArray(state.degraded) ? state.degraded.map(String) : [];
        return { name, status: answer.status, degraded, tookMs: performance.now() - beganMs };
      } catch {
        // Whoever probes sees no more than that.
        return { name, status: 0, degraded: [], tookMs: performance.now() - beganMs };
      }
    }),
  );
}

function faultsOfStates(states: readonly State[], engine: EngineName, fault: Fault): string[] {
  const { degraded, unready } = table[engine];
  return states.flatMap(({ name, status, degraded: told, tookMs }) => {
    if (status === 0) return [`${name} did not tell its state within ${probeMs} ms`];
    if (fault === 'slow') return [];
    const found: string[] = [];
    const wanted = unready.includes(name) ? 503 : 200;
    if (status !== wanted) found.push(`${name} answered ${status} after ${tookMs.toFixed(0)} ms in place of ${wanted}`);
    if (degraded && degraded.of.includes(name) !== told.includes(degraded.name)) found.push(`${name} says of itself: ${told.join(', ') || 'nothing'}`);
    return found;
  });
}

const sentenceOf = ({ kind, status, tookMs }: Sample): string => `${kind} was answered ${status} after ${tookMs.toFixed(0)} ms`;

function faultsOfCalls(samples: readonly Sample[], { engine, fault, limits }: { engine: EngineName; fault: Fault; limits: Unaffected }): { faults: string[]; p99Ms: number } {
  const { affected } = table[engine];
  const isAffected = (sample: Sample): boolean => affected.includes(sample.kind);
  const unaffected = samples.filter((sample) => !isAffected(sample));
  const faults = samples.filter((sample) => isAffected(sample) && sample.status !== 200 && sample.status !== 503).map(sentenceOf);
  const failed = unaffected.filter(({ status }) => status !== 200);
  if (failed.length > unaffected.length * limits.failedShare) faults.push(...failed.map(sentenceOf));
  for (const { kind, tookMs } of samples.filter(({ tookMs }) => tookMs > longestMs)) faults.push(`${kind} took ${tookMs.toFixed(0)} ms`);
  const times = unaffected.map(({ tookMs }) => tookMs);
  const tookMs = quantile(times, limits.fastShare);
  if (tookMs > limits.fastMs) faults.push(`what is not concerned took ${tookMs.toFixed(0)} ms (quantile ${limits.fastShare})`);
  const p99Ms = quantile(times, 0.99);
  if (fault === 'slow') return { faults, p99Ms };
  for (const kind of affected) if (!samples.some((sample) => sample.kind === kind && sample.status === 503)) faults.push(`${kind} was never answered 503`);
  return { faults, p99Ms };
}

/** Money and sign-in when the store of auth is away: refused at once, not after the patience of a driver. */
function faultsOfSilence(samples: readonly Sample[], engine: EngineName, fault: Fault): string[] {
  if (engine !== 'mongo' || fault === 'slow') return [];
  return samples
    .filter(({ kind, tookMs }) => (kind === 'sign-in' || kind === 'deposit') && tookMs > silentWithinMs)
    .map(({ kind, status, tookMs }) => `${kind} was answered ${status} only after ${tookMs.toFixed(0)} ms`);
}

/** Tries to register while files cannot be kept; gives what is wrong, and what looks afterwards whether anybody was made. */
async function registration(processes: Processes) {
  const person = await registeredPerson();
  const register = async (): Promise<number> => (await processes.visitor().post('/api/register', registrationForm(person))).status;
  const first = await register();
  return {
    faults: first === 503 ? [] : [`a registration was answered ${first}`],
    // Had anybody been made, the e-mail would be taken.
    again: async (): Promise<string[]> => {
      const second = await register();
      return second === 201 ? [] : [`the registration was answered ${second} once files could be kept again`];
    },
  };
}

/** Waits until every kind of call is answered and nothing is away; gives what is left after 30 s. */
export async function untilBack(processes: Processes, traffic: Traffic): Promise<string[]> {
  const deadlineMs = performance.now() + backWithinMs;
  for (;;) {
    const [states, samples] = await Promise.all([statesOf(processes), Promise.all(kinds.map((kind) => traffic.once(kind)))]);
    const left = [
      ...states
        .filter(({ status, degraded }) => status !== 200 || degraded.length > 0)
        .map(({ name, status, degraded }) => `${name} is not back: ${status} ${degraded.join(', ')}`),
      ...samples.filter(({ status }) => status !== 200).map(({ kind, status }) => `${kind} is not back: ${status}`),
    ];
    if (left.length === 0 || performance.now() > deadlineMs) return left;
    await pause(200);
  }
}

/** Waits until the calls of two seconds are all answered and fast: processes that have just started are slow, which is no fault of an engine. False when they are not after a minute. */
export async function untilSteady(traffic: Traffic, fastMs: number): Promise<boolean> {
  const deadlineMs = performance.now() + steadyWithinMs;
  while (performance.now() < deadlineMs) {
    const sinceMs = performance.now();
    await pause(2_000);
    const samples = traffic.samples(sinceMs);
    if (samples.length > 0 && samples.every(({ status, tookMs }) => status === 200 && tookMs < fastMs)) return true;
  }
  return false;
}

/** Breaks one engine under traffic, mends it, and compares what was seen with the table. */
export async function lookAtFault(engine: EngineName, fault: Fault, options: FaultOptions): Promise<FaultResult> {
  const { engines, processes, traffic, lastsMs } = options;
  const brokenMs = performance.now();
  await engines.break(engine, fault);
  await pause(shownAfterMs);
  const faults = faultsOfStates(await statesOf(processes), engine, fault);
  const registering = engine === 'minio' && fault !== 'slow' ? await registration(processes) : undefined;
  faults.push(...(registering?.faults ?? []));
  await pause(Math.max(0, brokenMs + lastsMs - performance.now()));
  const mendedMs = performance.now();
  const during = traffic.samples(brokenMs);
  await engines.mend(engine, fault);
  faults.push(...(await untilBack(processes, traffic)));
  const backMs = performance.now() - mendedMs;
  // Those that were under way when it was mended are looked at as well.
  const late = traffic.samples(brokenMs).filter(({ atMs }) => atMs < mendedMs);
  const judged = faultsOfCalls(late, { engine, fault, limits: options.unaffected });
  faults.push(...judged.faults, ...faultsOfSilence(during, engine, fault), ...((await registering?.again()) ?? []));
  return { engine, fault, faults, calls: late.length, unaffectedP99Ms: judged.p99Ms, backMs };
}

/** Settles what is open and compares every account with its deposits, in the books and in the list; gives what differs after 30 s. Traffic must have stopped. */
export async function lookAtMoney(traffic: Traffic): Promise<string[]> {
  await traffic.settle(backWithinMs);
  const expected = traffic.expected();
  const deadlineMs = performance.now() + backWithinMs;
  for (;;) {
    const differences = (await traffic.told()).flatMap(({ account, detail, list }) => {
      const rupees = expected.get(account);
      return detail === rupees && list === rupees ? [] : [`account ${account} has ${rupees} deposits of a rupee, holds ${detail}, and the list says ${list}`];
    });
    if (differences.length === 0 || performance.now() > deadlineMs) return differences;
    await pause(250);
  }
}
