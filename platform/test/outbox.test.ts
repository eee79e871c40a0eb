import { setTimeout as pause } from 'node:timers/promises';
import { createLogger } from '../src/log.ts';
import { type OutboxSource, startRelay } from '../src/outbox.ts';
import { type EventBus, type EventRecord, systemClock } from '../src/ports.ts';

const unused = (): Promise<never> => Promise.reject(new Error('The relay does not ask this.'));

test('When the relay is woken amid a round on a slow store, then no second round begins beside it and each event is sent once', async () => {
  const waiting = new Map<string, EventRecord>();
  const sent: string[] = [];
  let reading = 0;
  let mostAtOnce = 0;
  const source: OutboxSource = {
    topic: 'tradepost.funds',
    async pending() {
      reading += 1;
      mostAtOnce = Math.max(mostAtOnce, reading);
      commitNext();
      const found = [...waiting.values()];
      await pause(40);
      reading -= 1;
      return found.map((event) => ({ event, position: { id: event.id, item: '' } }));
    },
    settle: async (settled) => {
      await pause(20);
      for (const { position } of settled) waiting.delete(position.id);
    },
  };
  const bus: EventBus = {
    publish: async (_topic, events) => void sent.push(...events.map(({ id }) => id)),
    subscribe: unused,
    read: unused,
    deadLetters: unused,
    replay: unused,
    ping: unused,
    close: unused,
  };
  const relay = startRelay(source, { bus, log: createLogger({ level: 'fatal', format: 'json' }), clock: systemClock, service: 'funds' });
  const ids = ['e1', 'e2', 'e3'];
  const left = [...ids];
  // Amid the first round, which begins by itself, and amid those that follow.
  function commitNext(): void {
    const id = left.shift();
    if (id === undefined) return;
    waiting.set(id, { id, type: 't', source: 'funds', subject: 's', time: new Date().toISOString(), data: new Uint8Array() });
    relay.wake();
  }
  await pause(600);
  await relay.stop();
  expect(mostAtOnce).toBe(1);
  expect(sent).toEqual(ids);
});
