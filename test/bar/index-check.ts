import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ownerPassword, registeredPerson, registrationForm, Visitor } from '../support/platform.ts';
import { type PlatformProcess, startProcess } from '../support/process.ts';
import type { Check } from './check.ts';

const environmentOf = (dataDir: string): Record<string, string> => ({ DATA_DIR: dataDir, DEMO_DATA: '0', OWNER_PASSWORD: ownerPassword });

function withStore<Result>(file: string, work: (database: DatabaseSync) => Result): Result {
  const database = new DatabaseSync(file);
  try {
    return work(database);
  } finally {
    database.close();
  }
}

const uniqueIndexes = (file: string): string[] =>
  withStore(file, (database) =>
    database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql LIKE 'CREATE UNIQUE%' ORDER BY name")
      .all()
      .map(({ name }) => String(name)),
  );

/** All rows of a store, counted by table. */
function rowsOf(file: string): string {
  return withStore(file, (database) => {
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name").all();
    return JSON.stringify(tables.map(({ name }) => [name, database.prepare(`SELECT count(*) AS rows FROM "${String(name)}"`).get()?.rows]));
  });
}

/** A folder with something in each store that an ordinary first hour fills. */
async function usedFolder(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tradepost-indexes-'));
  const platform = await startProcess(environmentOf(dataDir));
  const owner = new Visitor(platform.url);
  await owner.signIn('owner', ownerPassword);
  const { user } = (await owner.post('/api/register', registrationForm(await registeredPerson()))).body;
  await owner.put(`/api/users/${user._id}/totalfund`, { amount: 10 });
  await platform.stop();
  return dataDir;
}

/** Starts on a copy without the index; undefined when the start is refused with one sentence that names it and nothing was written. */
async function startWithout(used: string, store: string, index: string): Promise<string | undefined> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tradepost-indexes-'));
  cpSync(used, dataDir, { recursive: true });
  const file = join(dataDir, store);
  withStore(file, (database) => database.exec(`DROP INDEX "${index}"`));
  const before = rowsOf(file);
  try {
    const platform: PlatformProcess | Error = await startProcess(environmentOf(dataDir)).catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
    if (!(platform instanceof Error)) {
      await platform.kill();
      return 'the start went well';
    }
    // The sentence names the index as the code does: without the collection in front.
    const named = platform.message.split('\n').find((line) => /unique index "(\w+)"/i.test(line) && index.endsWith(/unique index "(\w+)"/i.exec(line)?.[1] ?? '?'));
    if (named === undefined) return `the start says ${platform.message}`;
    return rowsOf(file) === before ? undefined : 'something was written';
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export const missingIndex: Check = {
  id: 'M10',
  what: 'each unique index of each store dropped, then a start: refused with one sentence, nothing written',
  async run({ say }) {
    const used = await usedFolder();
    try {
      const stores = readdirSync(used).filter((name) => name.endsWith('.db') && existsSync(join(used, name)));
      let [tried, wrong] = [0, 0];
      for (const store of stores) {
        for (const index of uniqueIndexes(join(used, store))) {
          tried += 1;
          const fault = await startWithout(used, store, index);
          if (fault === undefined) continue;
          wrong += 1;
          say(`${store} without ${index}: ${fault}`);
        }
      }
      return { passed: wrong === 0 && tried > 0, figure: `${tried - wrong} of ${tried} starts refused, over ${stores.length} stores` };
    } finally {
      rmSync(used, { recursive: true, force: true });
    }
  },
};
