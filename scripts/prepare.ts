// `npm run ops -- prepare`: makes shared stores ready for the processes that run on them. Harmless to run again, and beside them.
import { readConfiguration } from '@tradepost/platform/config.ts';
import { StartRefused } from '@tradepost/platform/errors.ts';
import { createLogger } from '@tradepost/platform/log.ts';
import { secretsOfEnvironment } from '@tradepost/platform/secrets.ts';
import { ensureDemo } from './demo/demo.ts';
import { storyClock } from './demo/story-clock.ts';
import { ensureOwnerAccount } from './first-run.ts';
import { checkNeeds, environmentOf, sparedSecrets } from './needs.ts';
import { type Closers, startSharedServices } from './shared-services.ts';

/** What was found or made. */
export interface Prepared {
  readonly owner: string;
  readonly demo: boolean;
}

/**
 * Builds what is missing in the stores that processes share, makes the owner's account, and in demo mode tells what is missing of the demonstration's story.
 * Throws StartRefused with one sentence when an engine, a secret or OWNER_PASSWORD is missing.
 */
export async function prepare(environment: Readonly<Record<string, string | undefined>>): Promise<Prepared> {
  const configuration = readConfiguration(environmentOf('prepare', environment), { spared: sparedSecrets('prepare') });
  checkNeeds('prepare', configuration);
  const { sealingKey } = configuration;
  if (sealingKey === undefined) throw new StartRefused('SEALING_KEY is required: it seals files and numbers.');
  if (configuration.ownerPassword === undefined)
    throw new StartRefused("OWNER_PASSWORD is required: the first password of the owner's account, which the owner changes after the first sign-in.");
  const log = createLogger({ level: configuration.logLevel, format: configuration.logFormat ?? 'json', destination: process.stderr });
  const closers: Closers = [];
  try {
    const clock = storyClock();
    const secrets = { ...secretsOfEnvironment(configuration), sealingKey };
    const { services } = await startSharedServices({ configuration, secrets, log, clock, purpose: 'prepare', closers, quiet: false });
    await ensureOwnerAccount(configuration, services.users);
    if (configuration.demoData) await ensureDemo({ record: services.users.story, clock, services, log });
    return { owner: configuration.ownerUserId, demo: configuration.demoData };
  } finally {
    for (const close of closers.reverse()) await close();
  }
}
