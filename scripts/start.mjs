// `npm start`: builds the site when it is missing or older than its sources, then runs the whole platform under Node 24.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { productNode, root, runUnderProductNode } from './run.mjs';

const sources = ['web/src', 'web/public', 'web/index.html', 'web/vite.config.ts', 'web/package.json', 'proto/api'];

function newestMs(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestMs(join(path, name))));
}

function siteIsStale() {
  const built = join(root, 'web/dist/index.html');
  return !existsSync(built) || sources.some((source) => newestMs(join(root, source)) > statSync(built).mtimeMs);
}

const commandArguments = process.argv.slice(2);
const dev = commandArguments.includes('--dev');
if (!existsSync(join(root, 'node_modules', 'vite'))) {
  console.error('The dependencies are not installed. Run `npm ci` first.');
  process.exit(1);
}
if (!commandArguments.includes('--help') && siteIsStale()) {
  console.log('Building the site (once, a few seconds) ...');
  const build = spawnSync(productNode(), [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'web'),
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (build.status !== 0) {
    console.error('The site could not be built; the messages above say why.');
    process.exit(1);
  }
}
// In development the site is built again at every change, beside the services that restart by themselves.
if (dev) {
  const builder = spawn(productNode(), [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--watch', '--logLevel', 'warn'], { cwd: join(root, 'web'), stdio: 'inherit' });
  process.on('exit', () => builder.kill());
}
runUnderProductNode(
  'scripts/all-in-one.ts',
  commandArguments.filter((argument) => argument !== '--dev'),
  dev ? ['--watch'] : [],
);
