// F7: the list of 100,000 users through the gateway, beside the same indexed queries in bare SQLite.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqliteDocuments } from '@tradepost/platform/documents/sqlite.ts';
import { timeOrderedId } from '@tradepost/platform/ids.ts';
import { searchKey, searchWords, type User, usersCollections } from '../../services/users/src/collections.ts';
import { ownerPassword, Visitor } from '../support/platform.ts';
import { startProcess } from '../support/process.ts';

const users = 100_000;
const insertedAtOnce = 1_000;
const calls = 60;

const first = ['Asha', 'Ravi', 'Meera', 'Kiran', 'Sunil', 'Latha', 'Imran', 'Neha', 'Gopal', 'Divya', 'Farah', 'Harish'];
const last = ['Verma', 'Kulkarni', 'Iyer', 'Khan', 'Patel', 'Reddy', 'Das', 'Nair', 'Singh', 'Gupta', 'Bose', 'Shetty', 'Joshi'];

/** A client as users stores him; every tenth waits to be approved. */
export function person(number: number): User {
  const createdAtMs = 1_700_000_000_000 + number * 60_000;
  const name = `${first[number % first.length]} ${last[Math.floor(number / first.length) % last.length]}`;
  const userId = `TP${String(number).padStart(6, '0')}`;
  const [email, phone] = [`person${number}@example.com`, `9${String(number).padStart(9, '0')}`];
  return {
    _id: timeOrderedId(createdAtMs),
    version: 1,
    outbox: [],
    ...{ userId, name, nameKey: searchKey(name), email, emailKey: email, phone, phoneKey: phone },
    ...{ dob: '1990-01-15', gender: 'female', address: '1 Test Street, Pune', role: '2', state: number % 10 === 0 ? 'pending' : 'active', listed: true, demo: false },
    ...{ createdAtMs, madeUnder: { scope: `bench ${number}`, key: `bench ${number}` } },
    money: { epoch: 0, seq: 1, postedPaise: (number * 7_919) % 50_000_000, heldPaise: 0 },
    words: searchWords({ name, userId, email, phone }),
  };
}

export async function fill(file: string): Promise<void> {
  const documents = openSqliteDocuments({ file });
  const collections = usersCollections(documents);
  await documents.open();
  for (let done = 0; done < users; done += insertedAtOnce) {
    await Promise.all(Array.from({ length: insertedAtOnce }, (_, index) => collections.users.insert(person(done + index))));
  }
  await documents.close();
}

const percentile = (values: readonly number[], share: number): number => [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

/** What a screen asks, and the query for the rows of the same answer; its total, exact to 10,000, is a second one. */
const named = `AND id IN (SELECT id FROM "e_users.words" WHERE value >= 'kulk' AND value < 'kulk\u{10FFFF}')`;
const asked = [
  { name: 'first page', path: '/api/users?limit=50', rows: firstPage(''), total: total('') },
  { name: 'search by a piece of a name', path: '/api/users?limit=50&q=kulk', rows: firstPage(named), total: total(named) },
  { name: 'next page', path: '', rows: firstPage("AND body ->> '$.createdAtMs' <= 1705990000000"), total: total('') },
];

function total(condition: string): string {
  return `SELECT count(*) FROM (SELECT 1 FROM c_users WHERE body ->> '$.listed' = 1 ${condition} LIMIT 10001)`;
}

function firstPage(condition: string): string {
  return `SELECT body FROM c_users WHERE body ->> '$.listed' = 1 ${condition} ORDER BY body ->> '$.createdAtMs' DESC, id DESC LIMIT 51`;
}

interface Measured {
  readonly name: string;
  readonly oursMs: number[];
  readonly bareMs: number[];
}

async function measure(url: string, file: string): Promise<Measured[]> {
  const owner = new Visitor(url);
  await owner.signIn('owner', ownerPassword);
  const link = (await owner.get('/api/users?limit=50')).headers.get('link') ?? '';
  const next = /<([^>]+)>/.exec(link)?.[1] ?? '';
  const database = new DatabaseSync(file, { readOnly: true });
  const measured: Measured[] = [];
  for (const { name, path, rows, total: counted } of asked) {
    const [oursMs, bareMs]: [number[], number[]] = [[], []];
    const [statement, count] = [database.prepare(rows), database.prepare(counted)];
    for (let round = 0; round < calls; round += 1) {
      const beganMs = performance.now();
      const answer = await owner.get(path || next);
      oursMs.push(performance.now() - beganMs);
      if (answer.status !== 200 || answer.body.length !== 50) throw new Error(`${name} answered ${answer.status} with ${answer.body.length} rows.`);
      const bareBeganMs = performance.now();
      for (const row of statement.all()) JSON.parse(String(row.body));
      count.get();
      bareMs.push(performance.now() - bareBeganMs);
    }
    measured.push({ name, oursMs: oursMs.slice(calls / 6), bareMs: bareMs.slice(calls / 6) });
  }
  database.close();
  return measured;
}

/** Fills a platform with 100,000 users and gives the row of the table. */
export async function userList(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tradepost-users-'));
  const environment = { DATA_DIR: dataDir, DEMO_DATA: '0', OWNER_PASSWORD: ownerPassword, RATE_LIMIT_FACTOR: '1000' };
  try {
    await (await startProcess(environment)).stop();
    await fill(join(dataDir, 'users.db'));
    const platform = await startProcess(environment);
    const measured = await measure(platform.url, join(dataDir, 'users.db')).finally(() => platform.stop());
    const ours = measured.map(({ name, oursMs }) => `${name} ${percentile(oursMs, 0.5).toFixed(1)} ms (p95 ${percentile(oursMs, 0.95).toFixed(1)})`);
    const bare = measured.map(({ bareMs }) => percentile(bareMs, 0.5).toFixed(1));
    const ratios = measured.map(({ oursMs, bareMs }) => percentile(oursMs, 0.5) / percentile(bareMs, 0.5));
    const good = ratios.every((ratio) => ratio <= 3) && measured.every(({ oursMs }) => percentile(oursMs, 0.95) <= 30);
    for (const line of ours) console.log(`F7 ${line}`);
    return `| F7 | user list with 100,000 users | ${ours.join(' · ')} | the same indexed queries in bare SQLite, parsed: ${bare.join(' · ')} ms | ${ratios.map((ratio) => ratio.toFixed(1)).join(' · ')} × | ≤ 3 ×, p95 ≤ 30 ms | ${good ? 'met' : 'short of goal'} |`;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
