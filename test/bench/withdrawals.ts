import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ownerPassword, registeredPerson, registrationForm, Visitor } from '../support/platform.ts';
import { type PlatformProcess, startProcess } from '../support/process.ts';

/** How many ask at a time. */
export const clients = 64;
const accounts = 64;

export interface Round {
  readonly perSecond: number;
  readonly p99Ms: number;
}

/** Books one rupee. Throws with the words of any other answer than 201. */
function post(agent: Agent, url: URL, path: string, token: string): Promise<void> {
  const body = '{"amount":1}';
  return new Promise((resolve, reject) => {
    const call = request(
      {
        agent,
        host: url.hostname,
        port: url.port,
        method: 'POST',
        path,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': body.length },
      },
      (response) => {
        let text = '';
        response.on('data', (piece) => {
          if (response.statusCode !== 201) text += piece;
        });
        response.on('end', () => (response.statusCode === 201 ? resolve() : reject(new Error(`A withdrawal answered ${response.statusCode}: ${text}`))));
      },
    );
    call.on('error', reject);
    call.end(body);
  });
}

/** The platform with `accounts` clients who hold plenty, on the engines that `engines` names. */
export async function openWithdrawals(
  engines: Readonly<Record<string, string>> = {},
): Promise<{ round(count: number): Promise<Round>; ledger(count: number): BareLedger; close(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tradepost-bench-'));
  const platform: PlatformProcess = await startProcess({ DATA_DIR: dataDir, DEMO_DATA: '0', OWNER_PASSWORD: ownerPassword, RATE_LIMIT_FACTOR: '1000000', ...engines });
  const owner = new Visitor(platform.url);
  await owner.signIn('owner', ownerPassword);
  const holders: Visitor[] = [];
  for (let count = 0; count < accounts; count += 1) {
    const person = await registeredPerson();
    const { user } = (await owner.post('/api/register', registrationForm(person))).body;
    await owner.patch(`/api/users/${user._id}/approve`, { status: true });
    await owner.put(`/api/users/${user._id}/totalfund`, { amount: 10_000_000 });
    const holder = new Visitor(platform.url);
    await holder.signIn(user.userId, person.password);
    holders.push(holder);
  }
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const url = new URL(platform.url);
  return {
    async round(count) {
      const latenciesMs: number[] = [];
      let sent = 0;
      const startMs = performance.now();
      await Promise.all(
        Array.from({ length: clients }, async (_, client) => {
          const holder = holders[client % holders.length];
          for (; sent < count && holder; ) {
            sent += 1;
            const beganMs = performance.now();
            await post(agent, url, `/api/${holder.id}/withdrawals`, holder.token);
            latenciesMs.push(performance.now() - beganMs);
          }
        }),
      );
      const seconds = (performance.now() - startMs) / 1000;
      latenciesMs.sort((a, b) => a - b);
      return { perSecond: count / seconds, p99Ms: latenciesMs[Math.floor(latenciesMs.length * 0.99)] ?? 0 };
    },
    ledger: (count) => readLedger(join(dataDir, 'funds.db'), count),
    async close() {
      agent.destroy();
      await platform.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** What the ledger has written: its tables with all their indexes, and its newest rows as they were when they were inserted. */
export interface BareLedger {
  readonly statements: readonly string[];
  readonly rows: readonly { readonly id: string; readonly body: string }[];
}

function readLedger(file: string, count: number): BareLedger {
  const database = new DatabaseSync(file, { readOnly: true });
  const statements = database.prepare('SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid').all();
  const rows = database.prepare("SELECT id, body FROM c_entries WHERE body ->> '$.t' = 'hold' ORDER BY rowid DESC LIMIT ?").all(count);
  database.close();
  return { statements: statements.map(({ sql }) => String(sql)), rows: rows.map(({ id, body }) => ({ id: String(id), body: String(body) })) };
}

/** The peer: the same rows into the same table of bare SQLite, 64 in a commit, WAL and synchronous=FULL. */
export function bareSqliteRound({ statements, rows }: BareLedger): Round {
  const folder = mkdtempSync(join(tmpdir(), 'tradepost-bare-'));
  const database = new DatabaseSync(join(folder, 'bare.db'));
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  for (const statement of statements) database.exec(statement);
  const insert = database.prepare('INSERT INTO c_entries VALUES (?, ?, 0, 1)');
  const startMs = performance.now();
  for (let first = 0; first < rows.length; first += clients) {
    database.exec('BEGIN IMMEDIATE');
    for (const { id, body } of rows.slice(first, first + clients)) insert.run(id, body);
    database.exec('COMMIT');
  }
  const seconds = (performance.now() - startMs) / 1000;
  database.close();
  rmSync(folder, { recursive: true });
  return { perSecond: rows.length / seconds, p99Ms: 0 };
}
