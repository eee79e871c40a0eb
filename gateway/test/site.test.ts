import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { startGateway } from './support/gateway.ts';

const folder = mkdtempSync(join(tmpdir(), 'tradepost-site-'));
const script = 'console.info("a site");'.repeat(50);
mkdirSync(join(folder, 'dist', 'assets'), { recursive: true });
writeFileSync(join(folder, 'secret.txt'), 'outside of the site');
writeFileSync(
  join(folder, 'dist', 'index.html'),
  '<!doctype html><meta property="csp-nonce" nonce="__CSP_NONCE__"><script type="module" nonce="__CSP_NONCE__" src="/assets/app-1a2b.js"></script>',
);
writeFileSync(join(folder, 'dist', 'theme.js'), 'theme');
mkdirSync(join(folder, 'dist', 'pages', 'legal'), { recursive: true });
const written = (words: string): string =>
  `<!doctype html><html data-mode="__MODE__"><link rel="canonical" href="__PUBLIC_URL__/"><script nonce="__CSP_NONCE__" src="/theme.js"></script>${words}`;
writeFileSync(join(folder, 'dist', 'pages', 'index.html'), written('the first page'));
writeFileSync(join(folder, 'dist', 'pages', 'legal', 'risk.html'), written('the risk'));
writeFileSync(join(folder, 'dist', 'paths.json'), '["/","/funds","/user/:id/edit","/legal/risk"]');
writeFileSync(join(folder, 'dist', 'robots.txt'), 'Sitemap: __PUBLIC_URL__/sitemap.xml');
writeFileSync(join(folder, 'dist', 'assets', 'app-1a2b.js'), script);
writeFileSync(join(folder, 'dist', 'assets', 'app-1a2b.js.br'), brotliCompressSync(script));
writeFileSync(join(folder, 'dist', 'assets', 'app-1a2b.js.gz'), gzipSync(script));

let running: Awaited<ReturnType<typeof startGateway>>;
beforeAll(async () => {
  running = await startGateway('in process', { siteFolder: join(folder, 'dist'), publicUrl: 'https://tradepost.example' });
  await running.gateway.start();
});
afterAll(async () => {
  await running.stop();
  rmSync(folder, { recursive: true });
});

describe('When there is no such page', () => {
  test('then the page that says so comes with 404, and the list of pages stays inside', async () => {
    for (const path of ['/nowhere', '/user/42', '/metrics', '/API/mode', '/user/4/2/edit']) {
      const page = await running.call('GET', path, undefined, { headers: { accept: 'text/html' } });
      expect([path, page.status]).toEqual([path, 404]);
      expect(await page.text()).toContain('/assets/app-1a2b.js');
    }
    expect((await running.call('GET', '/paths.json')).status).toBe(404);
  });
});

describe('When a page of the site is opened', () => {
  test('then each answer has a nonce of its own, in the page and in the policy, and is kept by nobody', async () => {
    const pages = await Promise.all(['/', '/funds', '/user/42/edit', '/index.html'].map((path) => running.call('GET', path, undefined, { headers: { accept: 'text/html' } })));
    const nonces = new Set<string>();
    for (const page of pages) {
      expect(page.status).toBe(200);
      expect(page.headers.get('cache-control')).toBe('no-store');
      expect(page.headers.get('etag')).toBeNull();
      const policy = page.headers.get('content-security-policy') ?? '';
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
      nonces.add(nonce);
      const html = await page.text();
      expect(html).toContain(`nonce="${nonce}"`);
      expect(html).not.toContain('__CSP_NONCE__');
      for (const rule of [
        "default-src 'none'",
        "script-src 'self';",
        "frame-ancestors 'none'",
        "object-src 'none'",
        "base-uri 'none'",
        'frame-src https://www.tradingview-widget.com https://s.tradingview.com;',
      ])
        expect(policy).toContain(rule);
      expect(page.headers.get('strict-transport-security')).toBe('max-age=31536000');
    }
    expect(nonces.size).toBe(4);
  });

  test('then a public one comes with its texts and knows its address and mode, the others are the empty page', async () => {
    const read = async (path: string): Promise<string> => (await running.call('GET', path, undefined, { headers: { accept: 'text/html' } })).text();
    const first = await read('/');
    expect(first).toContain('the first page');
    expect(first).toContain('data-mode="demo"');
    expect(first).toContain('href="https://tradepost.example/"');
    expect(first).not.toMatch(/__[A-Z_]+__/);
    expect(await read('/legal/risk')).toContain('the risk');
    expect(await read('/legal/risk/')).toContain('the risk');
    for (const path of ['/login', '/legal', '/legal/none', '/index.html']) expect(await read(path)).not.toMatch(/the first page|the risk/);
    expect((await running.call('GET', '/pages/legal/risk.html')).status).toBe(404);
    const robots = await running.call('GET', '/robots.txt');
    expect(await robots.text()).toBe('Sitemap: https://tradepost.example/sitemap.xml');
    expect(robots.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  });

  test('then it is compressed as the browser likes it', async () => {
    for (const [accepted, encoding] of [
      ['br, gzip', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip;q=0.5', 'gzip'],
      ['identity', null],
    ] as const) {
      const page = await running.call('GET', '/', undefined, { headers: { accept: 'text/html', 'accept-encoding': accepted } });
      expect([accepted, page.headers.get('content-encoding')]).toEqual([accepted, encoding]);
      expect(await page.text()).toContain('<!doctype html>');
    }
  });
});

describe('When a file of the site is asked for', () => {
  test('then hashed ones are immutable and precompressed, others are checked again', async () => {
    const asset = await running.call('GET', '/assets/app-1a2b.js', undefined, { headers: { 'accept-encoding': 'br' } });
    expect(Object.fromEntries(asset.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'Accept-Encoding',
    });
    expect(await asset.text()).toBe(script);

    const theme = await running.call('GET', '/theme.js');
    expect(theme.headers.get('cache-control')).toBe('no-cache');
    const again = await running.call('GET', '/theme.js', undefined, { headers: { 'if-none-match': theme.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
    expect((await running.call('HEAD', '/theme.js')).headers.get('content-length')).toBe('5');
  });

  test('then what is not there is 404, and no path leads out of the site', async () => {
    for (const path of [
      '/assets/none.js',
      '/picture.png',
      '/assets/app-1a2b.js.br',
      '/../secret.txt',
      '/assets/../../secret.txt',
      '/%2e%2e/secret.txt',
      '/..%2fsecret.txt',
      '/assets/%2e%2e%2f%2e%2e%2fsecret.txt',
      '//secret.txt',
    ]) {
      const answer = await new Promise<{ status: number; text: string }>((resolve, reject) => {
        get(running.url, { path }, (response) => {
          let text = '';
          response.on('data', (piece) => {
            text += String(piece);
          });
          response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
        }).on('error', reject);
      });
      expect([path, answer.status]).toEqual([path, 404]);
      expect(answer.text).not.toContain('outside');
    }
    expect((await running.call('POST', '/funds')).status).toBe(404);
    expect((await running.call('GET', '/funds', undefined, { headers: { accept: 'image/png' } })).status).toBe(404);
  });
});
