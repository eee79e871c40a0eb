import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const everyMs = 100;

/** Looks at the projected balances again and again while the platform runs, is killed and starts again. `stop` gives what went back to an older entry, in words. */
export function watchProjection(dataDir: string): { stop(): { looks: number; faults: string[] } } {
  const database = new DatabaseSync(join(dataDir, 'users.db'), { readOnly: true });
  const statement = database.prepare("SELECT id, body ->> '$.money.epoch' AS epoch, body ->> '$.money.seq' AS seq FROM c_users");
  const newest = new Map<string, { epoch: number; seq: number }>();
  const faults: string[] = [];
  let looks = 0;
  const look = (): void => {
    looks += 1;
    for (const row of statement.all()) {
      const [id, seen] = [String(row.id), { epoch: Number(row.epoch ?? 0), seq: Number(row.seq ?? 0) }];
      const before = newest.get(id) ?? { epoch: 0, seq: 0 };
      if (seen.epoch < before.epoch || (seen.epoch === before.epoch && seen.seq < before.seq))
        faults.push(`account ${id}: the projection went back from entry ${before.seq} to ${seen.seq}`);
      newest.set(id, seen);
    }
  };
  const timer = setInterval(look, everyMs);
  return {
    stop() {
      clearInterval(timer);
      look();
      database.close();
      return { looks, faults };
    },
  };
}
