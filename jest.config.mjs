// Jest in native ESM; TypeScript is stripped by Node itself, so a test runs the very files that production runs.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(fileURLToPath(import.meta.url));
const project = (folder) => ({
  displayName: folder,
  rootDir: join(root, folder),
  testEnvironment: 'node',
  testMatch: folder === 'test' ? ['<rootDir>/*.test.ts', '<rootDir>/{product,engines}/*.test.ts'] : ['<rootDir>/{src,test}/**/*.test.ts'],

  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': join(root, 'test/support/strip-types.mjs') },
  modulePathIgnorePatterns: ['/dist/'],
});

export default {
  coverageProvider: 'v8',
  // A bound for a hang, with room for a machine that is busy.
  testTimeout: 20_000,
  projects: [
    'proto',
    'platform',
    'services/auth',
    'services/users',
    'services/funds',
    'services/positions',
    'services/market',
    'services/site-content',
    'gateway',
    'web',
    'test',
  ].map(project),
};
