import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ownerPassword, registeredPerson, registrationForm, Visitor } from '../support/platform.ts';
import { type PlatformProcess, startProcess } from '../support/process.ts';

const clients = 64;
const accounts = 64;

export interface Round {
  readonly perSecond: number;
  readonly p99Ms: number;
}

function post(agent: Agent, url: URL, path: string, token: string): Promise<number> {
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
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
      },
    );
    call.on('error', reject);
    call.end(body);
  });
}

/** The platform with `accounts` clients who hold plenty. */
export async function openWithdrawals(): Promise<{ round(count: number): Promise<Round>; close(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tradepost-bench-'));
  const platform: PlatformProcess = await startProcess({ DATA_DIR: dataDir, DEMO_DATA: '0', OWNER_PASSWORD: ownerPassword, RATE_LIMIT_FACTOR: '1000000' });
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
            const status = await post(agent, url, `/api/${holder.id}/withdrawals`, holder.token);
            if (status !== 201) throw new Error(`A withdrawal answered ${status}.`);
            latenciesMs.push(performance.now() - beganMs);
          }
        }),
      );
      const seconds = (performance.now() - startMs) / 1000;
      latenciesMs.sort((a, b) => a - b);
      return { perSecond: count / seconds, p99Ms: latenciesMs[Math.floor(latenciesMs.length * 0.99)] ?? 0 };
    },
    async close() {
      agent.destroy();
      await platform.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The peer: rows of the same size into bare SQLite, 64 in a commit, WAL and synchronous=FULL. */
export function bareSqliteRound(count: number): Round {
  const folder = mkdtempSync(join(tmpdir(), 'tradepost-bare-'));
  const database = new DatabaseSync(join(folder, 'bare.db'));
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE entries (id TEXT PRIMARY KEY, a TEXT, s INTEGER, body TEXT) STRICT; CREATE UNIQUE INDEX account ON entries (a, s)',
  );
  const insert = database.prepare('INSERT INTO entries (id, a, s, body) VALUES (?, ?, ?, ?)');
  const body = 'x'.repeat(620);
  const startMs = performance.now();
  for (let row = 0; row < count; ) {
    database.exec('BEGIN IMMEDIATE');
    for (let inCommit = 0; inCommit < clients && row < count; inCommit += 1, row += 1)
      insert.run(crypto.randomUUID(), `account-${row % accounts}`, Math.floor(row / accounts), body);
    database.exec('COMMIT');
  }
  const seconds = (performance.now() - startMs) / 1000;
  database.close();
  rmSync(folder, { recursive: true });
  return { perSecond: count / seconds, p99Ms: 0 };
}
