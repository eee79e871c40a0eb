// `npm run bench`: each figure beside a peer in the same run, in alternating rounds; writes docs/benchmarks.md. It never fails for being slow.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProcess } from '../support/process.ts';
import { eventRows, mongoWithdrawalsRow } from './engines.ts';
import { addedRow, forwardRow, realForwardRow } from './forward.ts';
import { historyRow, verifyRow } from './history.ts';
import { marketRows } from './market.ts';
import { openStreamSide } from './streams.ts';
import { userList } from './user-list.ts';
import { bareSqliteRound, openWithdrawals } from './withdrawals.ts';

const rounds = 5;
const root = join(import.meta.dirname, '..', '..');

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const spread = (values: readonly number[]): string => `${Math.min(...values).toFixed(0)}–${Math.max(...values).toFixed(0)}`;
const judged = (good: boolean): string => (good ? 'met' : 'short of goal');

async function withdrawals(): Promise<string> {
  const platform = await openWithdrawals();
  const [ours, p99, peer]: [number[], number[], number[]] = [[], [], []];
  try {
    await platform.round(20_000);
    for (let round = 0; round < rounds; round += 1) {
      const mine = await platform.round(5_000);
      ours.push(mine.perSecond);
      p99.push(mine.p99Ms);
      peer.push(bareSqliteRound(platform.ledger(20_000)).perSecond);
      console.log(`F4 round ${round + 1}: ${mine.perSecond.toFixed(0)} a second, p99 ${mine.p99Ms.toFixed(1)} ms; bare SQLite ${(peer.at(-1) ?? 0).toFixed(0)}`);
    }
  } finally {
    await platform.close();
  }
  const ratio = median(ours) / median(peer);
  return `| F4 | withdrawals answered, on disk, 64 clients, through the gateway | ${median(ours).toFixed(0)} a second (${spread(ours)}), p99 ${median(p99).toFixed(1)} ms | the same rows and indexes in bare SQLite, 64 in a commit: ${median(peer).toFixed(0)} a second (${spread(peer)}) | ${ratio.toFixed(2)} × | ≥ 0.15 ×, p99 ≤ 40 ms | ${judged(ratio >= 0.15 && median(p99) <= 40)} |`;
}

/** Ticks of all processors since the machine started, and those that the host of a virtual machine gave to others (proc(5), /proc/stat); zeros where nobody counts them. */
function processorTicks(): { all: number; stolen: number } {
  if (!existsSync('/proc/stat')) return { all: 0, stolen: 0 };
  const [total = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  const ticks = total.trim().split(/\s+/).slice(1, 9).map(Number);
  return { all: ticks.reduce((sum, each) => sum + each, 0), stolen: ticks[7] ?? 0 };
}

/** Resident memory of the process that listens, in megabytes, from the operating system. */
function residentMegabytes(): number {
  const lines = execFileSync('ps', ['-eo', 'rss=,args='], { encoding: 'utf8' }).split('\n');
  const line = lines.find((one) => one.includes('scripts/all-in-one.ts')) ?? '0';
  return Number(line.trim().split(/\s+/)[0]) / 1024;
}

async function start(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tradepost-start-'));
  const [seconds, megabytes]: [number[], number[]] = [[], []];
  // The first start makes the demonstration; the figure is that of a platform that was started before.
  await (await startProcess({ DATA_DIR: dataDir })).stop();
  for (let round = 0; round < rounds; round += 1) {
    const beganMs = performance.now();
    const platform = await startProcess({ DATA_DIR: dataDir });
    seconds.push((performance.now() - beganMs) / 1000);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    megabytes.push(residentMegabytes());
    await platform.stop();
    console.log(`F11 round ${round + 1}: ${(seconds.at(-1) ?? 0).toFixed(2)} s, ${(megabytes.at(-1) ?? 0).toFixed(0)} MB`);
  }
  rmSync(dataDir, { recursive: true });
  return `| F11 | start to ready · memory of the whole platform idle | ${median(seconds).toFixed(2)} s (${Math.min(...seconds).toFixed(2)}–${Math.max(...seconds).toFixed(2)}) · ${median(megabytes).toFixed(0)} MB (${spread(megabytes)}) | | | ≤ 2 s · ≤ 200 MB | ${judged(median(seconds) <= 2 && median(megabytes) <= 200)} |`;
}

async function liveStreams(): Promise<string> {
  const streams = 1_000;
  const [ours, peer] = [await openStreamSide('gateway', streams), await openStreamSide('bare', streams)];
  const [mine, theirs]: [number[], number[]] = [[], []];
  try {
    for (let round = 0; round < 10 + rounds * 20; round += 1) {
      const [a, b] = [await ours.round(), await peer.round()];
      // The first ones warm both sides up.
      if (round >= 10) {
        mine.push(a);
        theirs.push(b);
      }
    }
  } finally {
    ours.close();
    peer.close();
  }
  const ratio = median(mine) / median(theirs);
  const kilobytes = ours.bytesPerStream / 1000;
  console.log(`F8: ${median(mine).toFixed(1)} ms beside ${median(theirs).toFixed(1)} ms, ${kilobytes.toFixed(1)} kB a stream`);
  return `| F8 | one live event to ${streams.toLocaleString('en')} open streams · memory a stream | ${median(mine).toFixed(1)} ms (${spread(mine)}) · ${kilobytes.toFixed(1)} kB | bare node:http writing the same frame: ${median(theirs).toFixed(1)} ms (${spread(theirs)}), ${(peer.bytesPerStream / 1000).toFixed(1)} kB a stream | ${ratio.toFixed(2)} × | ≤ 1.3 ×, ≤ 15 kB (at 10,000 streams) | ${judged(ratio <= 1.3 && kilobytes <= 15)} |`;
}

const only = process.argv[2];
const show = { median, spread, judged };
const before = processorTicks();
const rows = [
  ...(only && only !== 'F1' ? [] : await marketRows(rounds, show)),
  ...(only && only !== 'F2' ? [] : [await forwardRow(rounds, show), await realForwardRow(rounds, show)]),
  ...(only && only !== 'F3' ? [] : [await addedRow(rounds, show)]),
  ...(only && only !== 'F4' ? [] : [await withdrawals()]),
  ...(only && only !== 'F5' ? [] : [await mongoWithdrawalsRow(rounds, show)]),
  ...(only && only !== 'F6' ? [] : [await historyRow(1_000_000)]),
  ...(only && only !== 'F7' ? [] : [await userList()]),
  ...(only && only !== 'F8' ? [] : [await liveStreams()]),
  ...(only && only !== 'F10' ? [] : [await verifyRow(200_000, rounds)]),
  ...(only && only !== 'F11' ? [] : [await start()]),
  ...(only && only !== 'F13' ? [] : await eventRows(rounds, show)),
];
const after = processorTicks();
const stolen =
  after.all > before.all
    ? `, and its host gave ${((100 * (after.stolen - before.stolen)) / (after.all - before.all)).toFixed(0)}% of the processors' time to others meanwhile`
    : '';
const head = `# Benchmarks\n\nMade by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.version}. Medians of ${rounds} alternating rounds, the spread in brackets.\nThe load comes from the same machine, so both sides share its cores${stolen}.\n\n| id | work | Tradepost | peer | ratio | goal | |\n|---|---|---|---|---|---|---|\n`;
const page = `${head}${rows.join('\n')}\n`;
console.log(page);
if (!only) writeFileSync(join(root, 'docs/benchmarks.md'), page);
else console.log('docs/benchmarks.md stays as it is: only a whole run writes it.');
