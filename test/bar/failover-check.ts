import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { canStartEngines, type OwnEngine, startOwnEngine } from '@tradepost/platform/testing/engines.ts';
import { primaryOf } from '@tradepost/platform/testing/mongo-primary.ts';
import { callUntilCertain, type Noted } from '../rig/caller.ts';
import { engineStores } from '../rig/engine-stores.ts';
import { type People, preparePeople, readFaults, usualRenewalMs } from '../rig/people.ts';
import { seeded } from '../rig/random.ts';
import { settled, verdictOf } from '../rig/rig.ts';
import { work } from '../rig/work.ts';
import { type Processes, startProcesses } from '../support/processes.ts';
import { type Asked, type Check, part, percentile, type Seen } from './check.ts';

const clients = 32;
const accounts = 20;
/** The killed one must have caught up with the others: of three, two must be there. */
const catchUpMs = 4_000;
const backWithinMs = 15_000;
const settleMs = 60_000;

/** The kit's name for a member, by its place in the connection string. */
function nodeOf(uri: string, member: string): string {
  const place = new URL(uri.replace(/^mongodb:\/\/([^/?]+).*$/, (_all, hosts: string) => `http://hosts/${hosts}`)).pathname.slice(1).split(',').indexOf(member);
  if (place < 0) throw new Error(`${member} is no member of ${uri}.`);
  return `mongo-${place + 1}`;
}

/** Kills the primary again and again; gives what was booked meanwhile to see writes come back, and how long each time took. */
async function killPrimaries(asked: Asked, mongo: OwnEngine, url: string, people: People, gate: { up: Promise<void> }): Promise<{ record: Noted[]; backMs: number[] }> {
  const uri = mongo.environment.MONGODB_URI ?? '';
  const agent = new Agent({ keepAlive: true });
  const [account = ''] = people.accounts;
  const record: Noted[] = [];
  const backMs: number[] = [];
  for (let kill = 1; kill <= part(50, asked); kill += 1) {
    await pause(catchUpMs);
    const node = nodeOf(uri, await primaryOf(uri));
    const back = Promise.withResolvers<void>();
    const killedMs = performance.now();
    await mongo.act('kill', node);
    gate.up = back.promise;
    const path = `/api/users/${account}/totalfund`;
    const deposit = { kind: 'deposit', account, amountPaise: 100, by: 'administrator', method: 'PUT', path, body: { amount: 1 } } as const;
    const noted = await callUntilCertain(agent, new URL(url), deposit, () => people.owner.token(), `primary-${asked.seed}-${kill}`);
    record.push(noted);
    backMs.push(noted.endedMs - killedMs);
    back.resolve();
    await mongo.act('start-one', node);
    asked.say(`${node} killed, writes back after ${((backMs.at(-1) ?? 0) / 1000).toFixed(1)} s`);
  }
  agent.destroy();
  return { record, backMs };
}

async function runOn(asked: Asked, mongo: OwnEngine, kafkaBrokers: string, processes: Processes): Promise<Seen> {
  const people = await preparePeople(processes.url, accounts, usualRenewalMs);
  const gate = { up: Promise.resolve() };
  let over = false;
  const working = work({
    ...{ seed: asked.seed, operations: Number.POSITIVE_INFINITY, clients, url: processes.url, people, random: seeded(asked.seed), count: { sent: 0 } },
    ...{ back: () => gate.up, until: () => over },
  });
  const { record, backMs } = await killPrimaries(asked, mongo, processes.url, people, gate).finally(() => {
    over = true;
  });
  const stores = await engineStores({ mongodbUri: mongo.environment.MONGODB_URI ?? '', kafkaBrokers });
  try {
    const findings = await settled(stores, [...(await working), ...record], settleMs);
    const faults = [...findings.faults, ...(await readFaults(people, findings)), ...(await verdictOf(processes.ops))];
    for (const fault of faults) asked.say(`FAULT: ${fault}`);
    const longestMs = Math.max(...backMs);
    const seconds = (durationMs: number): string => (durationMs / 1000).toFixed(1);
    return {
      passed: faults.length === 0 && longestMs < backWithinMs,
      figure: `${faults.length} faults over ${backMs.length} killed primaries, ${findings.acknowledged} acknowledged of ${findings.entries} entries in ${findings.events} events; writes back after ${seconds(percentile(backMs, 0.5))} s (median), ${seconds(longestMs)} s at most`,
    };
  } finally {
    await stores.close();
  }
}

export const failover: Check = {
  id: 'D3',
  what: 'three nodes of MongoDB, the primary killed 50 times under mixed operations of 32 clients: 0 lost, 0 events of what is not in the books, writes back in under 15 s',
  async run(asked) {
    if (!canStartEngines()) return { skipped: 'needs the kit of engines, named by ENGINES_KIT or beside the project' };
    const started: OwnEngine[] = [];
    let processes: Processes | undefined;
    try {
      const mongo = await startOwnEngine('mongo', { nodes: 3 });
      started.push(mongo);
      const others = await startOwnEngine('kafka,redis,minio');
      started.push(others);
      const engines: Record<string, string> = { ...others.environment, MONGODB_URI: mongo.environment.MONGODB_URI ?? '' };
      processes = await startProcesses({ ...engines, DEMO_DATA: '0', RATE_LIMIT_FACTOR: '1000000', LOG_LEVEL: 'error' });
      return await runOn(asked, mongo, engines.KAFKA_BROKERS ?? '', processes);
    } finally {
      await processes?.stop();
      for (const engine of started) await engine.stop();
    }
  },
};
