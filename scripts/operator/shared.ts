// The verbs that write, on stores that processes of their own share: beside those processes, whether they run or not.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Configuration, readConfiguration } from '@tradepost/platform/config.ts';
import { Refused } from '@tradepost/platform/errors.ts';
import { type Client, connect } from '@tradepost/platform/internal.ts';
import { createLogger, type Logger } from '@tradepost/platform/log.ts';
import { systemClock } from '@tradepost/platform/ports.ts';
import { openSecrets, type Secrets, secretsOfEnvironment } from '@tradepost/platform/secrets.ts';
import type { Service } from '@tradepost/platform/service.ts';
import * as authInternal from '@tradepost/proto/api/auth/internal.ts';
import * as usersInternal from '@tradepost/proto/api/users/internal.ts';
import { environmentOf, sparedSecrets } from '../needs.ts';
import { type Closers, startSharedServices } from '../shared-services.ts';
import { type Operations, openOperations, replayDeadLetters } from './operations.ts';

type SharedSecrets = Pick<Secrets, 'internalKey' | 'requestHashKey' | 'sealingKey'>;

/** The secrets of the processes: from the environment, or those that a platform in one process keeps in the data folder. */
function secretsOf(configuration: Configuration): SharedSecrets {
  const { sealingKey, internalKey, dataDir } = configuration;
  if (sealingKey !== undefined && internalKey !== undefined) return { ...secretsOfEnvironment(configuration), sealingKey };
  if (existsSync(join(dataDir, 'secrets.json'))) return openSecrets(configuration);
  throw new Error(`INTERNAL_KEY and SEALING_KEY of the processes are needed here, and there is no secrets.json in ${dataDir} either.`);
}

/** How auth is told. Without Redis its counts lie in the memory of the process that runs. */
function authOf(configuration: Configuration, internalKey: string): Client<typeof authInternal> {
  const remote = connect(authInternal, { url: configuration.authUrl, internalKey });
  return {
    ...remote,
    unlockAccount: (input) =>
      remote.unlockAccount(input).catch((error: unknown) => {
        if (!(error instanceof Refused) || error.status < 500) throw error;
        throw new Refused('unavailable', {
          detail: `Auth does not answer at ${configuration.authUrl}, and without REDIS_URL it alone knows who waits: set AUTH_URL, or start auth again, which forgets the counts.`,
          cause: error,
        });
      }),
  };
}

/** Starts services that handle no events on the stores that the configuration names, and gives what the operator can have done there. Throws StartRefused. */
export async function openShared(configuration: Configuration, secrets: SharedSecrets, log: Logger, closers: Closers): Promise<Operations> {
  const { services, bus, reach } = await startSharedServices({ configuration, secrets, log, clock: systemClock, purpose: 'ops', closers, quiet: true });
  const auth = configuration.redisUrl === undefined ? authOf(configuration, secrets.internalKey) : connect(authInternal, reach('auth'));
  return openOperations({ bus, services: Object.values<Service>(services), auth, users: connect(usersInternal, reach('users')) });
}

/** Hands dead letters to the group's consumers, wherever they run: the bus alone is needed. */
async function replayOnly({ kafkaBrokers = [] }: Configuration, log: Logger, id: string | undefined) {
  const { openKafkaBus } = await import('@tradepost/platform/bus/kafka.ts');
  const bus = await openKafkaBus({ brokers: kafkaBrokers, clientId: 'tradepost-ops', log });
  try {
    return await replayDeadLetters(bus, id);
  } finally {
    await bus.close();
  }
}

/**
 * Runs a verb on MongoDB and Kafka, with `run` on services of its own that handle no events. Running it beside the processes, or twice, harms nothing.
 * Throws StartRefused, Refused or an Error with one sentence.
 */
export async function runShared(
  { dataDir, verb, id }: { dataDir: string; verb: string; id: string | undefined },
  run: (operations: Operations) => Promise<unknown>,
): Promise<unknown> {
  const configuration = { ...readConfiguration(environmentOf('prepare', process.env), { spared: sparedSecrets('prepare') }), dataDir };
  const log = createLogger({ level: 'error', format: 'json', destination: process.stderr });
  if (verb === 'dead-letters replay') return replayOnly(configuration, log, id);
  const closers: Closers = [];
  try {
    return await run(await openShared(configuration, secretsOf(configuration), log, closers));
  } finally {
    for (const close of closers.reverse()) await close();
  }
}
