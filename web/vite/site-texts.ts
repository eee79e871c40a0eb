import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const prefix = 'virtual:site-content/';
const seed = join(import.meta.dirname, '../../proto/api/site-content/site-content.en.json');

/** `import landing from 'virtual:site-content/landing'`: one part of the texts of the public pages, so that each page carries its own words and no others. */
export function siteTexts(): Plugin {
  return {
    name: 'site-texts',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return;
      this.addWatchFile(seed);
      const parts: Record<string, unknown> = JSON.parse(readFileSync(seed, 'utf8'));
      const part = parts[id.slice(prefix.length + 1)];
      if (part === undefined) throw new Error(`There are no texts for ${id.slice(1)}.`);
      return `export default ${JSON.stringify(part)};`;
    },
  };
}
