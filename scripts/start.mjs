// `npm start`: builds the site when it is missing or older than its sources, then runs the whole platform under Node 24.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { productNode, root, runUnderProductNode } from './run.mjs';
import { buildSite } from './site.mjs';

const commandArguments = process.argv.slice(2);
const dev = commandArguments.includes('--dev');
if (!existsSync(join(root, 'node_modules', 'vite'))) {
  console.error('The dependencies are not installed. Run `npm ci` first.');
  process.exit(1);
}
if (!commandArguments.includes('--help')) buildSite();
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
