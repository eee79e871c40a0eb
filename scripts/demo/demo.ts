import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Configuration } from '@tradepost/platform/config.ts';
import type { Logger } from '@tradepost/platform/log.ts';
import { writePrivateFile } from '@tradepost/platform/private-file.ts';
import type { DemoStory } from '@tradepost/users/collections.ts';
import type { Stage } from './stage.ts';
import { steps } from './steps.ts';
import type { StoryClock } from './story-clock.ts';

/** Where it is written down how much of the story was told. */
export interface DemoRecord {
  read(): Promise<DemoStory | undefined>;
  write(story: DemoStory): Promise<void>;
}

const dayMs = 86_400_000;
const indiaMs = 5.5 * 3_600_000;

const indianDay = (atMs: number): string => new Date(atMs + indiaMs).toISOString().slice(0, 10);

/** The record of a demonstration: a file beside embedded data, and in the store of users where that is elsewhere. */
export function demoRecord({ mongodbUri, dataDir }: Configuration, users: { readonly story: DemoRecord }): DemoRecord {
  if (mongodbUri !== undefined) return users.story;
  const file = join(dataDir, 'demo.json');
  return {
    read: async () => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as DemoStory) : undefined),
    write: async (story) => writePrivateFile(file, `${JSON.stringify(story, null, 2)}\n`),
  };
}

/**
 * Tells the demonstration's story: runs the steps that are not recorded, each at its own past time and with a fixed key.
 * A kill between a step and its record only repeats the step, which its key makes harmless. Gives the ids of the two accounts that visitors enter.
 */
export async function ensureDemo(options: { record: DemoRecord; clock: StoryClock; services: Stage['services']; log: Logger }): Promise<{ client: string; admin: string }> {
  const { record, clock, services, log } = options;
  let told: DemoStory = (await record.read()) ?? { today: indianDay(clock.now()), done: [], made: {} };
  const missing = steps.filter((step) => !told.done.includes(step.number));
  if (missing.length > 0) log.info({ steps: missing.length }, 'making the demonstration data');
  try {
    for (const step of missing) {
      clock.hold(Date.parse(`${told.today}T${step.at}:00+05:30`) - step.daysAgo * dayMs);
      const ids = await step.run({ services, made: told.made }, `demo-step-${step.number}`);
      told = { ...told, done: [...told.done, step.number], made: { ...told.made, ...ids } };
      await record.write(told);
    }
  } finally {
    clock.release();
  }
  const { client, admin } = told.made;
  if (client === undefined || admin === undefined) throw new Error('The record of the demonstration does not name its accounts.');
  return { client, admin };
}
