// `npm run rig -- --seed N --operations N --kills N`
import { parseArgs } from 'node:util';
import { runRig } from './rig.ts';

const help = `npm run rig -- [--seed N] [--operations N] [--kills N] [--accounts N] [--clients N]

Starts the real platform, drives mixed bookings of many clients through the gateway, kills and freezes it on a schedule
that the seed decides, and compares what the clients were told with the books. Exit 1 when anything does not fit.

Defaults: seed of the clock, 10000 operations, 200 kills, 51 accounts, 64 clients.`;

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    operations: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '200' },
    accounts: { type: 'string', default: '51' },
    clients: { type: 'string', default: '64' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

function numberOf(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most) throw new Error(`--${name} takes a whole number from ${least} to ${most}.`);
  return value;
}

async function main(): Promise<void> {
  if (values.help) {
    console.log(help);
    return;
  }
  const seed = numberOf('seed', values.seed ?? String(Date.now() % 1_000_000), 0, 4_294_967_295);
  console.log(`seed ${seed}`);
  const result = await runRig({
    seed,
    operations: numberOf('operations', values.operations, 10, 1_000_000),
    kills: numberOf('kills', values.kills, 0, 10_000),
    accounts: numberOf('accounts', values.accounts, 1, 500),
    clients: numberOf('clients', values.clients, 1, 256),
    progress: (text) => console.log(text),
  });
  const { entries, acknowledged, events, kills, retries, perSecond, perLivingSecond, faults } = result;
  console.log(
    `${acknowledged} acknowledged, ${entries} entries, ${events} events, ${kills} kills, ${retries} retries, ${perSecond.toFixed(0)} operations a second with the dead times, ${perLivingSecond.toFixed(0)} without`,
  );
  for (const fault of faults) console.log(`FAULT: ${fault}`);
  console.log(faults.length === 0 ? `seed ${seed}: nothing lost, nothing made` : `seed ${seed}: ${faults.length} faults`);
  if (faults.length > 0) process.exitCode = 1;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
});
