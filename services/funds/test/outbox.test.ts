import { join } from 'node:path';
import { openEmbeddedBus } from '@tradepost/platform/bus/embedded.ts';
import type { EventBus } from '@tradepost/platform/ports.ts';
import { removeTemporaryFolders, temporaryFolder } from '@tradepost/platform/testing/temporary-folder.ts';
import { clientWithFunds, startFunds, stopAll } from './support/front-door.ts';

afterEach(stopAll);
afterAll(removeTemporaryFolders);

describe('When the bus is away', () => {
  test('then money goes on, and every entry is told once and in order when it is back', async () => {
    const folder = temporaryFolder();
    const real = await openEmbeddedBus({ file: join(folder, 'bus.db'), minimumFreeBytes: 1 });
    const link = { down: true };
    const bus: EventBus = {
      publish: (topic, events) => (link.down ? Promise.reject(new Error('away')) : real.publish(topic, events)),
      subscribe: (options) => real.subscribe(options),
      read: (options) => real.read(options),
      deadLetters: (options) => real.deadLetters(options),
      replay: (id) => real.replay(id),
      ping: () => real.ping(),
      close: () => real.close(),
    };
    // A clock that falls back must not turn the order around.
    let nowMs = Date.now();
    const platform = await startFunds({ folder, bus, clock: { now: () => (nowMs -= 1000) } });
    const { admin, client } = await clientWithFunds(platform, 1);
    for (let times = 0; times < 30; times += 1) await admin.put(`/users/${client.id}/totalfund`, { amount: 1 });
    expect(await real.read({ topic: 'tradepost.funds', limit: 10 })).toEqual([]);
    link.down = false;
    const events = await platform.events(client.id);
    expect(events.map((event) => (event.name === 'FundsAdded' ? event.message.seq : 0n))).toEqual(Array.from({ length: 31 }, (_, index) => BigInt(index + 1)));
    expect(events.map((event) => event.id)).toEqual((await platform.ledger(client.id)).map((entry) => entry._id));
    await platform.stop();
    await real.close();
  }, 30_000);
});
