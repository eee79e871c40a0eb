// The verbs that read: they open the stores beside a platform that may be running.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from '@tradepost/funds/verify.ts';
import { openBusReader } from '@tradepost/platform/bus/embedded-read.ts';
import { decodeEvent } from '@tradepost/proto/events/catalog.ts';
import { verifyFolder } from './backup.ts';
import { verifyProjections } from './projections.ts';

/** Path of a store's file. Throws an Error with one sentence when there is none. */
function storeFile(dataDir: string, name: string): string {
  const file = join(dataDir, name);
  if (!existsSync(file)) throw new Error(`There is no ${name} in ${dataDir}: set DATA_DIR to the folder of a platform that was started once.`);
  return file;
}

/** Replays the whole ledger, against the newest daily heads, and then compares the balances that users keeps. */
export async function verifyAll(dataDir: string): Promise<Verdict> {
  storeFile(dataDir, 'funds.db');
  const { verdict, heads } = await verifyFolder(dataDir);
  if (!verdict.ok) return verdict;
  const first = await verifyProjections(dataDir, new Map(heads.map((head) => [head.account, head])));
  return first ? { ...verdict, ok: false, first } : verdict;
}

/** What an event says, as JSON: 64-bit numbers become text. */
function readable(event: { type: string; data: Uint8Array }): unknown {
  try {
    const { $typeName: _, ...fields } = decodeEvent(event).message;
    return JSON.parse(JSON.stringify(fields, (_name, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)));
  } catch (error) {
    return { unreadable: error instanceof Error ? error.message : String(error) };
  }
}

/** Events on the bus behind an offset, oldest first, as the tool prints them. */
export async function* listEvents(dataDir: string, { topic, after }: { topic: string | undefined; after: number }) {
  const bus = openBusReader(storeFile(dataDir, 'bus.db'));
  try {
    for (let from = after; ; ) {
      const events = await bus.read({ after: from, limit: 500, ...(topic === undefined ? {} : { topic }) });
      for (const event of events) yield { offset: event.offset, topic: event.topic, key: event.subject, id: event.id, type: event.type, time: event.time, data: readable(event) };
      from = events.at(-1)?.offset ?? from;
      if (events.length < 500) return;
    }
  } finally {
    await bus.close();
  }
}

/** All dead letters, without the bytes of their events. */
export async function listDeadLetters(dataDir: string) {
  const bus = openBusReader(storeFile(dataDir, 'bus.db'));
  try {
    return (await bus.deadLetters()).map(({ event, ...letter }) => ({ ...letter, type: event.type, key: event.subject }));
  } finally {
    await bus.close();
  }
}
