// The browser suite: the real platform, the built site, real Chromium.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export default {
  displayName: 'web',
  rootDir: join(root, 'test/web'),
  testEnvironment: 'node',
  testMatch: ['<rootDir>/*.test.ts'],
  testTimeout: 120_000,
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': join(root, 'test/support/strip-types.mjs') },
};
