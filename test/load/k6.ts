import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const unpackMs = 120_000;

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    // Not there, or not to be run: for the search it is the same.
    return false;
  }
}

/** Why there is no k6, in the words of a skipped run. */
export const noK6 = 'no k6: set K6_PATH, put it on the PATH, or have the engines kit in ../shared/engines';

/** Where k6 is: K6_PATH, the PATH, the engines kit beside the project; undefined when this machine has none. Throws when K6_PATH names what cannot be run. */
export function findK6(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const named = environment.K6_PATH;
  if (named !== undefined && named !== '') {
    if (!isProgram(named)) throw new Error(`K6_PATH names ${named}, which cannot be run.`);
    return named;
  }
  const onPath = (environment.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'k6'))
    .find(isProgram);
  if (onPath !== undefined) return onPath;
  const kit = join(root, '../shared/engines/engines');
  if (!isProgram(kit)) return undefined;
  try {
    return execFileSync(kit, ['path', 'k6'], { encoding: 'utf8', timeout: unpackMs, stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    // The kit has no k6 for this machine.
    return undefined;
  }
}
