import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', '--disable-proto=delete'];

/** Runs the tests that `words` choose; gives what they printed and the numbers of their last line (`2 failed, 12 passed, 14 total`). */
export function runJest(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): { passed: boolean; tests: string | undefined; stdout: string; stderr: string } {
  const command = [...flags, join(root, 'node_modules/jest/bin/jest.js'), ...words];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8', env: { ...process.env, ...environment }, maxBuffer: 1e9 });
  return { passed: status === 0, tests: /^Tests:\s+(.+)$/m.exec(stderr)?.[1], stdout, stderr };
}
