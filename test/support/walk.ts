import type { Page } from 'playwright-core';
import { openPage, type Stage, type Watched } from './browser.ts';

/** Opens a page as one of the two people of the demonstration, on the first page after the sign-in. */
export async function explore(stage: Stage, as: 'client' | 'administrator'): Promise<Watched> {
  const watched = await openPage(stage, { width: 1280 });
  await watched.page.goto('/login');
  await watched.page.getByRole('button', { name: `Explore as ${as}` }).click();
  await watched.page.waitForURL('**/dashboard');
  return watched;
}

/** Every word of the page, also of what is further down, with single blanks. */
export const wordsOf = async (page: Page): Promise<string> => ((await page.locator('body').textContent()) ?? '').replace(/\s+/g, ' ');

/** Opens a path, or stays where the page is for '', and gives those of the texts that do not stand there within five seconds. */
export async function missing(page: Page, path: string, texts: readonly string[]): Promise<string[]> {
  if (path !== '') await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const deadlineMs = Date.now() + 5_000;
  for (;;) {
    const words = await wordsOf(page);
    const absent = texts.filter((text) => !words.includes(text));
    if (absent.length === 0 || Date.now() > deadlineMs) return absent.map((text) => `${path}: ${text}`);
    await page.waitForTimeout(100);
  }
}

/** Where the links of a region lead, by their words. */
export const linksIn = (page: Page, selector: string): Promise<Record<string, string>> =>
  page.evaluate<Record<string, string>>(`Object.fromEntries([...document.querySelectorAll('${selector} a')].map((link) => [link.textContent.trim(), link.getAttribute('href')]))`);
