// The verbs that write: run by the platform when it runs in one process, else by the tool on services of its own.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readConfiguration } from '@tradepost/platform/config.ts';
import { Refused, StartRefused } from '@tradepost/platform/errors.ts';
import { createLogger } from '@tradepost/platform/log.ts';
import { beginRotation } from '@tradepost/platform/secrets.ts';
import { lockFolder } from '@tradepost/platform/sqlite/folder-lock.ts';
import { askControl, type RunVerb } from '../control.ts';
import type { Operations } from './operations.ts';
import { runShared } from './shared.ts';
import { enginesOf } from './stores.ts';

const textOf = (input: unknown, name: string): string | undefined => {
  const value = typeof input === 'object' && input !== null ? Object.entries(input).find(([key]) => key === name)?.[1] : undefined;
  return typeof value === 'string' ? value : undefined;
};

/** Runs a verb on a platform that has started. Throws Refused for a verb there is not. */
export async function runVerb(operations: Operations, verb: string, input: unknown): Promise<unknown> {
  switch (verb) {
    case 'dead-letters replay':
      return operations.replayDeadLetters(textOf(input, 'id'));
    case 'projections rebuild':
      return operations.rebuildProjections();
    case 'relay resend':
      return operations.resend(Number(textOf(input, 'sinceMs')));
    case 'users unlock':
      return operations.unlock(textOf(input, 'id') ?? '');
    default:
      throw new Refused('not-found', { detail: `The platform that runs knows no verb ${verb}; it may be of another version.` });
  }
}

/** What the platform's process runs for its control port. `restart` stops everything and starts it again on the same address. */
export function controlVerbs(dataDir: string, platform: () => { readonly operations: Operations }, restart: () => Promise<void>): RunVerb {
  return async (verb, input) => {
    if (verb !== 'secrets rotate') return runVerb(platform().operations, verb, input);
    beginRotation({ ...readConfiguration(process.env), dataDir });
    await restart();
    return { rotated: true };
  };
}

/** Opens the services on the data folder, and on the engines that are named, in this process, runs, and closes them. Throws StartRefused when another holds the folder. */
async function runHere(dataDir: string, verb: string, input: unknown): Promise<unknown> {
  const configuration = { ...readConfiguration(process.env), dataDir, demoData: false, marketFeed: 'simulated' as const };
  if (configuration.mongodbUri === undefined && !existsSync(join(dataDir, 'funds.db')))
    throw new Error(`There is no funds.db in ${dataDir}: set DATA_DIR to the folder of a platform that was started once.`);
  const sealed = configuration.sealingKey !== undefined || existsSync(join(dataDir, 'secrets.json'));
  if (!sealed) throw new Error(`There is no secrets.json in ${dataDir}: set the platform's own SEALING_KEY, TOKEN_KEY and INTERNAL_KEY for this command.`);
  if (verb === 'secrets rotate') {
    const lock = lockFolder(dataDir);
    try {
      beginRotation(configuration);
    } finally {
      lock.release();
    }
  }
  const log = createLogger({ level: 'error', format: 'json', destination: process.stderr });
  // The whole platform is read only where it is needed: the tool is quick to start beside one that runs.
  const { startPlatform } = await import('../platform.ts');
  const platform = await startPlatform(configuration, { log, maintenance: true });
  try {
    return verb === 'secrets rotate' ? { rotated: true } : await runVerb(platform.operations, verb, input);
  } finally {
    await platform.stop();
  }
}

/** Runs a verb that writes wherever it can be run. Throws an Error with one sentence when it cannot, or when it is refused. */
export async function runWriting(dataDir: string, verb: string, input: unknown): Promise<unknown> {
  const asked = await askControl(dataDir, verb, input);
  if (asked) return asked.result;
  const { mongodbUri, kafkaBrokers } = enginesOf(process.env);
  // Processes of their own share them, and may be at work there: nothing is locked, and nothing needs to be.
  if (mongodbUri !== undefined && kafkaBrokers !== undefined && verb !== 'secrets rotate')
    return runShared({ dataDir, verb, id: textOf(input, 'id') }, (operations) => runVerb(operations, verb, input));
  try {
    return await runHere(dataDir, verb, input);
  } catch (error) {
    if (error instanceof StartRefused && /Another Tradepost uses/.test(error.message))
      throw new Error(`Another process holds ${dataDir} but does not answer its control port: wait until it is ready, or stop it, and try again.`, { cause: error });
    throw error;
  }
}
