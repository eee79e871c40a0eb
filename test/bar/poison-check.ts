import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { openEmbeddedBus } from '@tradepost/platform/bus/embedded.ts';
import type { DeadLetter, EventBus, EventRecord } from '@tradepost/platform/ports.ts';
import { encodeEvent } from '@tradepost/proto/events/catalog.ts';
import { checkBooks } from '../rig/books.ts';
import { type Random, seeded } from '../rig/random.ts';
import { ops, startProcess } from '../support/process.ts';
import { type Asked, type Check, part, type Seen } from './check.ts';
import { depositOnAll, newAccounts } from './deposits.ts';
import { checkEnvironment } from './filled.ts';

const topic = 'tradepost.funds';
const group = 'users.totals';
const clients = 40;
const goodAgain = 10;
const longestStallMs = 5_000;
const longestDrainMs = 60_000;

type Message = Pick<EventRecord, 'type' | 'data'>;

/** Funds that somebody tells of, better than any that are true; each bad message spoils one thing of it. */
const told = { epoch: 0n, seq: 1_000_000n, amountPaise: 100n, postedPaise: 77_700n, heldPaise: 0n, entryId: 'none', atMs: 1n };
const most = 2n ** 63n - 1n;

/** Ten kinds of what no consumer of balances can take, each under the key of an account that has money. */
const kinds: readonly [name: string, message: (account: string, random: Random) => Message][] = [
  ['unknown type', (account) => ({ ...encodeEvent('FundsAdded', { ...told, account }), type: 'tradepost.MoneyFound.v1' })],
  ['broken bytes', (_, random) => ({ type: 'tradepost.FundsAdded.v1', data: Uint8Array.from({ length: 64 }, () => random.whole(0xf8, 0xff)) })],
  ['bytes cut off', (account) => ({ type: 'tradepost.FundsAdded.v1', data: encodeEvent('FundsAdded', { ...told, account }).data.slice(0, 9) })],
  ['a type of another topic', (account) => encodeEvent('UserDisabled', { account })],
  ['no bytes at all', () => ({ type: 'tradepost.FundsReduced.v1', data: new Uint8Array() })],
  ['no account', () => encodeEvent('WithdrawalRequested', told)],
  ['no number', (account) => encodeEvent('FundsAdded', { ...told, account, seq: 0n })],
  ['huge numbers', (account) => encodeEvent('FundsAdded', { ...told, account, seq: most, postedPaise: most })],
  ['less than nothing', (account) => encodeEvent('FundsReduced', { ...told, account, postedPaise: -1n })],
  ['the key of another account', () => encodeEvent('FundsAdded', { ...told, account: 'somebody-else' })],
];

/** Longest time that events waited in a partition and the consumer did not move on there. */
function watchStalls(dataDir: string): { stop(): number } {
  const bus = new DatabaseSync(join(dataDir, 'bus.db'), { readOnly: true });
  const statement = bus.prepare(`SELECT positions.partition, positions.offset, max(events.offset) AS last FROM positions JOIN events USING (topic, partition)
    WHERE positions.consumer = ? AND topic = ? GROUP BY positions.partition, positions.offset`);
  const moved = new Map<number, { offset: number; atMs: number }>();
  let longestMs = 0;
  const look = (): void => {
    const nowMs = performance.now();
    for (const row of statement.all(group, topic)) {
      const [partition, offset, last] = [Number(row.partition), Number(row.offset), Number(row.last)];
      const before = moved.get(partition);
      if (!before || before.offset !== offset || offset >= last) moved.set(partition, { offset, atMs: nowMs });
      else longestMs = Math.max(longestMs, nowMs - before.atMs);
    }
  };
  const timer = setInterval(look, 100);
  return {
    stop() {
      clearInterval(timer);
      bus.close();
      return longestMs;
    },
  };
}

/** Waits until the consumer has passed all that is on the topic. */
async function drained(dataDir: string): Promise<boolean> {
  const bus = new DatabaseSync(join(dataDir, 'bus.db'), { readOnly: true });
  const waiting = bus.prepare(
    `SELECT count(*) AS found FROM events JOIN positions USING (topic, partition) WHERE positions.consumer = ? AND topic = ? AND events.offset > positions.offset`,
  );
  const funds = new DatabaseSync(join(dataDir, 'funds.db'), { readOnly: true });
  const unsent = funds.prepare('SELECT count(*) AS found FROM c_entries WHERE m_pub = 0');
  const isDrained = (): boolean => Number(unsent.get()?.found) + Number(waiting.get(group, topic)?.found) === 0;
  const deadlineMs = performance.now() + longestDrainMs;
  while (!isDrained() && performance.now() < deadlineMs) await pause(50);
  const done = isDrained();
  bus.close();
  funds.close();
  return done;
}

/** Copies good events into the dead letters, as if the store of users had been away. */
function buryGood(dataDir: string, bad: ReadonlySet<string>): void {
  const bus = new DatabaseSync(join(dataDir, 'bus.db'), { timeout: 10_000 });
  const columns = 'topic, partition, id, type, source, subject, time, data';
  const good = bus.prepare('SELECT offset, id FROM events WHERE topic = ? ORDER BY offset DESC').all(topic);
  const insert = bus.prepare(
    `INSERT INTO dead_letters (letter, consumer, error, at, offset, ${columns}) SELECT ?, ?, 'the store was away', time, offset, ${columns} FROM events WHERE offset = ?`,
  );
  for (const { offset } of good.filter(({ id }) => !bad.has(String(id))).slice(0, goodAgain)) insert.run(`good-${offset}`, group, Number(offset));
  bus.close();
}

/** Hands all dead letters out again. The good ones must go, the bad ones stay. Gives what does not fit. */
async function replayFaults(dataDir: string, bus: EventBus, bad: ReadonlySet<string>): Promise<string[]> {
  const before = (await bus.deadLetters()).length;
  buryGood(dataDir, bad);
  const { replayed, failed } = JSON.parse((await ops(dataDir, 'dead-letters', 'replay', '--json')).text);
  const left = (await bus.deadLetters()).length;
  return replayed === goodAgain && failed.length === before && left === before
    ? []
    : [`of ${before} bad letters and ${goodAgain} good ones ${replayed} were handed out, ${left} are left`];
}

/** The dead letters of users must be the bad messages, and no consumer may have refused a good one. */
function letterFaults(letters: readonly DeadLetter[], bad: ReadonlySet<string>): string[] {
  const mine = letters.filter((letter) => letter.group === group);
  const good = letters.filter(({ event }) => !bad.has(event.id)).length;
  return mine.length === bad.size && good === 0 ? [] : [`${mine.length} of ${bad.size} bad messages are dead letters of ${group}, ${good} good ones are of some consumer`];
}

async function runCheck(asked: Asked, dataDir: string, url: string, bus: EventBus): Promise<Seen> {
  const random = seeded(asked.seed);
  const { owner, accounts } = await newAccounts(url, clients);
  const [goodCount, badEach] = [part(9_900, asked), part(10, asked)];
  const bad = Array.from({ length: badEach * kinds.length }, (_, index): EventRecord => {
    const [name, message] = kinds[index % kinds.length] ?? ['', () => ({ type: '', data: new Uint8Array() })];
    const subject = random.pick(accounts);
    return { id: `bad ${name} ${randomUUID()}`, ...message(subject, random), source: 'somebody', subject, time: new Date().toISOString() };
  });
  const stalls = watchStalls(dataDir);
  const [ids, progress] = [new Set(bad.map(({ id }) => id)), { sent: 0 }];
  const strewing = (async () => {
    for (const [index, event] of bad.entries()) {
      while (progress.sent < ((index + 0.5) * goodCount) / bad.length) await pause(2);
      await bus.publish(topic, [event]);
    }
  })();
  const record = await depositOnAll(url, owner.token, accounts, `poison-${asked.seed}`, (sent) => {
    progress.sent = sent;
    return sent < goodCount;
  });
  await strewing;
  const isDrained = await drained(dataDir);
  const longestMs = stalls.stop();
  const letters = await bus.deadLetters();
  const { faults: bookFaults, entries } = await checkBooks(dataDir, record, ids);
  const faults = [...bookFaults, ...letterFaults(letters, ids), ...(isDrained ? [] : ['events still wait']), ...(await replayFaults(dataDir, bus, ids))];
  const { code, text } = await ops(dataDir, 'ledger', 'verify', '--json');
  if (code !== 0) faults.push(`ledger verify: ${text.trim()}`);
  for (const fault of faults) asked.say(`FAULT: ${fault}`);
  const mine = letters.filter((letter) => letter.group === group).length;
  return {
    passed: faults.length === 0 && longestMs <= longestStallMs,
    figure: `${faults.length} faults; ${mine} of ${bad.length} bad messages of ${kinds.length} kinds in the dead letters, ${entries} good ones all in the projections, replay took ${goodAgain} good letters and left the bad; no partition stood longer than ${(longestMs / 1000).toFixed(1)} s`,
  };
}

export const poison: Check = {
  id: 'E4',
  what: '100 bad messages of 10 kinds strewn among the events of 9,900 deposits: exactly they are dead letters, all others applied, replay works, no partition stands for more than 5 s',
  async run(asked) {
    const dataDir = mkdtempSync(join(tmpdir(), 'tradepost-poison-'));
    const platform = await startProcess({ ...checkEnvironment, DATA_DIR: dataDir });
    const bus = await openEmbeddedBus({ file: join(dataDir, 'bus.db') });
    try {
      return await runCheck(asked, dataDir, platform.url, bus);
    } finally {
      await bus.close();
      await platform.kill();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};
