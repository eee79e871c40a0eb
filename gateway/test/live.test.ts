import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { openStream, type StreamReader } from '@tradepost/platform/testing/stream-reader.ts';
import { startGateway } from './support/gateway.ts';

const readers: StreamReader[] = [];
let running: Awaited<ReturnType<typeof startGateway>>;

async function start(limits: Parameters<typeof startGateway>[1] = {}): Promise<void> {
  running = await startGateway('in process', { rateLimitFactor: 1000, ...limits });
  await running.gateway.start();
}
afterEach(async () => {
  for (const reader of readers.splice(0)) reader.leave();
  await running.stop();
});

async function open(id: string, role: string, headers: Record<string, string> = {}, sessionId = `session-of-${id}`): Promise<StreamReader> {
  const reader = await openStream(`${running.url}/api/stream`, running.token(id, role, { sessionId }), headers);
  readers.push(reader);
  return reader;
}

const money = (account: string, seq: number) => ({ account, epoch: 1n, seq: BigInt(seq), amountPaise: 12_345n, postedPaise: 99_999n, heldPaise: 0n, entryId: `e${seq}`, atMs: 1n });
/** What is in use once the garbage is gone. */
function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}
const soon = (timeoutMs = 150): Promise<void> => new Promise((resolve) => setTimeout(resolve, timeoutMs));

describe('When something happens to an account', () => {
  beforeEach(() => start());

  test('then its owner hears what changed but no figure and no name, and another client hears nothing', async () => {
    const [asha, vikram] = [await open('asha', '2'), await open('vikram', '2')];
    await running.bus.tell('FundsAdded', money('asha', 7));
    expect(await asha.next('funds')).toMatchObject({ data: { kind: 'FundsAdded', account: 'asha', seq: 7 } });
    await running.bus.tell('UserUpdated', { account: 'asha', version: 4n, atMs: 1n, state: 'active', role: '2', by: 'admin', name: 'Asha Rao', fields: ['name'] });
    expect((await asha.next('profile')).data).toEqual({ kind: 'UserUpdated', account: 'asha', version: 4 });
    await running.bus.tell('FundsAdded', money('vikram', 1));
    await vikram.next('funds');

    expect(vikram.events.map(({ event }) => event)).toEqual(['ready', 'funds']);
    expect(JSON.stringify([asha.events, vikram.events])).not.toMatch(/Asha|12345|123\.45|99999|by|amount/);
    expect(asha.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(asha.headers.get('cache-control')).toBe('no-store, no-transform');
    expect(asha.headers.get('content-encoding')).toBeNull();
  });

  test('then administrators hear the queues and the accounts, and a client no queue', async () => {
    const [admin, asha] = [await open('admin', '1'), await open('asha', '2')];
    await running.bus.tell('UserRegistered', { account: 'new', version: 1n, atMs: 1n, state: 'pending', role: '2', userId: 'TP000001', name: 'New One' });
    await running.bus.tell('WithdrawalRequested', { ...money('asha', 2), withdrawalId: 'w2' });
    await running.bus.tell('FundsReduced', money('asha', 3));

    expect((await admin.next('registrations')).data).toEqual({ kind: 'UserRegistered', account: 'new', version: 1 });
    expect((await admin.next('withdrawals-queue')).data).toEqual({ kind: 'WithdrawalRequested', account: 'asha', seq: 2, withdrawalId: 'w2' });
    expect((await admin.next('accounts')).data).toEqual({ kind: 'FundsReduced', account: 'asha', seq: 3 });
    await asha.next('funds');
    expect(asha.events.map(({ event }) => event)).toEqual(['ready', 'withdrawals', 'funds']);
  });

  test('then a position is heard by its owner and the administrators, the site by everybody, a message by the administrators alone', async () => {
    const [admin, asha, vikram] = [await open('admin', '1'), await open('asha', '2'), await open('vikram', '2')];
    await running.bus.tell('PositionUpdated', {
      account: 'asha',
      position: 'p1',
      version: 2n,
      atMs: 1n,
      by: 'admin',
      symbol: 'WIPRO',
      type: 'BUY',
      profitPaise: 100n,
      active: false,
    });
    await running.bus.tell('ContactMessageReceived', { messageId: 'm1', atMs: 1n, subject: 'Support' });
    await running.bus.tell('SiteContentUpdated', { record: 'default', version: 3n, atMs: 1n, by: 'admin', fields: ['phone'] });
    expect((await asha.next('positions')).data).toEqual({ kind: 'PositionUpdated', account: 'asha', position: 'p1', version: 2 });
    expect((await vikram.next('site')).data).toEqual({ kind: 'SiteContentUpdated', version: 3 });
    await admin.next('site');
    expect(admin.events.map(({ event }) => event)).toEqual(['ready', 'accounts', 'contact-messages', 'site']);
    expect(vikram.events.map(({ event }) => event)).toEqual(['ready', 'site']);
  });

  test('then the gateway reads with a group of its own, from now on', () => {
    expect(running.bus.groups()).toEqual([{ group: 'gateway.live.one', from: 'now' }]);
  });
});

describe('When a reader comes back', () => {
  test('then what happened meanwhile is told once, in order, and only what is his', async () => {
    await start();
    const first = await open('asha', '2');
    await running.bus.tell('FundsAdded', money('asha', 1));
    const { id } = await first.next('funds');
    first.leave();
    for (const seq of [2, 3]) await running.bus.tell('FundsAdded', money('asha', seq));
    await running.bus.tell('FundsAdded', money('vikram', 9));
    const again = await open('asha', '2', { 'last-event-id': id });
    await again.next('ready');
    expect(again.events.map(({ event, data }) => [event, data.seq])).toEqual([
      ['funds', 2],
      ['funds', 3],
      ['ready', undefined],
    ]);
    await running.bus.tell('FundsAdded', money('asha', 4));
    expect((await again.next('funds')).data.seq).toBe(4);
  });

  test('then an id that is too old, of another process or made up is answered with resync', async () => {
    await start({ liveLimits: { keptEvents: 3 } });
    const first = await open('asha', '2');
    const { id } = await first.next('ready');
    for (const seq of [1, 2, 3]) await running.bus.tell('FundsAdded', money('asha', seq));
    const inTime = await open('asha', '2', { 'last-event-id': id });
    expect((await inTime.next('ready')).event).toBe('ready');
    expect(inTime.events).toHaveLength(4);
    await running.bus.tell('FundsAdded', money('asha', 4));
    for (const lastEventId of [id, 'abcdef-1', id.replace(/\d+$/, '99'), `${id}x`, '-', '1']) {
      const late = await open('asha', '2', { 'last-event-id': lastEventId }, `session ${lastEventId}`);
      await late.next('resync');
      expect(late.events.map(({ event }) => event)).toEqual(['resync']);
    }
  });

  test('then ten minutes are the longest absence', async () => {
    await start();
    const first = await open('asha', '2');
    const { id } = await first.next('ready');
    await running.bus.tell('FundsAdded', money('asha', 1));
    running.time.offsetMs = 9 * 60_000;
    expect((await (await open('asha', '2', { 'last-event-id': id })).next('ready')).event).toBe('ready');
    running.time.offsetMs = 11 * 60_000;
    expect((await (await open('asha', '2', { 'last-event-id': id })).next('resync')).event).toBe('resync');
  });
});

describe('When nothing happens', () => {
  test('then a comment comes at every beat and carries the newest id', async () => {
    await start({ liveLimits: { heartbeatMs: 40 } });
    const reader = await open('asha', '2');
    const { id } = await reader.next('ready');
    await running.bus.tell('FundsAdded', money('vikram', 1));
    await soon(200);
    expect(reader.comments.length).toBeGreaterThanOrEqual(2);
    expect(reader.lastId()).not.toBe(id);
    expect(reader.events).toHaveLength(1);
  });
});

describe('When a session or a token ends', () => {
  test('then its streams end within a second and others of the account go on', async () => {
    await start();
    const [gone, stays] = [await open('asha', '2', {}, 's1'), await open('asha', '2', {}, 's2')];
    const atMs = Date.now();
    running.auth.ended.push({ sessionId: 's1', endedAtMs: atMs });
    expect((await gone.next('end')).data).toEqual({ kind: 'session-ended' });
    await gone.closed;
    expect(Date.now() - atMs).toBeLessThan(1_000);
    expect((await running.call('GET', '/api/stream', running.token('asha', '2', { sessionId: 's1' }))).status).toBe(401);
    await running.bus.tell('FundsAdded', money('asha', 1));
    expect((await stays.next('funds')).data.seq).toBe(1);
  });

  test('then the stream of a token that runs out ends within a second', async () => {
    await start();
    const reader = await open('asha', '2');
    await soon();
    running.time.offsetMs = 10 * 60_000 + 1;
    const atMs = Date.now();
    expect((await reader.next('end')).data).toEqual({ kind: 'token-expired' });
    await reader.closed;
    expect(Date.now() - atMs).toBeLessThan(1_000);
  });

  test('then a stop of the gateway ends the streams at once', async () => {
    await start();
    const reader = await open('asha', '2');
    running.gateway.drain();
    expect((await reader.next('end')).data).toEqual({ kind: 'stopping' });
    await reader.closed;
    expect((await running.call('GET', '/api/stream', running.token('asha', '2'))).status).toBe(503);
  });
});

describe('When readers are many or slow', () => {
  test('then the oldest stream of a session gives way, and an account above its bound is 429', async () => {
    await start({ liveLimits: { perSession: 2, perAccount: 3 } });
    const [first, second] = [await open('asha', '2'), await open('asha', '2')];
    await open('asha', '2');
    expect((await first.next('end')).data).toEqual({ kind: 'replaced' });
    await open('asha', '2', {}, 'another');
    expect((await open('asha', '2', {}, 'a third')).status).toBe(429);
    await running.bus.tell('FundsAdded', money('asha', 1));
    await second.next('funds');
  });

  test('then the whole gateway above its bound is 503', async () => {
    await start({ liveLimits: { inAll: 1 } });
    await open('asha', '2');
    const refused = await running.call('GET', '/api/stream', running.token('vikram', '2'));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
  });

  test('then one who does not read is dropped and the others go on', async () => {
    await start({ liveLimits: { queuedBytes: 32 * 1024 } });
    const port = Number(new URL(running.url).port);
    const slow = await new Promise<Socket>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(socket));
    });
    slow.on('error', () => slow.destroy());
    const gone = new Promise((resolve) => slow.once('close', resolve));
    slow.write(`GET /api/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${running.token('asha', '2', { sessionId: 'slow' })}\r\n\r\n`);
    await new Promise((resolve) => slow.once('readable', resolve));
    slow.pause();
    const quick = await open('asha', '2');
    let told = 0;
    // The system's own buffers are filled first; an event in between lets the quick reader take his.
    while (!/too slow/.test(running.log()) && told < 200_000) {
      told += 1;
      await running.bus.tell('FundsAdded', money('asha', told));
      if (told % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(told).toBeLessThan(200_000);
    slow.resume();
    await gone;
    await running.bus.tell('FundsReduced', money('asha', told + 1));
    for (let tries = 0; tries < 40 && quick.events.at(-1)?.data.kind !== 'FundsReduced'; tries += 1) await soon(50);
    expect(quick.events.at(-1)?.data).toMatchObject({ kind: 'FundsReduced' });
    expect(running.log().match(/too slow/g)).toHaveLength(1);
  }, 30_000);

  test('then readers who come and go leave nothing behind', async () => {
    await start();
    const grow = async (): Promise<void> => {
      for (let round = 0; round < 10; round += 1) {
        const some = await Promise.all(Array.from({ length: 20 }, (_, index) => open(`person${index}`, '2')));
        for (const reader of some) reader.leave();
        readers.length = 0;
        await soon(10);
      }
    };
    await grow();
    const beforeBytes = heapBytes();
    await grow();
    await grow();
    await soon();
    expect(running.gateway.streams()).toBe(0);
    // 400 streams that were kept would be 8 MB and more.
    expect(heapBytes() - beforeBytes).toBeLessThan(5 * 1024 * 1024);
  }, 30_000);
});

describe('When somebody asks who may not', () => {
  beforeEach(() => start());

  test('then nobody, a temporary password and another method get no stream', async () => {
    expect((await running.call('GET', '/api/stream')).status).toBe(401);
    expect((await running.call('GET', '/api/stream', running.token('asha', '2', { mustChangePassword: true }))).status).toBe(403);
    expect((await running.call('POST', '/api/stream', running.token('asha', '2'))).status).toBe(404);
    const head = await running.call('HEAD', '/api/stream', running.token('asha', '2'));
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(running.gateway.streams()).toBe(0);
  });
});
