import { setTimeout as pause } from 'node:timers/promises';
import { canStartEngines, startOwnEngine } from '@tradepost/platform/testing/engines.ts';
import { ownerPassword } from '../support/platform.ts';
import { type Processes, startProcesses } from '../support/processes.ts';
import { newClient } from '../support/traffic.ts';
import { type Asked, type Check, part } from './check.ts';
import { runJest } from './run-jest.ts';

const skipped = 'needs the kit of engines, named by ENGINES_KIT or beside the project';
const backWithinMs = 30_000;
const giveUpMs = 120_000;
const renewEvery = 5;

/** Runs one test of the suite that breaks Kafka, in another size. `backMs` are the times its log names. */
function faultTest(name: string, sizes: Record<string, string>, { say }: Asked): { passed: boolean; backMs: number[] } {
  const words = ['--selectProjects', 'platform', '--testPathPatterns', 'bus-kafka-faults', '--testNamePattern', name];
  // The test starts a broker of its own; the variable only says that one is wanted.
  const run = runJest(words, { KAFKA_BROKERS: 'of its own', TEST_LOG_LEVEL: 'warn', ...sizes });
  const { stdout, stderr } = run;
  const passed = run.passed && /\b1 passed/.test(run.tests ?? '');
  if (!passed) say(stderr);
  return { passed, backMs: [...stdout.matchAll(/"backMs":([\d.]+)/g)].map(([, text]) => Number(text)) };
}

export const producerHonesty: Check = {
  id: 'E6',
  what: 'the connection reset 2,000 times after the broker has the batch and before it says so: 0 events lost, those that come twice have one id, the order of a key stays',
  async run(asked) {
    if (!canStartEngines()) return { skipped };
    const resets = part(2_000, asked);
    const { passed } = faultTest('when the connection is reset after the broker has the batch', { KAFKA_RESETS: String(resets) }, asked);
    return { passed, figure: passed ? `0 lost, order kept, over ${resets} resets after the append` : `the test did not pass over ${resets} resets` };
  },
};

/** Kills the consumer of the balances and starts it again; gives for each time how long after the kill it had caught up. */
async function killConsumers(asked: Asked, processes: Processes): Promise<number[]> {
  const owner = await processes.owner();
  const { id, userId } = await newClient(processes, owner);
  const backMs: number[] = [];
  let rupees = 0;
  const deposit = async (): Promise<void> => {
    const key = `consumer-${asked.seed}-${rupees}`;
    while ((await owner.put(`/api/users/${id}/totalfund`, { amount: 1 }, { 'idempotency-key': key })).status !== 200) await pause(100);
    rupees += 1;
  };
  for (let kill = 1; kill <= part(100, asked); kill += 1) {
    if (kill % renewEvery === 0) await owner.signIn('owner', ownerPassword);
    await deposit();
    const killedMs = performance.now();
    await processes.kill('users');
    await processes.start('users');
    await deposit();
    for (;;) {
      const { body: rows } = await owner.get(`/api/users?q=${userId}`);
      const tookMs = performance.now() - killedMs;
      if (Array.isArray(rows) && rows.some((row) => row._id === id && row.totalfund === rupees)) {
        backMs.push(tookMs);
        break;
      }
      if (tookMs > giveUpMs) throw new Error(`The consumer was not back ${giveUpMs / 1000} s after kill ${kill}.`);
      await pause(100);
    }
    asked.say(`consumer killed ${kill} times, back after ${((backMs.at(-1) ?? 0) / 1000).toFixed(1)} s`);
  }
  return backMs;
}

async function onEngines(run: (processes: Processes) => Promise<number[]>): Promise<number[]> {
  const engines = await startOwnEngine('mongo,kafka,redis,minio');
  let processes: Processes | undefined;
  try {
    processes = await startProcesses({ ...engines.environment, DEMO_DATA: '0', RATE_LIMIT_FACTOR: '1000000', LOG_LEVEL: 'error' });
    return await run(processes);
  } finally {
    await processes?.stop();
    await engines.stop();
  }
}

export const rebalance: Check = {
  id: 'E7',
  what: 'Kafka killed 30 times amid publishing and a consuming process 100 times: no acknowledged event lost, the consumer alive again within 30 s of the return, without help',
  async run(asked) {
    if (!canStartEngines()) return { skipped };
    const kills = part(30, asked);
    const broker = faultTest('when the broker is killed amid publishing', { KAFKA_KILLS: String(kills) }, asked);
    const consumer = await onEngines((processes) => killConsumers(asked, processes));
    const longest = (times: readonly number[]): string => (Math.max(0, ...times) / 1000).toFixed(1);
    return {
      passed: broker.passed && broker.backMs.length === kills && consumer.every((backMs) => backMs < backWithinMs),
      figure: `broker: ${broker.passed ? '0 lost' : 'FAILED'} over ${kills} kills, consumer back ${longest(broker.backMs)} s at most after its return; consumer: ${consumer.length} kills, caught up ${longest(consumer)} s at most after each`,
    };
  },
};
