import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { checkBooks } from '../rig/books.ts';
import { ownerPassword } from '../support/platform.ts';
import { startProcess } from '../support/process.ts';
import { type Check, part } from './check.ts';
import { depositOnAll, newAccounts } from './deposits.ts';

const clients = 64;
const longestDrainMs = 180_000;

/** Waits until nothing is unsent and no consumer is behind; gives the times to the first event and to the end. */
async function drain(dataDir: string): Promise<{ firstMs: number; allMs: number }> {
  const [funds, users] = ['funds.db', 'users.db'].map((name) => new DatabaseSync(join(dataDir, name), { readOnly: true }));
  if (!funds || !users) throw new RangeError('A store is missing.');
  const unsent = funds.prepare('SELECT count(*) AS found FROM c_entries WHERE m_pub = 0');
  const newest = funds.prepare("SELECT coalesce(sum(last), 0) AS found FROM (SELECT max(body ->> '$.s') AS last FROM c_entries GROUP BY body ->> '$.a')");
  const projected = users.prepare("SELECT coalesce(sum(body ->> '$.money.seq'), 0) AS found FROM c_users");
  const found = (statement: typeof unsent): number => Number(statement.get()?.found ?? 0);
  const beganMs = performance.now();
  const [all, goal] = [found(unsent), found(newest)];
  let firstMs = 0;
  for (;;) {
    const nowMs = performance.now() - beganMs;
    const waiting = found(unsent);
    if (firstMs === 0 && waiting < all) firstMs = nowMs;
    if ((waiting === 0 && found(projected) === goal) || nowMs > longestDrainMs) {
      funds.close();
      users.close();
      return { firstMs, allMs: nowMs };
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export const busAway: Check = {
  id: 'E2',
  what: 'the bus file locked while 180,000 deposits come in: none fails; unlocked, all events are out and projected in under 180 s, at 1,000 a second or more, in order',
  async run(asked) {
    const dataDir = mkdtempSync(join(tmpdir(), 'tradepost-bus-'));
    const platform = await startProcess({ DATA_DIR: dataDir, DEMO_DATA: '0', OWNER_PASSWORD: ownerPassword, RATE_LIMIT_FACTOR: '1000000', LOG_LEVEL: 'fatal' });
    try {
      const { owner, accounts } = await newAccounts(platform.url, clients);
      const bus = new DatabaseSync(join(dataDir, 'bus.db'));
      bus.exec('PRAGMA busy_timeout = 10000; BEGIN IMMEDIATE');
      const count = part(180_000, asked);
      const record = await depositOnAll(platform.url, owner.token, accounts, `bus-${asked.seed}`, (sent) => {
        if (sent > 0 && sent % 20_000 === 0) asked.say(`${sent} bookings with the bus locked`);
        return sent < count;
      });
      bus.exec('ROLLBACK');
      bus.close();
      const { firstMs, allMs } = await drain(dataDir);
      const { faults } = await checkBooks(dataDir, record);
      for (const fault of faults) asked.say(`FAULT: ${fault}`);
      const failed = record.filter(({ answer, tries }) => answer.status !== 200 || tries > 1).length;
      const perSecond = record.length / Math.max(0.001, (allMs - firstMs) / 1000);
      const figure = `${failed} of ${record.length} writes failed, the first event ${(firstMs / 1000).toFixed(1)} s after the lock, all in ${(allMs / 1000).toFixed(1)} s, ${perSecond.toFixed(0)} a second; ${faults.length} faults`;
      return { passed: failed === 0 && faults.length === 0 && allMs < longestDrainMs && perSecond >= 1_000, figure };
    } finally {
      await platform.kill();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};
