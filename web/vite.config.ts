import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';
import { sitePages } from './vite/site-pages.ts';
import { siteTexts } from './vite/site-texts.ts';

/** Writes a .br and a .gz next to every text file that never changes under its name, so that the gateway only has to pick one. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    writeBundle({ dir = 'dist' }) {
      const assets = join(dir, 'assets');
      for (const name of readdirSync(assets)) {
        if (!/\.(m?js|css|svg)$/.test(name)) continue;
        const content = readFileSync(join(assets, name));
        writeFileSync(join(assets, `${name}.gz`), gzipSync(content, { level: 9 }));
        writeFileSync(join(assets, `${name}.br`), brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
      }
    },
  };
}

const base = new RegExp(
  [
    String.raw`node_modules[\\/](react|react-dom|scheduler)[\\/]`,
    String.raw`node_modules[\\/]lucide-react[\\/]dist[\\/]esm[\\/](?!icons[\\/])`,
    String.raw`lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](copy|check|x|eye|eye-off|key-round|user-round|shield-check|triangle-alert|circle-check|circle-x|info)\.`,
    String.raw`web[\\/]src[\\/]lib[\\/](http|finish-sign-in|transport|problem|session|use-session|navigation|mode|site-texts|nonce|password)\.ts`,
    String.raw`web[\\/]src[\\/]ui[\\/](button|banner|demo-buttons|copy-button|icon|field|password-field|page-title|logo|public-link)\.tsx?`,
  ].join('|'),
);

export default defineConfig({
  plugins: [siteTexts(), precompress(), sitePages()],
  // The gateway replaces this text by a nonce of its own in every answer.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist',
    target: 'es2022',
    // A data: font or script would need a hole in the Content-Security-Policy.
    assetsInlineLimit: 0,
    // The polyfill is an inline script, which the policy forbids; every browser we support has modulepreload.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // What the sign-in page needs comes as one file instead of ten small ones, which compress worse.
      output: { codeSplitting: { groups: [{ name: 'base', test: base }] } },
      // antd marks its files for server components; here that means nothing.
      onLog: (level, log, next) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') next(level, log);
      },
    },
  },
  server: { port: 5173, proxy: { '/api': 'http://127.0.0.1:8080' } },
});
