import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** What starts engines on loopback: named by ENGINES_KIT, else beside the project. */
const kit = process.env.ENGINES_KIT ?? join(import.meta.dirname, '../../../../shared/engines/engines');
const run = promisify(execFile);

/** Whether the kit is here. */
export const canStartEngines = (): boolean => existsSync(kit);

/** Declares tests that need an engine; without the variable that names it there is one skipped test in their place. `body` gets the variable's value. */
export function withEngine(engine: string, variable: string, body: (value: string) => void): void {
  const value = process.env[variable];
  if (value) body(value);
  else test.skip(`${engine} is not named by ${variable}`, () => undefined);
}

/** Declares tests that break an engine of their own. They need the variable, as a sign that engines are wanted, and the kit that starts them. */
export function withOwnEngine(engine: string, variable: string, body: () => void): void {
  if (process.env[variable] && canStartEngines()) body();
  else test.skip(`faults of ${engine} need ${variable} and the kit of engines`, () => undefined);
}

/** The path of a program of the kit, such as `mongod`. */
export const engineProgram = async (name: string): Promise<string> => (await run(kit, ['path', name])).stdout.trim();

/** An engine for one test file, to be broken at will. */
export interface OwnEngine {
  /** The variables that name it, such as REDIS_URL. */
  readonly environment: Readonly<Record<string, string>>;
  /** Kills (as kill -9), freezes, thaws, or starts it again with the same port and data; returns when that is done. `which` names one node of several (`mongo-2`). */
  act(what: 'kill' | 'freeze' | 'thaw' | 'start-one', which?: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts an engine of the kit (`redis`, `minio`, `mongo`, `kafka`, or several with commas between them) on ports of its own; Kafka and MongoDB on `nodes` nodes. */
export async function startOwnEngine(name: string, { nodes = 1 }: { nodes?: 1 | 3 } = {}): Promise<OwnEngine> {
  const { stdout } = await run(kit, ['up', '--only', name, '--nodes', String(nodes)]);
  // The shell that the lines are written for reads them, so that their quotes are understood.
  const { stdout: read } = await run('bash', ['-c', 'eval "$1" && env -0', 'bash', stdout], { env: {} });
  const environment = Object.fromEntries(
    read
      .split('\0')
      .filter((line) => line.includes('='))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
  const folder = environment.ENGINES_DIR ?? '';
  return {
    environment,
    act: async (what, which = name) => {
      await run(kit, [what, which, folder]);
    },
    stop: async () => {
      await run(kit, ['down', folder]);
    },
  };
}
