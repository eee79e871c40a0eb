import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openEmbeddedBus } from '../src/bus/embedded.ts';
import { PartitionConsumer } from '../src/bus/embedded-consumer.ts';
import { removeOldEvents } from '../src/bus/embedded-retention.ts';
import { busVersion } from '../src/bus/embedded-tables.ts';
import { StoreUnavailable } from '../src/errors.ts';
import { type StoredEvent, systemClock } from '../src/ports.ts';
import { openReader, prepareFile } from '../src/sqlite/reader.ts';
import { openWriter, type Writer } from '../src/sqlite/writer.ts';
import { eventually, sampleEvent } from '../src/testing/event-bus-place.ts';
import { eventBusSuite } from '../src/testing/event-bus-suite.ts';
import { removeTemporaryFolders, temporaryFolder } from '../src/testing/temporary-folder.ts';

const retryDelaysMs = [2, 4, 8, 16];
const newFile = (): string => join(temporaryFolder(), 'bus.db');
const topic = 'tradepost.sample';

afterAll(removeTemporaryFolders);

eventBusSuite('embedded', async () => {
  const file = newFile();
  return { open: () => openEmbeddedBus({ file, retryDelaysMs }), remove: async () => undefined };
});

describe('embedded bus', () => {
  test('when another process has written then a group sees it within a moment', async () => {
    const file = newFile();
    const [here, there] = [await openEmbeddedBus({ file }), await openEmbeddedBus({ file })];
    const seen: StoredEvent[] = [];
    await here.subscribe({
      group: 'readers',
      topics: [topic],
      handle: async (event) => {
        seen.push(event);
      },
    });
    await pause(300);
    await there.publish(topic, [sampleEvent('a')]);
    await eventually(() => seen.length === 1, 1000);
    await Promise.all([here.close(), there.close()]);
  });
  test('when a file was made with another number of partitions then its own number holds', async () => {
    const file = newFile();
    const wide = await openEmbeddedBus({ file, partitions: 6 });
    await wide.publish(
      topic,
      Array.from({ length: 30 }, (_, key) => sampleEvent(`key${key}`)),
    );
    await wide.close();
    const narrow = await openEmbeddedBus({ file, partitions: 1 });
    let seen = 0;
    await narrow.subscribe({
      group: 'readers',
      topics: [topic],
      handle: async () => {
        seen += 1;
      },
    });
    await eventually(() => seen === 30);
    await narrow.close();
  });
  test('when a dead letter belongs to a group that does not run then replay refuses and keeps it', async () => {
    const file = newFile();
    const bus = await openEmbeddedBus({ file, retryDelaysMs: [] });
    const subscription = await bus.subscribe({ group: 'readers', topics: [topic], handle: () => Promise.reject(new Error('no')) });
    await bus.publish(topic, [sampleEvent('a')]);
    await eventually(async () => (await bus.deadLetters()).length === 1);
    await subscription.close();
    await expect(bus.replay((await bus.deadLetters())[0]?.id ?? '')).rejects.toBeInstanceOf(StoreUnavailable);
    expect(await bus.deadLetters()).toHaveLength(1);
    await bus.close();
  });
  test('when a dead letter cannot be written then the event is not acknowledged and comes again', async () => {
    const file = newFile();
    const bus = await openEmbeddedBus({ file });
    await bus.publish(topic, [sampleEvent('a')]);
    await (await bus.subscribe({ group: 'readers', topics: [topic], handle: () => pause(1) })).close();
    await bus.close();
    const writer = await openWriter({ file });
    const reader = openReader(file);
    await writer.write([{ sql: 'UPDATE positions SET offset = 0', params: [] }]);
    let refusals = 2;
    let tries = 0;
    const failing: Writer = {
      write: async (command) => {
        refusals -= 1;
        if (refusals >= 0) throw new StoreUnavailable('The disk is full.');
        return writer.write(command);
      },
      check: () => undefined,
      close: async () => undefined,
    };
    const partition = Number(reader.get('SELECT partition FROM events', [])?.partition);
    const handle = async (): Promise<void> => {
      tries += 1;
      throw new Error('no');
    };
    const consumer = new PartitionConsumer({ reader, writer: failing, clock: systemClock, retryDelaysMs: [] }, topic, partition, { group: 'readers', topics: [topic], handle });
    consumer.start();
    await eventually(() => tries === 2);
    expect(consumer.lag()).toBe(1);
    await eventually(() => consumer.lag() === 0);
    expect(tries).toBe(3);
    expect(reader.all('SELECT error FROM dead_letters', [])).toHaveLength(1);
    await consumer.close();
    reader.close();
    await writer.close();
  });
  test('when events are older than seven days then those that every group has read are removed, and no others', async () => {
    const file = newFile();
    let now = 1_000_000;
    const clock = { now: () => now };
    const bus = await openEmbeddedBus({ file, clock });
    const readAll = await bus.subscribe({ group: 'fast', topics: [topic], handle: async () => undefined });
    await bus.publish(
      topic,
      Array.from({ length: 1200 }, (_, number) => sampleEvent('a', number)),
    );
    await eventually(async () => (await readAll.lag()) === 0);
    const slow = await bus.subscribe({ group: 'slow', topics: [topic], handle: () => pause(50) });
    await slow.close();
    const unread = await slow.lag();
    expect(unread).toBe(0);
    now += 7 * 24 * 3_600_000 + 1;
    const kept = sampleEvent('a');
    await bus.publish(topic, [kept]);
    await bus.close();

    prepareFile(file, busVersion, () => undefined);
    const writer = await openWriter({ file });
    const reader = openReader(file);
    const behind = Number(reader.get("SELECT max(offset) AS offset FROM positions WHERE consumer = 'slow'", [])?.offset);
    expect(behind).toBeLessThan(1200);
    expect(await removeOldEvents({ reader, writer, clock }, () => false)).toBe(behind);
    await writer.write([{ sql: "UPDATE positions SET offset = 5000 WHERE consumer = 'slow'", params: [] }]);
    expect(await removeOldEvents({ reader, writer, clock }, () => false)).toBe(1200 - behind);
    expect(reader.all('SELECT id FROM events', []).map((row) => row.id)).toEqual([kept.id]);
    reader.close();
    await writer.close();
  });
});
