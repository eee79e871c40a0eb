// Real engines for `npm run test:engines`: those that the environment names, else those of the kit beside the project, else containers.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { productNode, root } from './run.mjs';

const kit = process.env.ENGINES_KIT ?? join(root, '../shared/engines/engines');
const names = ['MONGODB_URI', 'KAFKA_BROKERS', 'REDIS_URL', 'MINIO_ENDPOINT'];

/** Stops every engine whose folder lies in `place`, those as well that a test started for itself and could not stop. */
function stopIn(place) {
  for (const name of readdirSync(place).filter((one) => one.startsWith('engines.'))) spawnSync(kit, ['down', join(place, name)], { stdio: ['ignore', 'ignore', 'inherit'] });
  rmSync(place, { recursive: true, force: true });
}

function kitEngines(place) {
  const { status, stdout } = spawnSync(kit, ['up'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, TMPDIR: place } });
  if (status !== 0) throw new Error(`${kit} up ended with ${status}.`);
  // The shell that the lines are written for reads them, so that their quotes are understood.
  const read = spawnSync('bash', ['-c', 'eval "$1" && env -0', 'bash', stdout], { encoding: 'utf8', env: {} });
  return Object.fromEntries(
    read.stdout
      .split('\0')
      .filter((line) => /^(MONGODB|KAFKA|REDIS|MINIO)_/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

async function containers() {
  const child = spawn(productNode(), [join(root, 'test/engines/containers.ts')], { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), once(child, 'exit').then(() => [undefined])]);
  if (line === undefined) throw new Error('The containers did not start.');
  const stop = async () => {
    child.stdin.end();
    if (child.exitCode === null) await once(child, 'exit');
  };
  return { from: 'containers', environment: JSON.parse(line), stop };
}

const dockerAnswers = () => existsSync(join(root, 'tools/node_modules/testcontainers')) && spawnSync('docker', ['info'], { stdio: 'ignore', timeout: 10_000 }).status === 0;

/** Finds or starts the engines. Gives the variables that name them, what they come from, and what stops those that were started. */
export async function startEngines() {
  const named = names.filter((name) => process.env[name]);
  if (existsSync(kit)) {
    // All engines of this run keep their folders here, so that none is overlooked.
    const place = mkdtempSync(join(tmpdir(), 'tradepost-engines-'));
    const stop = () => stopIn(place);
    try {
      return { from: named.length > 0 ? named.join(', ') : 'the kit', environment: { ...(named.length > 0 ? {} : kitEngines(place)), TMPDIR: place }, stop };
    } catch (error) {
      stop();
      throw error;
    }
  }
  const nothing = () => undefined;
  if (named.length > 0) return { from: named.join(', '), environment: {}, stop: nothing };
  if (dockerAnswers()) return containers();
  return { from: 'nowhere: no variable names one, there is no kit beside the project, and no Docker with `npm ci --prefix tools`', environment: {}, stop: nothing };
}
