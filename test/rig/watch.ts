import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Projected, Stores } from './stores.ts';

const everyMs = 100;

export interface Watch {
  /** What went back to an older entry, in words. */
  stop(): Promise<{ looks: number; faults: string[] }>;
}

/** Remembers the newest that was seen of each account. */
function memory() {
  const newest = new Map<string, { epoch: number; seq: number }>();
  const faults: string[] = [];
  return {
    faults,
    see(id: string, projected: Pick<Projected, 'epoch' | 'seq'>): void {
      const seen = { epoch: Number(projected.epoch ?? 0), seq: Number(projected.seq ?? 0) };
      const before = newest.get(id) ?? { epoch: 0, seq: 0 };
      if (seen.epoch < before.epoch || (seen.epoch === before.epoch && seen.seq < before.seq))
        faults.push(`account ${id}: the projection went back from entry ${before.seq} to ${seen.seq}`);
      newest.set(id, seen);
    },
  };
}

/** Looks at the projected balances again and again while the platform runs, is killed and starts again. */
export function watchProjection(dataDir: string): Watch {
  const database = new DatabaseSync(join(dataDir, 'users.db'), { readOnly: true });
  const statement = database.prepare("SELECT id, body ->> '$.money.epoch' AS epoch, body ->> '$.money.seq' AS seq FROM c_users");
  const { see, faults } = memory();
  let looks = 0;
  const look = (): void => {
    looks += 1;
    for (const row of statement.all()) see(String(row.id), { epoch: Number(row.epoch ?? 0), seq: Number(row.seq ?? 0) });
  };
  const timer = setInterval(look, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      look();
      database.close();
      return { looks, faults };
    },
  };
}

/** The same where the stores are engines, one look after the other. */
export function watchStores(stores: Pick<Stores, 'projected'>): Watch {
  const { see, faults } = memory();
  let [looks, over] = [0, false];
  const looking = (async () => {
    for (let last = false; !last; ) {
      last = over;
      looks += 1;
      for (const [id, projected] of await stores.projected()) see(id, projected);
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  })();
  // Told by `stop`.
  looking.catch(() => undefined);
  return {
    async stop() {
      over = true;
      await looking;
      return { looks, faults };
    },
  };
}
