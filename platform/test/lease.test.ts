import { join } from 'node:path';
import { openSqliteDocuments } from '../src/documents/sqlite.ts';
import { openLease } from '../src/lease.ts';
import { createLogger } from '../src/log.ts';
import { type PendingEvent, startRelay } from '../src/outbox.ts';
import type { DocumentStore, EventBus, EventRecord } from '../src/ports.ts';
import { removeTemporaryFolders, temporaryFolder } from '../src/testing/temporary-folder.ts';

const folder = temporaryFolder();
const stores: DocumentStore[] = [];
let store = 0;
const time = { nowMs: 1_000_000 };
const clock = { now: () => time.nowMs };

/** Leases of the same name for several processes, each with a connection of its own to one store. */
async function leases(...holders: string[]) {
  store += 1;
  const opened = [];
  for (const holder of holders) {
    const documents = openSqliteDocuments({ file: join(folder, `store-${store}.db`) });
    stores.push(documents);
    opened.push(openLease(documents, 'relay', holder, clock));
    await documents.open();
  }
  return opened;
}

afterEach(() => Promise.all(stores.splice(0).map((documents) => documents.close())));
afterAll(removeTemporaryFolders);

const askAll = (all: Awaited<ReturnType<typeof leases>>) => Promise.all(all.map((lease) => lease.held()));

describe('When several processes want one lease', () => {
  test('then one has it, and keeps it for as long as it asks', async () => {
    const all = await leases('one', 'two', 'three');
    const first = await askAll(all);
    expect(first.filter(Boolean)).toHaveLength(1);
    for (let second = 0; second < 20; second += 1) {
      time.nowMs += 1_000;
      expect(await askAll(all)).toEqual(first);
    }
  });

  test('then another takes it five seconds after the holder fell silent, and the old one does not get it back', async () => {
    const [one, two] = await leases('one', 'two');
    expect([await one?.held(), await two?.held()]).toEqual([true, false]);
    time.nowMs += 4_900;
    expect(await two?.held()).toBe(false);
    time.nowMs += 1_100;
    expect(await two?.held()).toBe(true);
    expect([await one?.held(), await two?.held()]).toEqual([false, true]);
  });

  test('then one that is given back is free at once', async () => {
    const [one, two] = await leases('one', 'two');
    expect([await one?.held(), await two?.held()]).toEqual([true, false]);
    await one?.release();
    time.nowMs += 1_000;
    expect(await two?.held()).toBe(true);
  });
});

describe('When two relays share an outbox', () => {
  test('then the one with the lease sends, and the other after it has stopped', async () => {
    time.nowMs = Date.now();
    const all = await leases('one', 'two');
    const waiting: EventRecord[] = [];
    const sent: { by: string; id: string }[] = [];
    const eventOf = (id: string): EventRecord => ({ id, type: 't', source: 's', subject: 'x', time: new Date().toISOString(), data: new Uint8Array() });
    const log = createLogger({ level: 'silent', format: 'json' });
    const relays = all.map((lease, index) => {
      const publish = async (_topic: string, events: readonly EventRecord[]): Promise<void> => void sent.push(...events.map(({ id }) => ({ by: `${index}`, id })));
      const bus: Pick<EventBus, 'publish'> = { publish };
      const source = {
        topic: 'tradepost.funds',
        pending: async () => waiting.map((event) => ({ event, position: { id: event.id, item: '' } })),
        settle: async (settled: readonly PendingEvent[]) => {
          for (const { event } of settled) if (waiting.includes(event)) waiting.splice(waiting.indexOf(event), 1);
        },
      };
      return startRelay(source, { bus, log, clock, service: 'funds', lease });
    });
    waiting.push(eventOf('1'));
    await Promise.all(relays.map((relay) => relay.flush()));
    const first = sent[0]?.by;
    // What is under way twice in one relay may go out twice.
    expect(sent.every(({ by, id }) => by === first && id === '1')).toBe(true);
    const [holder, other] = first === '0' ? relays : relays.toReversed();
    await holder?.stop();
    time.nowMs += 1_000;
    waiting.push(eventOf('2'));
    await other?.flush();
    expect(sent.at(-1)).toEqual({ by: first === '0' ? '1' : '0', id: '2' });
    await other?.stop();
  });
});
