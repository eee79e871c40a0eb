// `npm run rig -- --seed N --operations N --kills N [--apart]`
import { parseArgs } from 'node:util';
import { runRigApart } from './apart.ts';
import { runRig } from './rig.ts';

const help = `npm run rig -- [--seed N] [--operations N] [--kills N] [--accounts N] [--clients N] [--apart [--freezes N]]

Starts the real platform, drives mixed bookings of many clients through the gateway, kills and freezes it on a schedule
that the seed decides, and compares what the clients were told with the books. Exit 1 when anything does not fit.
--apart: each service and the gateway is a process of its own, funds three times, on fresh MongoDB, Kafka, Redis and MinIO;
each of funds, users and the gateway is killed, and beside that frozen for 2 to 10 seconds, several of them at once.

Defaults: seed of the clock, 10000 operations, 200 kills, 51 accounts, 64 clients; --freezes a fifth of the kills.`;

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    operations: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '200' },
    accounts: { type: 'string', default: '51' },
    clients: { type: 'string', default: '64' },
    apart: { type: 'boolean', default: false },
    freezes: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

function numberOf(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most) throw new Error(`--${name} takes a whole number from ${least} to ${most}.`);
  return value;
}

interface Sizes {
  readonly seed: number;
  readonly operations: number;
  readonly kills: number;
  readonly accounts: number;
  readonly clients: number;
  readonly progress: (text: string) => void;
}

/** Gives what was seen in words, and what does not fit. */
async function inOneProcess(sizes: Sizes) {
  const { kills, perSecond, perLivingSecond, ...result } = await runRig(sizes);
  return { ...result, words: `${kills} kills, ${perSecond.toFixed(0)} operations a second with the dead times, ${perLivingSecond.toFixed(0)} without` };
}

async function apart(sizes: Sizes) {
  const freezes = values.freezes === undefined ? {} : { freezes: numberOf('freezes', values.freezes, 0, 10_000) };
  const { kills, freezes: frozen, strikes, perSecond, lagMs, ...result } = await runRigApart({ ...sizes, ...freezes });
  const each = Object.entries(strikes).map(([name, times]) => `${name} ${times}`);
  const words = `${kills} kills and ${frozen} freezes (${each.join(', ')}), ${perSecond.toFixed(0)} operations a second, lag to 0 in ${(lagMs / 1000).toFixed(1)} s`;
  return { ...result, words };
}

async function main(): Promise<void> {
  if (values.help) {
    console.log(help);
    return;
  }
  const seed = numberOf('seed', values.seed ?? String(Date.now() % 1_000_000), 0, 4_294_967_295);
  console.log(`seed ${seed}`);
  const sizes: Sizes = {
    seed,
    operations: numberOf('operations', values.operations, 10, 1_000_000),
    kills: numberOf('kills', values.kills, 0, 10_000),
    accounts: numberOf('accounts', values.accounts, 1, 500),
    clients: numberOf('clients', values.clients, 1, 256),
    progress: (text) => console.log(text),
  };
  const { acknowledged, entries, events, retries, words, faults } = await (values.apart ? apart(sizes) : inOneProcess(sizes));
  console.log(`${acknowledged} acknowledged, ${entries} entries, ${events} events, ${retries} retries, ${words}`);
  for (const fault of faults) console.log(`FAULT: ${fault}`);
  console.log(faults.length === 0 ? `seed ${seed}: nothing lost, nothing made` : `seed ${seed}: ${faults.length} faults`);
  if (faults.length > 0) process.exitCode = 1;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
});
