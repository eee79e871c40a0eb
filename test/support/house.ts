import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** Links the installed packages into a copy of the code, and the copy's own workspaces to one another. */
export function linkPackages(house: string): void {
  const modules = join(house, 'node_modules');
  mkdirSync(join(modules, '@tradepost'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) if (name !== '@tradepost') symlinkSync(join(root, 'node_modules', name), join(modules, name));
  const workspaces = ['proto', 'platform', 'gateway', 'web', ...readdirSync(join(house, 'services')).map((name) => join('services', name))];
  for (const path of workspaces)
    symlinkSync(join(house, path), join(modules, '@tradepost', JSON.parse(readFileSync(join(house, path, 'package.json'), 'utf8')).name.split('/')[1]));
}
