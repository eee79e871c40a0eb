import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { runRig } from '../rig/rig.ts';
import { ops } from '../support/process.ts';
import { type Asked, type Check, part } from './check.ts';
import { fillFolder } from './filled.ts';

const entriesEach = 2;
const mostSeconds = 60;
const longestDrainMs = 300_000;

/** The users that were filled in, not those of the rig. */
const filled = "body ->> '$.madeUnder.scope' LIKE 'bench %'";
const numberIn = (database: DatabaseSync, sql: string): number => Number(database.prepare(sql).get()?.found ?? 0);

/** Waits until users has heard of all that was filled in. */
async function heardOfAll(users: DatabaseSync, accounts: number): Promise<void> {
  const deadlineMs = performance.now() + longestDrainMs;
  const heard = (): number => numberIn(users, `SELECT count(*) AS found FROM c_users WHERE ${filled} AND body ->> '$.money.seq' = ${entriesEach}`);
  while (heard() < accounts) {
    if (performance.now() > deadlineMs) throw new Error(`Users heard of ${heard()} of ${accounts} accounts.`);
    await pause(250);
  }
}

/** Spoils the sums that users keeps, beside the running platform, and has them rebuilt. Gives what does not fit. */
async function spoilAndRebuild(dataDir: string, accounts: number, asked: Asked): Promise<{ seconds: number; corrected: number; faults: string[] }> {
  const users = new DatabaseSync(join(dataDir, 'users.db'), { timeout: 10_000 });
  await heardOfAll(users, accounts);
  // The numbers stay: a projection that goes back is a fault to the rig, which watches.
  users.exec(`UPDATE c_users SET body = json_set(body, '$.money.postedPaise', 7, '$.money.heldPaise', 7) WHERE ${filled}`);
  users.close();
  const beganMs = performance.now();
  const { code, text } = await ops(dataDir, 'projections', 'rebuild', '--json');
  const seconds = (performance.now() - beganMs) / 1000;
  asked.say(`projections rebuild ended with ${code} after ${seconds.toFixed(1)} s: ${text.trim()}`);
  const { corrected, ahead } = code === 0 ? JSON.parse(text) : { corrected: 0, ahead: [] };
  const faults = code === 0 && ahead.length === 0 && corrected >= accounts ? [] : [`the rebuild corrected ${corrected} of ${accounts}, ${ahead.length} are ahead of the ledger`];
  return { seconds, corrected, faults };
}

export const rebuild: Check = {
  id: 'E5',
  what: 'the balances of 10,000 users spoilt and rebuilt by `ops projections rebuild` while the operations of the rig run (without kills): all equal to the ledger at the end, in under 60 s',
  async run(asked) {
    const dataDir = mkdtempSync(join(tmpdir(), 'tradepost-rebuild-'));
    try {
      const accounts = part(10_000, asked);
      await fillFolder(dataDir, { accounts, entriesEach, untold: true });
      asked.say(`${accounts} users with ${entriesEach * accounts} entries filled in`);
      let rebuilt = { seconds: Number.POSITIVE_INFINITY, corrected: 0, faults: ['the operations ended before the rebuild'] };
      let over = false;
      const result = await runRig({
        ...{ seed: asked.seed, operations: 1_000_000, kills: 0, accounts: 51, clients: 16, dataDir, progress: asked.say },
        until: () => over,
        async meanwhile() {
          rebuilt = await spoilAndRebuild(dataDir, accounts, asked).finally(() => {
            over = true;
          });
        },
      });
      const faults = [...rebuilt.faults, ...result.faults];
      for (const fault of faults) asked.say(`FAULT: ${fault}`);
      return {
        passed: faults.length === 0 && rebuilt.seconds < mostSeconds,
        figure: `${faults.length} faults; ${rebuilt.corrected} of ${accounts} corrected in ${rebuilt.seconds.toFixed(1)} s beside ${result.perSecond.toFixed(0)} operations a second, ${result.entries} entries`,
      };
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};
