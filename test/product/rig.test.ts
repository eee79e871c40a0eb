import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { runRig } from '../rig/rig.ts';
import { ops } from '../support/process.ts';

// Another seed each day; the name of a failed test says which. `npm run rig -- --seed N` runs it at length.
const seedOfTheDay = Number(new Date().toISOString().slice(0, 10).replaceAll('-', ''));

interface Damaged {
  readonly account: string;
  readonly code: number | null;
  readonly text: string;
}

/** Adds a paisa to the fifth entry of an account behind the back of the product, and asks the operator's tool. */
async function damageOne(dataDir: string): Promise<Damaged> {
  const database = new DatabaseSync(join(dataDir, 'funds.db'));
  const row = database.prepare("SELECT id, body FROM c_entries WHERE body ->> '$.s' = 5 LIMIT 1").get();
  database.prepare("UPDATE c_entries SET body = json_set(body, '$.amt', body ->> '$.amt' + 1) WHERE id = ?").run(String(row?.id));
  database.close();
  return { account: JSON.parse(String(row?.body)).a, ...(await ops(dataDir, 'ledger', 'verify', '--json')) };
}

describe('When the platform is killed twenty times under a thousand mixed bookings', () => {
  test(`then the books, the events, the projections and the answers agree, and damage made afterwards is named (seed ${seedOfTheDay})`, async () => {
    let damaged: Damaged | undefined;
    const afterwards = async (dataDir: string): Promise<void> => {
      damaged = await damageOne(dataDir);
    };
    const result = await runRig({ seed: seedOfTheDay, operations: 1_000, kills: 20, freezeMs: 300, accounts: 9, clients: 16, renewalMs: 3_000, afterwards });
    expect(result.faults).toEqual([]);
    expect(result.kills).toBe(20);
    expect(result.acknowledged).toBeGreaterThan(500);
    // The owner and each of the nine signed in at the start.
    expect(result.signIns).toBeGreaterThan(20);
    expect(damaged?.code).toBe(1);
    expect(JSON.parse(damaged?.text ?? '{}')).toMatchObject({ ok: false, first: { account: damaged?.account, seq: 5 } });
  }, 400_000);
});
