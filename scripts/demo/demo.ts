import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '@tradepost/platform/log.ts';
import { writePrivateFile } from '@tradepost/platform/private-file.ts';
import type { StoryClock } from '../platform.ts';
import type { Stage } from './stage.ts';
import { steps } from './steps.ts';

interface Told {
  /** The day from which `daysAgo` counts: the day of the first start. */
  readonly today: string;
  readonly done: readonly number[];
  readonly made: Readonly<Record<string, string>>;
}

const dayMs = 86_400_000;
const indiaMs = 5.5 * 3_600_000;

const indianDay = (atMs: number): string => new Date(atMs + indiaMs).toISOString().slice(0, 10);

function readTold(file: string, nowMs: number): Told {
  if (!existsSync(file)) return { today: indianDay(nowMs), done: [], made: {} };
  return JSON.parse(readFileSync(file, 'utf8')) as Told;
}

/**
 * Tells the demonstration's story: runs the steps that are not recorded in `demo.json`, each at its own past time and with a fixed key.
 * A kill between a step and its record only repeats the step, which its key makes harmless. Gives the ids of the two accounts that visitors enter.
 */
export async function ensureDemo(options: { dataDir: string; clock: StoryClock; services: Stage['services']; log: Logger }): Promise<{ client: string; admin: string }> {
  const { clock, services, log } = options;
  const file = join(options.dataDir, 'demo.json');
  let told = readTold(file, clock.now());
  const missing = steps.filter((step) => !told.done.includes(step.number));
  if (missing.length > 0) log.info({ steps: missing.length }, 'making the demonstration data');
  try {
    for (const step of missing) {
      clock.hold(Date.parse(`${told.today}T${step.at}:00+05:30`) - step.daysAgo * dayMs);
      const ids = await step.run({ services, made: told.made }, `demo-step-${step.number}`);
      told = { ...told, done: [...told.done, step.number], made: { ...told.made, ...ids } };
      writePrivateFile(file, `${JSON.stringify(told, null, 2)}\n`);
    }
  } finally {
    clock.release();
  }
  const { client, admin } = told.made;
  if (client === undefined || admin === undefined) throw new Error(`${file} does not name the demonstration's accounts.`);
  return { client, admin };
}
