// Market as its callers see it: the real app on loopback, a clock that the test sets, and a source that the test writes down.
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { accessTokenSigner, tokenVerifier } from '@tradepost/platform/access-token.ts';
import { openEmbeddedBus } from '@tradepost/platform/bus/embedded.ts';
import { memoryCache } from '@tradepost/platform/cache/memory.ts';
import { createLogger } from '@tradepost/platform/log.ts';
import { systemClock } from '@tradepost/platform/ports.ts';
import { listen } from '@tradepost/platform/server.ts';
import { removeTemporaryFolders, temporaryFolder } from '@tradepost/platform/testing/temporary-folder.ts';
import { decodeEvent } from '@tradepost/proto/events/catalog.ts';
import { createMarket, type FeedConfiguration } from '../../src/app.ts';

const internalKey = 'the-internal-key-of-this-test';
const privateKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const signer = accessTokenSigner(privateKey, systemClock);

/** A Wednesday at 11:00 in Mumbai, amid a session. */
export const wednesdayMs = Date.parse('2026-11-18T11:00:00+05:30');

const open: (() => Promise<void>)[] = [];
/** Stops whatever a test has left running. */
export async function stopAll(): Promise<void> {
  for (const stop of open.splice(0).reverse()) await stop();
  removeTemporaryFolders();
}

/** A live source on loopback that answers as the test says. */
export async function startSource(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  open.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}

/** A chart answer of the live source about `symbol` (in its own spelling). */
export const chartAnswer = (symbol: string, meta: Readonly<Record<string, unknown>> = {}) => ({
  chart: {
    result: [
      {
        meta: {
          ...{ symbol, currency: 'INR', regularMarketPrice: 1319.9000244140625, chartPreviousClose: 1300, regularMarketTime: Math.floor(wednesdayMs / 1000) - 10 },
          ...{ regularMarketDayLow: 1290.5, regularMarketDayHigh: 1325, regularMarketVolume: 12_345_678, ...meta },
        },
        timestamp: [Math.floor(wednesdayMs / 1000) - 600, Math.floor(wednesdayMs / 1000) - 300],
        indicators: { quote: [{ open: [1300, 1310], high: [1315, 1325], low: [1290.5, null], close: [1310, 1319.9], volume: [1000, null] }] },
      },
    ],
    error: null,
  },
});

/** Starts market. The clock stands at `time.nowMs` until the test moves it. */
export async function startMarket(feed: Partial<FeedConfiguration> = {}) {
  const time = { nowMs: wednesdayMs };
  const lines: string[] = [];
  const log = createLogger({ level: 'info', format: 'json', destination: { write: (line: string) => void lines.push(line) } });
  const verifier = tokenVerifier(async () => [signer.publicKey()], systemClock);
  const bus = await openEmbeddedBus({ file: join(temporaryFolder(), 'bus.db'), minimumFreeBytes: 1 });
  const clock = { now: () => time.nowMs };
  const service = createMarket(
    { log, verifier, internalKey, requestHashKey: Buffer.alloc(32, 7), clock, bus },
    { cache: memoryCache({ clock }), feed: { feed: 'simulated', url: undefined, replayDir: undefined, seed: 'test', refreshSeconds: 60, ...feed } },
  );
  await service.start();
  const server = await listen(service.app, { host: '127.0.0.1', port: 0 });
  let running = true;
  const stop = async (): Promise<void> => {
    if (!running) return;
    running = false;
    await server.close(1_000);
    await service.stop();
    await bus.close();
  };
  open.push(stop);

  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`http://127.0.0.1:${server.port}/api${path}`, { headers: { 'x-internal-key': internalKey, ...headers } });
    const text = await response.text();
    // Bodies of answers are looked at with toMatchObject and the like.
    const body: ReturnType<typeof JSON.parse> = text === '' ? undefined : JSON.parse(text);
    return { status: response.status, headers: response.headers, text, body };
  };
  return {
    service,
    time,
    get,
    stop,
    /** Calls as somebody with this role. */
    as: (role: string) => (path: string) => get(path, { authorization: `Bearer ${signer.sign({ id: 'somebody', role, sessionId: 'session', mustChangePassword: false }).token}` }),
    events: async () => (await bus.read({ topic: 'tradepost.market', limit: 100 })).map((event) => decodeEvent(event)),
    logText: () => lines.join(''),
  };
}

/** Waits for something that happens beside the calls; fails after 5 s. */
export async function until(done: () => Promise<boolean>): Promise<void> {
  const endMs = Date.now() + 5_000;
  while (!(await done())) {
    if (Date.now() > endMs) throw new Error('It did not happen within 5 s.');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
