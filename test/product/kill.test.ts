import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ownerPassword, registeredPerson, registrationForm, Visitor } from '../support/platform.ts';
import { ops, type PlatformProcess, startProcess } from '../support/process.ts';

const kills = 20;
const accounts = 3;
const workers = 8;

const dataDir = mkdtempSync(join(tmpdir(), 'tradepost-kill-'));
const environment = { DATA_DIR: dataDir, DEMO_DATA: '0', OWNER_PASSWORD: ownerPassword, RATE_LIMIT_FACTOR: '100000' };
let platform: PlatformProcess;
afterAll(async () => {
  await platform?.kill();
  rmSync(dataDir, { recursive: true, force: true });
}, 30_000);

interface Deposit {
  readonly account: string;
  readonly rupees: number;
}

/** Adds money until told to stop; a call without an answer is sent again with its key until it is answered. */
async function keepAdding(url: () => string, token: () => string, ids: readonly string[], worker: number, going: () => boolean, acknowledged: Deposit[]): Promise<void> {
  for (let count = 0; going(); count += 1) {
    const account = ids[(worker + count) % ids.length] ?? '';
    const rupees = (100 + ((worker * 7 + count) % 50)) / 100;
    const key = randomUUID();
    for (let answered = false; !answered; ) {
      const visitor = new Visitor(url());
      visitor.token = token();
      const answer = await visitor.put(`/api/users/${account}/totalfund`, { amount: rupees }, { 'idempotency-key': key }).catch(() => undefined);
      if (answer?.status === 200) {
        acknowledged.push({ account, rupees });
        answered = true;
      } else {
        // Anything but an answer or "try again" would hide a fault.
        if (answer && answer.status !== 503) throw new Error(`A booking answered ${answer.status}: ${JSON.stringify(answer.body)}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  }
}

const paiseOf = (deposits: readonly Deposit[], account: string): number =>
  deposits.filter((one) => one.account === account).reduce((sum, { rupees }) => sum + Math.round(rupees * 100), 0);

describe('When the platform is killed twenty times under load', () => {
  test('then sums are exact, no event is missing or applied twice, and the ledger is unbroken', async () => {
    platform = await startProcess(environment);
    let owner = new Visitor(platform.url);
    await owner.signIn('owner', ownerPassword);
    const ids: string[] = [];
    for (let number = 0; number < accounts; number += 1) {
      const answer = await owner.post('/api/register', registrationForm(await registeredPerson()));
      await owner.patch(`/api/users/${answer.body.user._id}/approve`, { status: true });
      ids.push(answer.body.user._id);
    }

    const acknowledged: Deposit[] = [];
    let going = true;
    const work = Array.from({ length: workers }, (_, worker) =>
      keepAdding(
        () => platform.url,
        () => owner.token,
        ids,
        worker,
        () => going,
        acknowledged,
      ),
    );
    for (let count = 0; count < kills; count += 1) {
      await new Promise((resolve) => setTimeout(resolve, 60 + ((count * 37) % 140)));
      await platform.kill();
      platform = await startProcess(environment);
    }
    going = false;
    await Promise.all(work);

    owner = new Visitor(platform.url);
    await owner.signIn('owner', ownerPassword);
    for (const id of ids) expect((await owner.get(`/api/user/${id}`)).body.totalfund).toBe(paiseOf(acknowledged, id) / 100);
    const projected = async (): Promise<boolean> => {
      const rows: { _id: string; totalfund: number }[] = (await owner.get('/api/users')).body;
      return ids.every((id) => rows.find((row) => row._id === id)?.totalfund === paiseOf(acknowledged, id) / 100);
    };
    for (let tries = 0; tries < 200 && !(await projected()); tries += 1) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await projected()).toBe(true);

    const verdict = JSON.parse((await ops(dataDir, 'ledger', 'verify', '--json')).text);
    expect(verdict).toMatchObject({ ok: true, first: null, accounts, entries: acknowledged.length });
    const lines = (await ops(dataDir, 'events', 'list', '--topic', 'tradepost.funds', '--json')).text.trim().split('\n');
    // At least once: a kill between publishing and noting it publishes again with the same id.
    expect(new Set(lines.map((line) => JSON.parse(line).id)).size).toBe(acknowledged.length);
    expect((await ops(dataDir, 'dead-letters', 'list', '--json')).text.trim()).toBe('');
    expect(await platform.stop()).toBe(0);
  }, 240_000);

  test('then damage to one entry is found and named', async () => {
    const database = new DatabaseSync(join(dataDir, 'funds.db'));
    const table = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE '%entries'").get()?.name;
    const row = database.prepare(`SELECT id, body FROM ${String(table)} WHERE body ->> '$.s' = 5 LIMIT 1`).get();
    const entry = JSON.parse(String(row?.body));
    database.prepare(`UPDATE ${String(table)} SET body = json_set(body, '$.amt', body ->> '$.amt' + 1) WHERE id = ?`).run(String(row?.id));
    database.close();
    const { code, text } = await ops(dataDir, 'ledger', 'verify', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(text)).toMatchObject({ ok: false, first: { account: entry.a, seq: 5 } });
  }, 30_000);
});
