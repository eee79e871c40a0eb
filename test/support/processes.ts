import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@tradepost/platform/testing/free-port.ts';
import { ownerPassword, Visitor } from './platform.ts';
import { ended, flags, handleOf, type PlatformProcess, usualEnvironment, whenReady } from './process.ts';

const root = join(import.meta.dirname, '..', '..');

export const processNames = ['auth', 'users', 'funds', 'positions', 'market', 'site-content', 'gateway'] as const;
export type ProcessName = (typeof processNames)[number];

/** The engines named by the environment, and nothing else of it. */
const engines = (): Record<string, string> =>
  Object.fromEntries(
    ['MONGODB_URI', 'KAFKA_BROKERS', 'REDIS_URL', 'MINIO_ENDPOINT', 'MINIO_ACCESS_KEY', 'MINIO_SECRET_KEY', 'PATH', 'HOME'].flatMap((name) => {
      const value = process.env[name];
      return value ? [[name, value]] : [];
    }),
  );

export const areThere = (): boolean => ['MONGODB_URI', 'KAFKA_BROKERS', 'REDIS_URL', 'MINIO_ENDPOINT'].every((name) => process.env[name]);

/** The platform as processes of their own on real engines. */
export interface Processes {
  readonly url: string;
  /** Where a process listens. */
  urlOf(name: ProcessName): string;
  /** Everything that all processes have printed. */
  printed(): string;
  visitor(): Visitor;
  owner(): Promise<Visitor>;
  /** Starts a process; a further one of the same name stands on a port of its own. Resolves when it is ready. */
  start(name: ProcessName, options?: { further?: boolean }): Promise<PlatformProcess>;
  /** kill -9 on the process of that name, and waits until it is gone. */
  kill(name: ProcessName): Promise<void>;
  /** SIGSTOP for a while on the process of that name. */
  freeze(name: ProcessName, durationMs: number): Promise<void>;
  /** SIGTERM; gives the exit code. */
  stopOne(name: ProcessName): Promise<number | null>;
  /** Runs the operator's tool on the shared stores. */
  ops(...words: string[]): Promise<{ code: number | null; text: string }>;
  /** Stops all that still runs. */
  stop(): Promise<void>;
}

async function environment(more: Record<string, string>) {
  const ports: Record<string, number> = {};
  for (const name of processNames) ports[name] = await freePort();
  const pem = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey;
  const urls = processNames.map((name) => [`${name.replaceAll('-', '_').toUpperCase()}_URL`, `http://127.0.0.1:${ports[name]}`]);
  const dataDir = mkdtempSync(join(tmpdir(), 'tradepost-processes-'));
  const variables: Record<string, string> = {
    ...{
      ...engines(),
      ...Object.fromEntries(urls),
      DATA_DIR: dataDir,
      TOKEN_KEY: pem,
      SEALING_KEY: randomBytes(32).toString('base64'),
      INTERNAL_KEY: randomBytes(32).toString('hex'),
    },
    ...{ MINIO_BUCKET: `tradepost-${randomBytes(4).toString('hex')}`, PUBLIC_URL: `http://127.0.0.1:${ports.gateway}`, OWNER_PASSWORD: ownerPassword, METRICS_PORT: '0' },
    ...{ RATE_LIMIT_FACTOR: '1000', MARKET_FEED: 'simulated', LOG_LEVEL: 'info', ...more },
  };
  return { ports, dataDir, variables };
}

/** Prepares the shared stores, then starts every process. Throws with what was printed when one of them does not come up. */
export async function startProcesses(more: Record<string, string> = {}): Promise<Processes> {
  const { ports, dataDir, variables } = await environment(more);
  const running = new Map<ProcessName, PlatformProcess>();
  const children: ChildProcess[] = [];
  let printed = '';

  function run(port: number, words: readonly string[]) {
    const child = spawn(process.execPath, [...flags, ...words], { cwd: root, env: { ...usualEnvironment, ...variables, PORT: String(port) }, stdio: ['ignore', 'pipe', 'pipe'] });
    children.push(child);
    const read = (chunk: Buffer): void => {
      printed += chunk.toString();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    return child;
  }

  const processes: Processes = {
    url: `http://127.0.0.1:${ports.gateway}`,
    urlOf: (name) => `http://127.0.0.1:${ports[name]}`,
    printed: () => printed,
    visitor: () => new Visitor(`http://127.0.0.1:${ports.gateway}`),
    async owner() {
      const person = this.visitor();
      // What has just begun to listen may not answer in time yet.
      const deadlineMs = Date.now() + 10_000;
      while ((await person.post('/api/login', { userId: 'owner', password: ownerPassword })).status === 503 && Date.now() < deadlineMs);
      await person.signIn('owner', ownerPassword);
      return person;
    },
    async start(name, { further = false } = {}) {
      const port = further ? 0 : (ports[name] ?? 0);
      const child = run(port, [join(root, 'scripts/service.ts'), name]);
      if (!further) running.set(name, handleOf(child, `http://127.0.0.1:${port}`));
      return handleOf(child, await whenReady(child));
    },
    kill: async (name) => running.get(name)?.kill(),
    freeze: async (name, durationMs) => running.get(name)?.freeze(durationMs),
    stopOne: async (name) => (await running.get(name)?.stop()) ?? null,
    async ops(...words) {
      const before = printed.length;
      const code = await ended(run(0, [join(root, 'scripts/ops.ts'), ...words]));
      return { code, text: printed.slice(before) };
    },
    async stop() {
      await Promise.all(children.map((child) => handleOf(child, '').stop()));
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  try {
    const prepared = await processes.ops('prepare');
    if (prepared.code !== 0) throw new Error(`prepare ended with ${prepared.code}:\n${prepared.text}`);
    await Promise.all(processNames.map((name) => processes.start(name)));
    return processes;
  } catch (error) {
    await processes.stop();
    throw error;
  }
}
