import { canStartEngines } from '@tradepost/platform/testing/engines.ts';
import { startBrokenEngines } from '../support/broken-engines.ts';
import { allFaults, type FaultResult, lookAtFault, lookAtMoney, untilSteady } from '../support/faults.ts';
import { type Processes, startProcesses } from '../support/processes.ts';
import { startTraffic, type Traffic } from '../support/traffic.ts';
import { type Asked, type Check, part, type Seen } from './check.ts';

const perSecond = 50;
const slowMs = 3_000;
const unaffected = { fastMs: 300, fastShare: 0.99, failedShare: 0.001 };

async function breakAll(asked: Asked, run: (engine: FaultResult['engine'], fault: FaultResult['fault']) => Promise<FaultResult>): Promise<FaultResult[]> {
  const results: FaultResult[] = [];
  for (const [engine, fault] of allFaults) {
    const result = await run(engine, fault);
    asked.say(
      `${engine} ${fault}: ${result.faults.length} faults in ${result.calls} calls, the others ${result.unaffectedP99Ms.toFixed(0)} ms (p99), back after ${(result.backMs / 1000).toFixed(1)} s`,
    );
    for (const one of result.faults.slice(0, 20)) asked.say(`FAULT: ${one}`);
    results.push(result);
  }
  return results;
}

function seenOf(results: readonly FaultResult[], money: readonly string[]): Seen {
  const faults = results.reduce((sum, one) => sum + one.faults.length, money.length);
  const worst = (of: (one: FaultResult) => number): number => Math.max(...results.map(of));
  const clean = results.filter((one) => one.faults.length === 0).length;
  const calls = results.reduce((sum, one) => sum + one.calls, 0);
  return {
    passed: faults === 0,
    figure: `${clean} of ${results.length} faults of engines as the table has it, ${faults} differences in ${calls} calls, ${money.length} accounts with wrong money; what is not concerned ${worst((one) => one.unaffectedP99Ms).toFixed(0)} ms (worst p99), back after ${(worst((one) => one.backMs) / 1000).toFixed(1)} s at most`,
  };
}

export const dependencies: Check = {
  id: 'R1',
  what: 'Kafka, Redis, MinIO and MongoDB stopped, frozen and slow by 3 s (Kafka: not slow), 5 minutes each, under 50 calls a second: only what needs it is refused, the rest p99 < 300 ms with < 0.1% failed, all back within 30 s, money right',
  async run(asked) {
    if (!canStartEngines()) return { skipped: 'needs the kit of engines, named by ENGINES_KIT or beside the project' };
    const engines = await startBrokenEngines({ slowMs });
    let [processes, traffic]: [Processes | undefined, Traffic | undefined] = [undefined, undefined];
    try {
      processes = await startProcesses({ ...engines.environment, DEMO_DATA: '0', LOG_LEVEL: 'error' });
      traffic = await startTraffic(processes, perSecond);
      if (!(await untilSteady(traffic, unaffected.fastMs)))
        asked.say('calls are slow before any engine is broken: this machine is too busy, and what follows tells as much of it as of the platform');
      const options = { engines, processes, traffic, lastsMs: part(300_000, asked), unaffected };
      const results = await breakAll(asked, (engine, fault) => lookAtFault(engine, fault, options));
      await traffic.stop();
      const money = await lookAtMoney(traffic);
      for (const difference of money) asked.say(`FAULT: ${difference}`);
      return seenOf(results, money);
    } finally {
      await traffic?.stop();
      await processes?.stop();
      await engines.stop();
    }
  },
};
