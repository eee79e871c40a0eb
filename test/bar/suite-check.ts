import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Check } from './check.ts';

const root = join(import.meta.dirname, '..', '..');

export const busSuite: Check = {
  id: 'E8',
  what: 'the conformance suite of the bus on the embedded one (the distributed one is not connected yet): all pass',
  async run({ say }) {
    const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', '--disable-proto=delete'];
    const words = [join(root, 'node_modules/jest/bin/jest.js'), '--silent', '--selectProjects', 'platform', '--testPathPatterns', 'bus-embedded'];
    const { status, stderr } = spawnSync(process.execPath, [...flags, ...words], { cwd: root, encoding: 'utf8' });
    if (status !== 0) say(stderr);
    return { passed: status === 0, figure: /^Tests:\s+(.+)$/m.exec(stderr)?.[1] ?? `the suite ended with ${status}` };
  },
};
