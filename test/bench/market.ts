import { type ChildProcess, execFile, fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startProcess } from '../support/process.ts';

/** What F1 needs of the machine and does not find; empty when all is there. */
export const missingForMarket = (): string[] => ['nginx', 'wrk'].filter((name) => spawnSync(name, ['-v'], { stdio: 'ignore' }).error !== undefined);

/** The reads that are measured. `unchanged` asks with the tag in hand, for a 304. */
export const marketReads = [
  { name: '/api/nifty', path: '/api/nifty', unchanged: false },
  { name: '/api/market/snapshots', path: '/api/market/snapshots', unchanged: false },
  { name: '/api/nifty, 304', path: '/api/nifty', unchanged: true },
] as const;

type MarketRead = (typeof marketReads)[number];

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

const nginxConfiguration = (folder: string, port: number, upstream: number): string => `
worker_processes 1;
daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder}; uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
  upstream market { server 127.0.0.1:${upstream}; keepalive 64; }
  server {
    listen 127.0.0.1:${port};
    keepalive_requests 100000000;
    location / { proxy_pass http://market; proxy_http_version 1.1; proxy_set_header Connection ""; }
  }
}
`;

/** Calls a second of 64 connections that ask as fast as they are answered. */
async function load(url: string, etag: string | undefined): Promise<number> {
  const { stdout } = await promisify(execFile)('wrk', ['-t1', '-c64', '-d3s', ...(etag === undefined ? [] : ['-H', `If-None-Match: ${etag}`]), url]);
  if (/Non-2xx or 3xx responses|Socket errors/.test(stdout)) throw new Error(`wrk met errors: ${stdout}`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1] ?? 0);
}

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
  const port = await freePort();
  writeFileSync(join(folder, 'nginx.conf'), nginxConfiguration(folder, port, upstream));
  const nginx = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: 'ignore' });
  const peer = `http://127.0.0.1:${port}`;
  const up = async (): Promise<boolean> =>
    fetch(`${peer}/api/nifty`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (let tried = 0; tried < 50 && !(await up()); tried += 1) await new Promise((resolve) => setTimeout(resolve, 100));
  for (const { path } of marketReads) if ((await (await fetch(peer + path)).text()) !== answers[path]?.body) throw new Error(`nginx answers ${path} otherwise.`);
  return {
    ours: async ({ path, unchanged }: MarketRead) => load(platform.url + path, unchanged ? ((await fetch(platform.url + path)).headers.get('etag') ?? '') : undefined),
    peer: ({ path, unchanged }: MarketRead) => load(peer + path, unchanged ? answers[path]?.etag : undefined),
    async close() {
      nginx.kill();
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
  const missing = missingForMarket();
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
