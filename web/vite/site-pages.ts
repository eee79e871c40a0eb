import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { type Plugin, type Rolldown, runnerImport } from 'vite';
import type { WrittenPage } from '../src/prerender.tsx';
import { siteTexts } from './site-texts.ts';

const root = join(import.meta.dirname, '..');

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Titles and what a link shown elsewhere says. The gateway writes the public address in place of __PUBLIC_URL__. */
function headOf({ path, title, description }: WrittenPage): string {
  const url = `__PUBLIC_URL__${path}`;
  const named = { description, 'twitter:card': 'summary_large_image' };
  const open = {
    'og:type': 'website',
    'og:site_name': 'Tradepost',
    'og:locale': 'en_IN',
    'og:title': title,
    'og:description': description,
    'og:url': url,
    'og:image': '__PUBLIC_URL__/og-image.png',
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': 'Tradepost: know where every rupee stands',
  };
  return [
    `<title>${escapeHtml(title)}</title>`,
    ...Object.entries(named).map(([name, content]) => `<meta name="${name}" content="${escapeHtml(content)}" />`),
    ...Object.entries(open).map(([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}" />`),
    `<link rel="canonical" href="${url}" />`,
  ].join('\n    ');
}

/** The files that the page's own part of the program needs besides those of every page: they load together with it instead of after it. */
function filesOf(source: string, bundle: Rolldown.OutputBundle): { scripts: Set<string>; styles: Set<string> } {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const add = (file: string): void => {
    const chunk = bundle[file];
    if (chunk?.type !== 'chunk' || scripts.has(file)) return;
    scripts.add(file);
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
    for (const imported of chunk.imports) add(imported);
  };
  for (const [file, chunk] of Object.entries(bundle)) {
    if (chunk.type === 'chunk' && Object.keys(chunk.modules).some((module) => module.split(sep).join('/').endsWith(`/src/${source}`))) add(file);
  }
  if (scripts.size === 0) throw new Error(`The build made no file for ${source}.`);
  return { scripts, styles };
}

/** Links that load the files of `sources` together with the page instead of after it, but for those that it names already. */
function linksTo(sources: readonly string[], shell: string, bundle: Rolldown.OutputBundle): string {
  const found = sources.map((source) => filesOf(source, bundle));
  const missing = (file: string): boolean => !shell.includes(`"/${file}"`);
  const styles = new Set(found.flatMap((files) => [...files.styles]).filter(missing));
  const scripts = new Set(found.flatMap((files) => [...files.scripts]).filter(missing));
  return [
    ...Array.from(styles, (file) => `<link rel="stylesheet" href="/${file}" />`),
    ...Array.from(scripts, (file) => `<link rel="modulepreload" crossorigin href="/${file}" />`),
  ]
    .map((link) => `  ${link}\n  `)
    .join('  ');
}

/** A written page needs the styles of its component and, before anybody uses it, none of the program; the first page has its moving part. */
function pageOf(shell: string, page: WrittenPage, bundle: Rolldown.OutputBundle): string {
  const styles = Array.from(filesOf(page.source, bundle).styles, (file) => `<link rel="stylesheet" href="/${file}" />`);
  const moving = linksTo(['app/written-page.ts', ...(page.path === '/' ? ['features/site/hero-live.ts'] : [])], shell, bundle);
  return shell
    .replace(/<title>.*?<\/title>\s*<meta name="robots" content="noindex" \/>/s, () => headOf(page))
    .replace('</head>', () => `  ${styles.join('\n    ')}\n  ${moving}</head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${page.markup}</div>`);
}

/** Markup needs no styles, and the runner of vite cannot read them. */
const withoutStyles: Plugin = {
  name: 'without-styles',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.css') ? '\0no-styles' : undefined),
  load: (id) => (id === '\0no-styles' ? '' : undefined),
};

/** Writes each public page with its texts into dist/pages when the site is built, beside index.html, which stays the empty page of all the others; and the map of the site. */
export function sitePages(): Plugin {
  let bundle: Rolldown.OutputBundle = {};
  let folder = 'dist';
  return {
    name: 'site-pages',
    apply: 'build',
    writeBundle(options, written) {
      bundle = written;
      folder = options.dir ?? folder;
    },
    async closeBundle(error?: Error) {
      if (error) return;
      const { module } = await runnerImport<typeof import('../src/prerender.tsx')>(join(root, 'src/prerender.tsx'), {
        configFile: false,
        root,
        mode: 'production',
        logLevel: 'warn',
        plugins: [siteTexts(), withoutStyles],
      });
      const shell = readFileSync(join(folder, 'index.html'), 'utf8');
      for (const page of module.writtenPages) {
        const file = join(folder, 'pages', `${page.path === '/' ? 'index' : page.path.slice(1)}.html`);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, pageOf(shell, page, bundle));
      }
      // The other pages are drawn by the program, which therefore comes at once.
      writeFileSync(
        join(folder, 'index.html'),
        shell.replace('</head>', () => `${linksTo(['app/start.tsx'], shell, bundle)}</head>`),
      );
      writeFileSync(join(folder, 'paths.json'), JSON.stringify(module.knownPaths));
      const places = module.writtenPages.map(({ path }) => `  <url><loc>__PUBLIC_URL__${path}</loc></url>`).join('\n');
      writeFileSync(join(folder, 'sitemap.xml'), `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${places}\n</urlset>\n`);
    },
  };
}
