import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { readConfiguration } from '@tradepost/platform/config.ts';
import { createLogger } from '@tradepost/platform/log.ts';
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core';
import { type Platform, startPlatform } from '../../scripts/platform.ts';
import { ownerPassword } from './platform.ts';

const root = join(import.meta.dirname, '..', '..');

/** The platform with the built site and the demonstration, and a browser beside it. */
export interface Stage {
  readonly platform: Platform;
  readonly browser: Browser;
  close(): Promise<void>;
}

/** Starts the platform with the site that `npm run test:web` has built, on a folder of its own and Chromium. */
export async function openStage(): Promise<Stage> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tradepost-web-'));
  const configuration = readConfiguration({ PORT: '0', DATA_DIR: dataDir, OWNER_PASSWORD: ownerPassword, RATE_LIMIT_FACTOR: '1000', MARKET_FEED: 'simulated' });
  const platform = await startPlatform(configuration, { log: createLogger({ level: 'error', format: 'json' }), siteFolder: join(root, 'web/dist') });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    chromiumSandbox: false,
    args: ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
  return {
    platform,
    browser,
    async close() {
      await browser.close();
      await platform.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export interface Watched {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Console errors, uncaught errors and CSP reports so far. */
  readonly complaints: string[];
}

/** Opens a page of its own session, in a size and a colour scheme, and listens for complaints. */
export async function openPage(stage: Stage, options: { width: number; scheme?: 'light' | 'dark' }): Promise<Watched> {
  const context = await stage.browser.newContext({
    viewport: { width: options.width, height: 900 },
    colorScheme: options.scheme ?? 'light',
    baseURL: stage.platform.url,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  watchRequests(page);
  const complaints: string[] = [];
  page.on('console', (message) => {
    // A refusal that a test provokes is written by the browser itself.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return { context, page, complaints };
}

const underWay = new WeakMap<Page, { requests: Set<Request>; changedMs: number }>();
const quietMs = 500;

function watchRequests(page: Page): void {
  const state = { requests: new Set<Request>(), changedMs: Date.now() };
  underWay.set(page, state);
  const change = (how: 'add' | 'delete') => (request: Request) => {
    // The live stream never ends by itself.
    if (request.url().endsWith('/api/stream')) return;
    state.requests[how](request);
    state.changedMs = Date.now();
  };
  page.on('request', change('add'));
  page.on('requestfinished', change('delete'));
  page.on('requestfailed', change('delete'));
}

/** Resolves when nothing but the live stream has been under way on a page of `openPage` for half a second; throws after 15 s. */
export async function settled(page: Page): Promise<void> {
  const deadlineMs = Date.now() + 15_000;
  for (;;) {
    const state = underWay.get(page);
    if (!state || (state.requests.size === 0 && Date.now() - state.changedMs > quietMs)) return;
    if (Date.now() > deadlineMs) throw new Error(`Still under way: ${[...state.requests].map((request) => request.url()).join(', ')}`);
    await page.waitForTimeout(50);
  }
}

/** Waits until an expression is true in the page; its policy forbids to hand a predicate over. */
export async function until(page: Page, expression: string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (await page.evaluate<boolean>(expression)) return;
    await page.waitForTimeout(50);
  }
  throw new Error(`This never became true: ${expression}`);
}

/** Accessibility violations of the page as it stands, in words. */
export async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`);
}

/** How far the page can be scrolled sideways, in pixels. */
export const sidewaysScroll = (page: Page): Promise<number> => page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
