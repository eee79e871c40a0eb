// The verbs that read: they open the stores beside a platform that may be running.
import { join } from 'node:path';
import type { Verdict } from '@tradepost/funds/verify.ts';
import { decodeEvent } from '@tradepost/proto/events/catalog.ts';
import { verifyDocuments } from './ledger.ts';
import { verifyProjections } from './projections.ts';
import type { Stores } from './stores.ts';

/** As many as a bus gives at once: each reading of Kafka costs a second or so. */
const eventsAtOnce = 1000;

/** Replays the whole ledger, against the newest daily heads, and then compares the balances that users keeps. */
export async function verifyAll(stores: Stores): Promise<Verdict> {
  const { verdict, heads } = await verifyDocuments(await stores.documents('funds'), join(stores.dataDir, 'heads'));
  if (!verdict.ok) return verdict;
  const first = await verifyProjections(stores, new Map(heads.map((head) => [head.account, head])));
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

/** Events on the bus behind an offset, in its order, as the tool prints them. */
export async function* listEvents(stores: Stores, { topic, after }: { topic: string | undefined; after: number }) {
  const bus = await stores.bus();
  try {
    for (let from = after; ; ) {
      const events = await bus.read({ after: from, limit: eventsAtOnce, ...(topic === undefined ? {} : { topic }) });
      for (const event of events) yield { offset: event.offset, topic: event.topic, key: event.subject, id: event.id, type: event.type, time: event.time, data: readable(event) };
      from = events.at(-1)?.offset ?? from;
      if (events.length < eventsAtOnce) return;
    }
  } finally {
    await bus.close();
  }
}

/** All dead letters, without the bytes of their events. */
export async function listDeadLetters(stores: Stores) {
  const bus = await stores.bus();
  try {
    return (await bus.deadLetters()).map(({ event, ...letter }) => ({ ...letter, type: event.type, key: event.subject }));
  } finally {
    await bus.close();
  }
}
