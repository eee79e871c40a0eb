import { removeTemporaryFolders } from '@tradepost/platform/testing/temporary-folder.ts';
import fc from 'fast-check';
import { startFunds } from '../../services/funds/test/support/front-door.ts';
import { openAccount, type RealAccount } from './account.ts';
import { batchesOf, compareAtOnce } from './at-once.ts';
import { commandsOf, freshModel } from './one-by-one.ts';

export interface CompareOptions {
  readonly how: 'one by one' | 'at once';
  readonly seed: number;
  readonly runs: number;
  /** Most commands of one run. */
  readonly commands: number;
  /** Of a failure: goes straight to the case that failed. */
  readonly path?: string;
  readonly replayPath?: string;
}

export interface Compared {
  readonly runs: number;
  readonly commands: number;
  /** In words, with seed and path; undefined when account and model never differed. */
  readonly failure?: string;
}

/** After so many accounts the app starts anew, so that a long comparison does not pile up its log. */
const accountsOfOneApp = 200;

/** Gives a new account each time; at once they are served by two processes' worth of funds on one store, which compete. */
function accountSource(replicas: number) {
  let running: Awaited<ReturnType<typeof startFunds>>[] = [];
  let given = 0;
  const stop = async (): Promise<void> => {
    for (const funds of running.splice(0).reverse()) await funds.stop();
  };
  return {
    stop,
    async next(): Promise<RealAccount> {
      if (given % accountsOfOneApp === 0) {
        await stop();
        const first = await startFunds();
        const { folder, users, bus } = first;
        running = [first];
        while (running.length < replicas) running.push(await startFunds({ folder, users, bus }));
      }
      given += 1;
      return openAccount(running);
    },
  };
}

/** Puts random commands to accounts of the real funds app and to the model. A difference is reported with what repeats it. */
export async function compareWithModel({ how, seed, runs, commands, path, replayPath }: CompareOptions): Promise<Compared> {
  const accounts = accountSource(how === 'at once' ? 2 : 1);
  let count = 0;
  const property =
    how === 'one by one'
      ? fc.asyncProperty(
          commandsOf(commands, () => (count += 1), replayPath),
          async (list) => {
            const real = await accounts.next();
            await fc.asyncModelRun(() => ({ model: freshModel(), real }), list);
          },
        )
      : fc.asyncProperty(batchesOf(commands), async (batches) => {
          count += await compareAtOnce(batches, await accounts.next());
        });
  try {
    const details = await fc.check<[unknown]>(property, { seed, numRuns: runs, ...(path === undefined ? {} : { path }) });
    return { runs: details.numRuns, commands: count, ...(details.failed ? { failure: `${how}: ${fc.defaultReportMessage(details)}` } : {}) };
  } finally {
    await accounts.stop();
    removeTemporaryFolders();
  }
}
