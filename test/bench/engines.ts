// F5 and F13 on real engines, each started for its benchmark alone by the kit beside the project.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openEmbeddedBus } from '@tradepost/platform/bus/embedded.ts';
import { openKafkaBus } from '@tradepost/platform/bus/kafka.ts';
import { timeOrderedId } from '@tradepost/platform/ids.ts';
import { createLogger } from '@tradepost/platform/log.ts';
import type { EventBus } from '@tradepost/platform/ports.ts';
import { canStartEngines, startOwnEngine } from '@tradepost/platform/testing/engines.ts';
import { encodeEvent } from '@tradepost/proto/events/catalog.ts';
import { openBareKafka, openBareMongo } from '../../platform/test/support/bare-engines.ts';
import type { Show } from './forward.ts';
import { clients, openWithdrawals } from './withdrawals.ts';

const noKit = 'skipped: no engines beside the project (../shared/engines, or ENGINES_KIT)';
const withdrawalsEachRound = 2_000;

/** F5: gives the row of the table, or one that names what is missing. */
export async function mongoWithdrawalsRow(rounds: number, { median, spread, judged }: Show): Promise<string> {
  const work = 'withdrawals answered on MongoDB (w: majority, j: true), 64 clients, through the gateway';
  if (!canStartEngines()) return `| F5 | ${work} | ${noKit} | | | | |`;
  const engine = await startOwnEngine('mongo');
  const uri = engine.environment.MONGODB_URI ?? '';
  const [ours, p99, peer]: [number[], number[], number[]] = [[], [], []];
  try {
    const platform = await openWithdrawals({ MONGODB_URI: uri });
    const bare = await openBareMongo(uri, 'tradepost_funds');
    try {
      await platform.round(withdrawalsEachRound);
      const rows = await bare.holds(withdrawalsEachRound);
      await bare.insertAll(rows, clients);
      for (let round = 1; round <= rounds; round += 1) {
        const mine = await platform.round(withdrawalsEachRound);
        ours.push(mine.perSecond);
        p99.push(mine.p99Ms);
        peer.push(await bare.insertAll(rows, clients));
        console.log(`F5 round ${round}: ${mine.perSecond.toFixed(0)} a second, p99 ${mine.p99Ms.toFixed(1)} ms; bare insertOne ${peer.at(-1)?.toFixed(0)}`);
      }
    } finally {
      await bare.close();
      await platform.close();
    }
  } finally {
    await engine.stop();
  }
  const ratio = median(ours) / median(peer);
  return `| F5 | ${work} | ${median(ours).toFixed(0)} a second (${spread(ours)}), p99 ${median(p99).toFixed(1)} ms | the same rows and indexes by the driver's insertOne, the same concern, 64 at a time: ${median(peer).toFixed(0)} a second (${spread(peer)}) | ${ratio.toFixed(2)} × | ≥ 0.6 × | ${judged(ratio >= 0.6)} |`;
}

/** Something that takes an event and shows it to a reader. */
interface Way {
  send(id: string, key: string): Promise<void>;
  close(): Promise<void>;
}

// A p99 of fewer is the luck of one or two.
const eventsEachRound = 500;
const betweenMs = 5;
const accounts = 20;
const event = encodeEvent('FundsAdded', { account: 'a', epoch: 1n, seq: 1n, amountPaise: 100n, postedPaise: 100n, heldPaise: 0n, entryId: 'e1', atMs: 1n });

/** Events that were sent and not yet seen, with what is told when they are. */
type Awaited = Map<string, () => void>;

async function openOurs(bus: EventBus, waiting: Awaited): Promise<Way> {
  const topic = 'tradepost.bench';
  const subscription = await bus.subscribe({ group: 'bench', topics: [topic], handle: async ({ id }) => waiting.get(id)?.() });
  return {
    send: (id, subject) => bus.publish(topic, [{ ...event, id, subject, source: 'bench', time: new Date().toISOString() }]),
    async close() {
      await subscription.close();
      await bus.close();
    },
  };
}

/** Sends one event after the other; gives the milliseconds from before each was sent until it was seen, sorted. */
async function seenAfter(way: Way, waiting: Awaited, count: number): Promise<number[]> {
  const latenciesMs: number[] = [];
  for (let sent = 0; sent < count; sent += 1) {
    const id = timeOrderedId(Date.now());
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.set(id, resolve);
    const beganMs = performance.now();
    await way.send(id, `account-${sent % accounts}`);
    await promise;
    latenciesMs.push(performance.now() - beganMs);
    waiting.delete(id);
    await pause(betweenMs);
  }
  return latenciesMs.toSorted((a, b) => a - b);
}

async function openWays(folder: string, brokers: readonly string[], waiting: Awaited): Promise<Record<string, Way>> {
  const embedded = await openOurs(await openEmbeddedBus({ file: join(folder, 'bus.db') }), waiting);
  if (brokers.length === 0) return { embedded };
  const log = createLogger({ level: 'error', format: 'json' });
  const bare = await openBareKafka(brokers, 'bare', (id) => waiting.get(id)?.());
  return {
    embedded,
    kafka: await openOurs(await openKafkaBus({ brokers, clientId: 'bench', log }), waiting),
    kafkajs: { send: (id, key) => bare.send(id, key, event.data), close: () => bare.close() },
  };
}

const at = (sorted: readonly number[], share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
const range = (values: readonly number[]): string => (values.length === 0 ? '' : `${Math.min(...values).toFixed(1)}–${Math.max(...values).toFixed(1)}`);

/** F13: gives the rows of the table; that of Kafka names what is missing. */
export async function eventRows(rounds: number, { median, judged }: Show): Promise<string[]> {
  const engine = canStartEngines() ? await startOwnEngine('kafka') : undefined;
  const folder = mkdtempSync(join(tmpdir(), 'tradepost-events-'));
  const waiting: Awaited = new Map();
  const measured: Record<string, { p50: number[]; p99: number[] }> = {};
  try {
    const ways = await openWays(folder, engine?.environment.KAFKA_BROKERS?.split(',') ?? [], waiting);
    for (let round = 0; round <= rounds; round += 1)
      for (const [name, way] of Object.entries(ways)) {
        const latencies = await seenAfter(way, waiting, round === 0 ? eventsEachRound / 4 : eventsEachRound);
        if (round === 0) continue;
        measured[name] ??= { p50: [], p99: [] };
        measured[name].p50.push(at(latencies, 0.5));
        measured[name].p99.push(at(latencies, 0.99));
        console.log(`F13 round ${round}, ${name}: ${at(latencies, 0.5).toFixed(1)} ms, p99 ${at(latencies, 0.99).toFixed(1)} ms`);
      }
    for (const way of Object.values(ways)) await way.close();
  } finally {
    await engine?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  const shown = ({ p50, p99 }: { p50: number[]; p99: number[] }): string => `${median(p50).toFixed(1)} ms (${range(p50)}), p99 ${median(p99).toFixed(1)} ms (${range(p99)})`;
  const [embedded, kafka, kafkajs] = ['embedded', 'kafka', 'kafkajs'].map((name) => measured[name] ?? { p50: [], p99: [] });
  if (!embedded || !kafka || !kafkajs) throw new RangeError('Nothing was measured.');
  const first = `| F13 | event published → seen, embedded | ${shown(embedded)} | | | p99 ≤ 20 ms | ${judged(median(embedded.p99) <= 20)} |`;
  if (engine === undefined) return [first, `| F13 | event published → seen, Kafka | ${noKit} | | | | |`];
  const ratio = median(kafka.p99) / median(kafkajs.p99);
  const halves = median(kafka.p50) / median(kafkajs.p50);
  return [
    first,
    `| F13 | event published → seen, Kafka | ${shown(kafka)} | kafkajs alone on the same broker: ${shown(kafkajs)} | p99 ${ratio.toFixed(2)} × · median ${halves.toFixed(2)} × | ≤ 1.3 × | ${judged(ratio <= 1.3)} |`,
  ];
}
