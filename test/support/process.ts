import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

const root = join(import.meta.dirname, '..', '..');

/** The real platform, or one of its services, as a process of its own. */
export interface PlatformProcess {
  readonly url: string;
  /** kill -9, and waits until it is gone. */
  kill(): Promise<void>;
  /** SIGSTOP for a while, then it goes on as if nothing had been. Its connections stay. */
  freeze(durationMs: number): Promise<void>;
  /** SIGTERM; gives the exit code. */
  stop(): Promise<number | null>;
}

/** As scripts/run.mjs has them. */
export const flags = ['--disable-proto=delete', '--disable-warning=ExperimentalWarning', '--disable-warning=TimeoutNegativeWarning', '--max-semi-space-size=4', '--expose-gc'];

/** What scripts/run.mjs puts into the environment of a process. */
export const usualEnvironment = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072', NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled') } as const;

/** Resolves with its exit code once it is gone; null when a signal ended it. */
export function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve(child.exitCode);
    else child.once('exit', (code) => resolve(code));
  });
}

/** What can be done to a process that listens at `url`. */
export function handleOf(child: ChildProcess, url: string): PlatformProcess {
  return {
    url,
    async kill() {
      child.kill('SIGKILL');
      await ended(child);
    },
    async freeze(durationMs) {
      child.kill('SIGSTOP');
      await new Promise((resolve) => setTimeout(resolve, durationMs));
      child.kill('SIGCONT');
    },
    async stop() {
      child.kill('SIGTERM');
      return ended(child);
    },
  };
}

/** The address that a starting platform prints once it is ready. Throws with what it printed when it ends before. */
export function whenReady(child: ChildProcessByStdio<null, Readable, Readable>): Promise<string> {
  let printed = '';
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      printed += chunk.toString();
      const ready = /^ready (http:\S+)$/m.exec(printed);
      if (ready?.[1]) resolve(ready[1]);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`The platform ended with ${code}:\n${printed}`)));
  });
}

/** Starts `scripts/all-in-one.ts` of this code, or of a copy, and resolves when it has printed `ready`. Throws with what it printed when it ends before. */
export async function startProcess(environment: Record<string, string>, house = root): Promise<PlatformProcess> {
  const child = spawn(process.execPath, [...flags, join(house, 'scripts/all-in-one.ts')], {
    cwd: house,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      PORT: '0',
      METRICS_PORT: '0',
      ...usualEnvironment,
      LOG_LEVEL: 'warn',
      MARKET_FEED: 'simulated',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return handleOf(child, await whenReady(child));
}

/** Runs the operator's tool; gives what it printed and its exit code. */
export async function ops(dataDir: string, ...words: string[]): Promise<{ code: number | null; text: string }> {
  const child = spawn(process.execPath, [...flags, join(root, 'scripts/ops.ts'), ...words], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  return { code: await ended(child), text };
}
