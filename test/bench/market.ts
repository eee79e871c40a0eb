import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProcess } from '../support/process.ts';
import { callsPerSecond, missingTools, startNginx } from './nginx.ts';

/** The reads that are measured. `unchanged` asks with the tag in hand, for a 304. */
export const marketReads = [
  { name: '/api/nifty', path: '/api/nifty', unchanged: false },
  { name: '/api/market/snapshots', path: '/api/market/snapshots', unchanged: false },
  { name: '/api/nifty, 304', path: '/api/nifty', unchanged: true },
] as const;

type MarketRead = (typeof marketReads)[number];

/** Our gateway, and nginx before a bare service with the same bytes. Throws when the two do not answer alike. */
export async function openMarket() {
  const folder = mkdtempSync(join(tmpdir(), 'tradepost-market-bench-'));
  const platform = await startProcess({ DATA_DIR: join(folder, 'data'), DEMO_DATA: '0', MARKET_FEED: 'simulated' });
  const answers: Record<string, { etag: string; body: string }> = {};
  for (const { path } of marketReads) {
    const answer = await fetch(platform.url + path);
    answers[path] = { etag: answer.headers.get('etag') ?? '', body: await answer.text() };
  }
  const bare: ChildProcess = fork(join(import.meta.dirname, 'market-server.ts'), { execArgv: ['--disable-warning=ExperimentalWarning'] });
  bare.send(answers);
  const [{ port: upstream }] = await once(bare, 'message');
  const nginx = await startNginx(upstream, '/api/nifty');
  const load = (url: string, etag: string | undefined): Promise<number> => callsPerSecond(url, etag === undefined ? {} : { 'If-None-Match': etag });
  const peer = nginx.url;
  for (const { path } of marketReads) if ((await (await fetch(peer + path)).text()) !== answers[path]?.body) throw new Error(`nginx answers ${path} otherwise.`);
  return {
    ours: async ({ path, unchanged }: MarketRead) => load(platform.url + path, unchanged ? ((await fetch(platform.url + path)).headers.get('etag') ?? '') : undefined),
    peer: ({ path, unchanged }: MarketRead) => load(peer + path, unchanged ? answers[path]?.etag : undefined),
    async close() {
      await nginx.stop();
      bare.kill();
      await platform.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The rows of F1; one that names what is missing when nginx or wrk is not there. */
export async function marketRows(
  rounds: number,
  show: { median: (values: readonly number[]) => number; spread: (values: readonly number[]) => string; judged: (good: boolean) => string },
): Promise<string[]> {
  const missing = missingTools();
  if (missing.length > 0) return [`| F1 | public market reads through the gateway | skipped: ${missing.join(' and ')} not found | | | | |`];
  const { median, spread, judged } = show;
  const sides = await openMarket();
  try {
    const rows: string[] = [];
    for (const read of marketReads) {
      const [ours, peer]: [number[], number[]] = [[], []];
      await Promise.all([sides.ours(read), sides.peer(read)]);
      for (let round = 0; round < rounds; round += 1) {
        ours.push(await sides.ours(read));
        peer.push(await sides.peer(read));
        console.log(`F1 ${read.name} round ${round + 1}: ${(ours.at(-1) ?? 0).toFixed(0)} a second; nginx ${(peer.at(-1) ?? 0).toFixed(0)}`);
      }
      const ratio = median(ours) / median(peer);
      const goal = read.unchanged ? 1.8 : 1.5;
      rows.push(
        `| F1 | ${read.name} through the gateway, hot | ${median(ours).toFixed(0)} a second (${spread(ours)}) | nginx proxying a bare service with the same bytes: ${median(peer).toFixed(0)} a second (${spread(peer)}) | ${ratio.toFixed(2)} × | ≥ ${goal} × | ${judged(ratio >= goal)} |`,
      );
    }
    return rows;
  } finally {
    await sides.close();
  }
}
