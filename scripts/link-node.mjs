// Makes `node` of npm scripts the pinned Node 24 of the platform package, whatever npm version did with the link.
// npm 10 removes node_modules/.bin/node when several packages declare the same bin, so it is made again here.
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, 'node_modules', `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`);
const binary = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

if (process.platform !== 'win32' && existsSync(binary)) {
  const link = join(root, 'node_modules', '.bin', 'node');
  mkdirSync(dirname(link), { recursive: true });
  rmSync(link, { force: true });
  symlinkSync(relative(dirname(link), binary), link);
  chmodSync(binary, 0o755);
  // A third of the package are headers to compile add-ons with; nothing here is compiled.
  rmSync(join(folder, 'include'), { recursive: true, force: true });
}
