// The built site: made anew when it is missing or older than its sources.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { productNode, root } from './run.mjs';

const sources = ['web/src', 'web/public', 'web/index.html', 'web/vite.config.ts', 'web/package.json', 'proto/api'];

function newestMs(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestMs(join(path, name))));
}

function isStale() {
  const built = join(root, 'web/dist/index.html');
  return !existsSync(built) || sources.some((source) => newestMs(join(root, source)) > statSync(built).mtimeMs);
}

/** Ends this process with a sentence when the build fails. */
export function buildSite() {
  if (!isStale()) return;
  console.log('Building the site (once, a few seconds) ...');
  const { status } = spawnSync(productNode(), [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'web'),
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status === 0) return;
  console.error('The site could not be built; the messages above say why.');
  process.exit(1);
}
