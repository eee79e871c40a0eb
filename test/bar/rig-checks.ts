import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { canStartEngines } from '@tradepost/platform/testing/engines.ts';
import { runRigApart } from '../rig/apart.ts';
import { type RigOptions, type RigResult, runRig } from '../rig/rig.ts';
import { type Asked, type Check, part, type Seen } from './check.ts';

const root = join(import.meta.dirname, '..', '..');

async function oneRun(asked: Asked, options: Pick<RigOptions, 'seed' | 'operations' | 'kills' | 'accounts'>): Promise<RigResult> {
  const result = await runRig({ ...options, clients: 64, progress: asked.say });
  for (const fault of result.faults) asked.say(`FAULT: ${fault}`);
  const { seed, kills, entries, perLivingSecond, lagMs } = result;
  asked.say(
    `seed ${seed}: ${result.faults.length} faults, ${kills} kills, ${entries} entries, ${perLivingSecond.toFixed(0)} a second alive, lag to 0 in ${(lagMs / 1000).toFixed(1)} s`,
  );
  return result;
}

const sum = (results: readonly RigResult[], of: (result: RigResult) => number): number => results.reduce((total, result) => total + of(result), 0);

export const underKill: Check = {
  id: 'M1',
  what: '10,000 mixed operations, 64 clients, 51 accounts, 200 kills, five seeds: 0 faults; at least 300 operations a second while it is alive, at most 10 minutes a seed',
  async run(asked) {
    const results: RigResult[] = [];
    let longestSeconds = 0;
    for (let number = 0; number < part(5, { share: Math.min(1, asked.share * 5) }); number += 1) {
      const beganMs = performance.now();
      results.push(await oneRun(asked, { seed: asked.seed + number, operations: part(10_000, asked), kills: part(200, asked), accounts: 51 }));
      longestSeconds = Math.max(longestSeconds, (performance.now() - beganMs) / 1000);
    }
    const faults = sum(results, (result) => result.faults.length);
    const slowest = Math.min(...results.map(({ perLivingSecond }) => perLivingSecond));
    const overall = Math.min(...results.map(({ perSecond }) => perSecond));
    const figure = `${faults} faults in ${results.length} seeds, ${sum(results, ({ kills }) => kills)} kills, ${sum(results, ({ entries }) => entries)} entries; slowest seed ${slowest.toFixed(0)} operations a second while alive, ${overall.toFixed(0)} with the dead times, ${longestSeconds.toFixed(0)} s`;
    return { passed: faults === 0 && slowest >= 300 && longestSeconds <= 600, figure };
  },
};

export const underKillApart: Check = {
  id: 'M1R',
  what: 'M1 with services apart on fresh engines: 10,000 mixed operations, 64 clients, 51 accounts, funds three times, 200 kills and 40 freezes of 2 to 10 s over funds, users and the gateway: 0 faults (one seed)',
  async run(asked) {
    if (!canStartEngines()) return { skipped: 'needs the kit of engines, named by ENGINES_KIT or beside the project' };
    const sizes = { operations: part(10_000, asked), kills: part(200, asked), accounts: 51, clients: 64 };
    const { faults, kills, freezes, entries, events, perSecond, lagMs } = await runRigApart({ seed: asked.seed, ...sizes, progress: asked.say });
    for (const fault of faults) asked.say(`FAULT: ${fault}`);
    return {
      passed: faults.length === 0,
      figure: `${faults.length} faults, ${kills} kills, ${freezes} freezes, ${entries} entries in ${events} events, ${perSecond.toFixed(0)} operations a second with the dead times, lag to 0 in ${(lagMs / 1000).toFixed(1)} s`,
    };
  },
};

export const effects: Check = {
  id: 'E1',
  what: 'the rig, where relay and consumers die with the process: each entry told, each projection equal to its ledger, lag to 0 in under 30 s',
  async run(asked) {
    const { faults, entries, events, kills, lagMs } = await oneRun(asked, { seed: asked.seed, operations: part(10_000, asked), kills: part(200, asked), accounts: 51 });
    return {
      passed: faults.length === 0 && lagMs < 30_000,
      figure: `${faults.length} faults, ${entries} entries in ${events} events over ${kills} kills, lag to 0 in ${(lagMs / 1000).toFixed(1)} s`,
    };
  },
};

export const order: Check = {
  id: 'E3',
  what: '100 accounts, the relay killed 200 times, the projection looked at every 100 ms: it never goes back (relays overlap in M1R)',
  async run(asked): Promise<Seen> {
    const { faults, kills, looks } = await oneRun(asked, { seed: asked.seed, operations: part(10_000, asked), kills: part(200, asked), accounts: 100 });
    return { passed: faults.length === 0, figure: `${faults.length} faults, ${looks} looks at 100 projections over ${kills} kills` };
  },
};

export const mutants: Check = {
  id: 'M8',
  what: 'ten bugs built in one by one: each is caught',
  async run({ say }) {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, 'test/rig/mutants.ts')], { encoding: 'utf8' });
    say(stdout.trim() || stderr.trim());
    return { passed: status === 0, figure: /^\d+ of \d+ caught$/m.exec(stdout)?.[0] ?? `the command ended with ${status}` };
  },
};
