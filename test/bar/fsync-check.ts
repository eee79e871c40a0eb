import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callUntilCertain } from '../rig/caller.ts';
import type { Operation } from '../rig/operations.ts';
import { ownerPassword, registeredPerson, registrationForm, Visitor } from '../support/platform.ts';
import { whenReady } from '../support/process.ts';
import { type Check, part } from './check.ts';

const root = join(import.meta.dirname, '..', '..');
const clients = 16;

/** The platform with every sync of a file written down, by the moment it came back. */
async function startTraced(dataDir: string, trace: string): Promise<{ url: string; child: ChildProcess }> {
  const entry = ['--disable-proto=delete', '--disable-warning=ExperimentalWarning', join(root, 'scripts/all-in-one.ts')];
  // -D keeps the tracer out of the way: signals go to the platform itself.
  const child = spawn('strace', ['-D', '-f', '-y', '-ttt', '-T', '-e', 'trace=fsync,fdatasync', '-o', trace, process.execPath, ...entry], {
    cwd: root,
    env: {
      ...{ PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', PORT: '0', METRICS_PORT: '0', LOG_LEVEL: 'error', MARKET_FEED: 'simulated' },
      ...{ DATA_DIR: dataDir, DEMO_DATA: '0', OWNER_PASSWORD: ownerPassword, RATE_LIMIT_FACTOR: '1000000' },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { url: await whenReady(child), child };
}

/** When each sync of the ledger's file had come back, in milliseconds since 1970, oldest first. */
function syncsOf(trace: string): number[] {
  const began = new Map<string, number>();
  return readFileSync(trace, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [thread = '', at = ''] = line.split(/\s+/);
      const atMs = Number(at) * 1000;
      if (/(fsync|fdatasync)\(\d+<.*funds\.db(-wal)?>/.test(line) && line.includes('<unfinished')) began.set(thread, atMs);
      if (line.includes('resumed>')) return began.delete(thread) ? [atMs] : [];
      const took = /(?:fsync|fdatasync)\(\d+<.*funds\.db(?:-wal)?>\)\s+= 0 <([\d.]+)>/.exec(line)?.[1];
      return took === undefined ? [] : [atMs + Number(took) * 1000];
    })
    .sort((a, b) => a - b);
}

interface Call {
  readonly sentMs: number;
  readonly answeredMs: number;
}

/** Deposits one after the other and then many at once; notes when each was sent and answered. */
async function deposits(url: string, count: number): Promise<{ alone: Call[]; together: Call[] }> {
  const owner = new Visitor(url);
  await owner.signIn('owner', ownerPassword);
  const accounts: string[] = [];
  for (let number = 0; number < clients; number += 1) accounts.push((await owner.post('/api/register', registrationForm(await registeredPerson()))).body.user._id);
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  let number = 0;
  const one = async (account: string): Promise<Call> => {
    number += 1;
    const operation: Operation = { kind: 'deposit', account, amountPaise: 100, by: 'administrator', method: 'PUT', path: `/api/users/${account}/totalfund`, body: { amount: 1 } };
    const sentMs = performance.timeOrigin + performance.now();
    const { answer } = await callUntilCertain(agent, new URL(url), operation, owner.token, `sync-${number}`);
    if (answer.status !== 200) throw new Error(`A deposit was answered ${answer.status}.`);
    return { sentMs, answeredMs: performance.timeOrigin + performance.now() };
  };
  const [alone, together]: [Call[], Call[]] = [[], []];
  for (let done = 0; done < count; done += 1) alone.push(await one(accounts[done % clients] ?? ''));
  await Promise.all(
    accounts.map(async (account) => {
      for (let done = 0; done < count / clients; done += 1) together.push(await one(account));
    }),
  );
  agent.destroy();
  return { alone, together };
}

export const fsyncs: Check = {
  id: 'D1',
  what: '1,000 deposits one by one and 1,000 from 16 clients under strace: each is answered after a sync of the ledger that came back since it was sent',
  async run(asked) {
    if (spawnSync('strace', ['-V']).status !== 0) return { skipped: 'there is no strace here' };
    const dataDir = mkdtempSync(join(tmpdir(), 'tradepost-fsync-'));
    const trace = join(dataDir, 'trace');
    try {
      const { url, child } = await startTraced(join(dataDir, 'data'), trace);
      const ended = new Promise((resolve) => child.once('exit', resolve));
      const { alone, together } = await deposits(url, part(1_000, asked)).finally(() => child.kill('SIGTERM'));
      await ended;
      const syncs = syncsOf(trace);
      const between = ({ sentMs, answeredMs }: Call): boolean => syncs.some((atMs) => atMs >= sentMs && atMs <= answeredMs);
      const unsynced = [...alone, ...together].filter((call) => !between(call)).length;
      const within = (calls: readonly Call[]): number => syncs.filter((atMs) => atMs >= (calls[0]?.sentMs ?? 0) && atMs <= (calls.at(-1)?.answeredMs ?? 0)).length;
      const [first, second] = [within(alone), within(together)];
      const figure = `${unsynced} answers before their sync; ${first} syncs for ${alone.length} one by one, ${second} for ${together.length} at once`;
      return { passed: unsynced === 0 && first >= alone.length, figure };
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};
