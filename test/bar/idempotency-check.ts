import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkBooks } from '../rig/books.ts';
import { callUntilCertain, type Noted } from '../rig/caller.ts';
import type { Operation } from '../rig/operations.ts';
import { type Random, seeded } from '../rig/random.ts';
import { ownerPassword, registeredPerson, registrationForm, Visitor } from '../support/platform.ts';
import { type PlatformProcess, startProcess } from '../support/process.ts';
import { type Check, part } from './check.ts';

const atOnce = 20;
const times = 5;
const accounts = 10;
const killEvery = 400;

interface Scene {
  readonly agent: Agent;
  readonly url: URL;
  readonly owner: Visitor;
  readonly clients: readonly Visitor[];
}

async function setScene(url: string): Promise<Scene> {
  const owner = new Visitor(url);
  await owner.signIn('owner', ownerPassword);
  const clients: Visitor[] = [];
  for (let number = 0; number < accounts; number += 1) {
    const person = await registeredPerson();
    const client = new Visitor(url);
    const { user } = (await client.post('/api/register', registrationForm(person))).body;
    await owner.patch(`/api/users/${user._id}/approve`, { status: true });
    await client.signIn(user.userId, person.password);
    clients.push(client);
  }
  return { agent: new Agent({ keepAlive: true, maxSockets: atOnce * times }), url: new URL(url), owner, clients };
}

const paths = { deposit: (id: string) => `/api/users/${id}/totalfund`, withdraw: (id: string) => `/api/${id}/withdrawals` };
const methods = { deposit: 'PUT', withdraw: 'POST' } as const;

function made(kind: 'deposit' | 'withdraw', account: string, amountPaise: number): Operation {
  const by = kind === 'deposit' ? 'administrator' : 'client';
  return { kind, account, amountPaise, by, method: methods[kind], path: paths[kind](account), body: { amount: amountPaise / 100 } };
}

interface Kept {
  readonly operation: Operation;
  readonly key: string;
  readonly token: string;
  readonly text: string;
}

/** Sends one call five times at once; gives what is to be kept, and whether the five answers were the same. */
async function fiveTimes({ agent, url, owner, clients }: Scene, random: Random, key: string, record: Noted[]): Promise<Kept & { same: boolean }> {
  const client = random.pick(clients);
  const operation = made(random.next() < 0.6 ? 'deposit' : 'withdraw', client.id, random.whole(1, 50_000));
  const token = operation.by === 'client' ? client.token : owner.token;
  const noted = await Promise.all(Array.from({ length: times }, () => callUntilCertain(agent, url, operation, token, key)));
  const [first] = noted;
  if (!first) throw new RangeError('Nothing was sent.');
  record.push(first);
  const texts = noted.map(({ answer }) => textOf(answer));
  return { operation, key, token, text: texts[0] ?? '', same: new Set(texts).size === 1 };
}

/** A refusal carries the id of its own request; all else must be equal to the letter. */
const textOf = ({ status, body }: { status: number; body: string }): string => `${status} ${status < 300 ? body : JSON.parse(body).code}`;

async function again({ agent, url }: Scene, kept: readonly Kept[]): Promise<{ changed: number; accepted: number }> {
  let [changed, accepted] = [0, 0];
  for (const { operation, key, token, text } of kept) {
    const repeated = await callUntilCertain(agent, url, operation, token, key);
    if (textOf(repeated.answer) !== text) changed += 1;
    const other = { ...operation, body: { amount: (operation.amountPaise + 1) / 100 } };
    const { answer } = await callUntilCertain(agent, url, other, token, key);
    if (answer.status !== 422 || JSON.parse(answer.body).code !== 'key-reused') accepted += 1;
  }
  return { changed, accepted };
}

export const idempotency: Check = {
  id: 'M4',
  what: '2,000 calls five times each at once, killed on the way, 200 of them again after a restart and with another body: one effect, equal bodies, 422 for the other body',
  async run(asked) {
    const calls = Math.ceil(part(2_000, asked) / atOnce) * atOnce;
    const dataDir = mkdtempSync(join(tmpdir(), 'tradepost-idempotency-'));
    const environment = { DATA_DIR: dataDir, DEMO_DATA: '0', OWNER_PASSWORD: ownerPassword, RATE_LIMIT_FACTOR: '1000000', LOG_LEVEL: 'error' };
    let platform: PlatformProcess = await startProcess(environment);
    const restart = async (): Promise<void> => {
      await platform.kill();
      platform = await startProcess({ ...environment, PORT: new URL(platform.url).port });
    };
    try {
      const scene = await setScene(platform.url);
      const random = seeded(asked.seed);
      const record: Noted[] = [];
      const all: (Kept & { same: boolean })[] = [];
      for (let sent = 0; sent < calls; sent += atOnce) {
        const batch = Promise.all(Array.from({ length: atOnce }, (_, number) => fiveTimes(scene, random, `bar-${asked.seed}-${sent + number}`, record)));
        if (sent % killEvery === killEvery / 2) await restart();
        all.push(...(await batch));
      }
      await restart();
      const { changed, accepted } = await again(
        scene,
        all.filter((_, index) => index % 10 === 0),
      );
      const { faults, entries } = await checkBooks(dataDir, record);
      for (const fault of faults) asked.say(`FAULT: ${fault}`);
      const unequal = all.filter(({ same }) => !same).length;
      scene.agent.destroy();
      const bad = unequal + changed + accepted + faults.length + (entries === calls ? 0 : 1);
      return {
        passed: bad === 0,
        figure: `${calls} calls × ${times}: ${entries} entries, ${unequal} with unequal bodies, ${changed} changed by the restart, ${accepted} other bodies not refused with 422`,
      };
    } finally {
      await platform.kill();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};
