import { gzipSync } from 'node:zlib';
import { openPage, openStage, type Stage, settled, until } from '../support/browser.ts';
import { ownerPassword, Visitor } from '../support/platform.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
}, 60_000);
afterAll(() => stage?.close(), 30_000);

type Page = Awaited<ReturnType<typeof openPage>>['page'];

/** Opens a path and gives what code and styles it loaded, in bytes of gzip, until the network was quiet. */
async function firstLoad(path: string, width: number): Promise<{ bytes: number; files: string[] }> {
  const { page, context } = await openPage(stage, { width });
  const loads: Promise<number>[] = [];
  const files: string[] = [];
  page.on('response', (response) => {
    if (!['script', 'stylesheet'].includes(response.request().resourceType()) || files.includes(response.url())) return;
    files.push(response.url());
    loads.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
  });
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  const bytes = (await Promise.all(loads)).reduce((sum, size) => sum + size, 0);
  await context.close();
  return { bytes, files };
}

/** The first load of a page behind the sign-in, by somebody whose browser has nothing yet. */
async function signedInLoad(path: string): Promise<number> {
  const { page, context } = await openPage(stage, { width: 1280 });
  const visitor = new Visitor(stage.platform.url);
  const { body } = await visitor.post('/api/demo/sign-in', { as: 'client' });
  await page.addInitScript(`localStorage.setItem('authToken', ${JSON.stringify(body.token)}); localStorage.setItem('user', ${JSON.stringify(JSON.stringify(body.user))});`);
  const loads: Promise<number>[] = [];
  page.on('response', (response) => {
    if (['script', 'stylesheet'].includes(response.request().resourceType())) loads.push(response.body().then((content) => gzipSync(content, { level: 9 }).length));
  });
  await page.goto(path);
  await page.getByText('Market Details').first().waitFor();
  await settled(page);
  const bytes = (await Promise.all(loads)).reduce((sum, size) => sum + size, 0);
  await context.close();
  return bytes;
}

/** Moves the pointer, which brings the program of a written page, and waits until it has taken over. */
async function use(page: Page): Promise<void> {
  // As a hand does: more than one movement, since the first may come before anybody listens.
  for (let step = 0; step < 10; step += 1) {
    await page.mouse.move(200 + step, 200 + step);
    await page.waitForTimeout(20);
  }
  await until(page, "Object.keys(document.querySelector('#content') ?? {}).some((key) => key.startsWith('__react'))");
  await page.waitForLoadState('networkidle');
}

describe('When a public page is asked for', () => {
  test.each([
    ['/', 'Know where every rupee stands', 'Tradepost: know where every rupee stands'],
    ['/about-us', 'has not published its team yet', 'About Tradepost'],
    ['/services', 'Indicators, scripts and expert advisors', 'Services · Tradepost'],
    ['/contact-us', 'We never ask for a password', 'Contact Us · Tradepost'],
    ['/legal/risk', '9 out of 10 individual traders', 'Risk disclosure · Tradepost'],
    ['/help/withdrawals', 'Withdrawals typically process within 1-3 business days.', 'How withdrawals work · Tradepost'],
  ])('then %s comes with its texts, title and address', async (path, words, title) => {
    const html = await (await fetch(stage.platform.url + path, { headers: { accept: 'text/html' } })).text();
    expect(html).toContain(words);
    expect(html).toContain(`<title>${title}</title>`);
    expect(html).toContain(`<link rel="canonical" href="${stage.platform.url}${path}"`);
    expect(html).toContain('property="og:image"');
    expect(html).not.toContain('noindex');
    expect(html).not.toMatch(/__[A-Z_]+__/);
  });

  test('then the map of the site names it and leads to answers', async () => {
    const map = await (await fetch(`${stage.platform.url}/sitemap.xml`)).text();
    const places = Array.from(map.matchAll(/<loc>([^<]+)<\/loc>/g), ([, place = '']) => place);
    expect(places).toContain(`${stage.platform.url}/legal/complaints`);
    for (const file of [
      '/og-image.png',
      '/icon-192.png',
      '/apple-touch-icon.png',
      '/favicon.svg',
      '/site.webmanifest',
      ...places.map((place) => place.slice(stage.platform.url.length)),
    ])
      expect([file, (await fetch(stage.platform.url + file)).status]).toEqual([file, 200]);
  });

  test('then its first load is small: code and styles', async () => {
    for (const path of ['/', '/about-us', '/services', '/contact-us', '/legal/risk']) {
      const { bytes, files } = await firstLoad(path, 1280);
      expect({ path, small: bytes <= 90_000, program: files.some((file) => /\/base-/.test(file)) }).toEqual({ path, small: true, program: false });
    }
    // The drawing beside the form comes later and only where there is room.
    expect((await firstLoad('/login', 390)).bytes).toBeLessThanOrEqual(90_000);
    expect(await signedInLoad('/dashboard')).toBeLessThanOrEqual(300_000);
  });

  test('then every link of its head and foot leads to something', async () => {
    const { page, context } = await openPage(stage, { width: 1280 });
    await page.goto('/');
    const links: string[] = await page.evaluate("Array.from(document.querySelectorAll('header a, footer a'), (link) => new URL(link.href).pathname)");
    for (const path of new Set(links)) {
      if (path.startsWith('/api/')) continue;
      await page.goto(path);
      const heading = await page.getByRole('heading', { level: 1 }).first().textContent();
      expect([path, heading === 'Page not found']).toEqual([path, false]);
    }
    await context.close();
  });
});

describe('When the first page is used', () => {
  test('then nothing moves, the indices answer, and the line can be read with the arrows', async () => {
    const { page, context, complaints } = await openPage(stage, { width: 1280 });
    await page.addInitScript(
      'window.shift = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.shift += entry.value; }).observe({ type: "layout-shift", buffered: true });',
    );
    await page.goto('/');
    await page.getByText(/IST$/).first().waitFor();
    await page.locator('.site-indices:not([aria-busy])').first().waitFor();
    await until(page, "document.querySelectorAll('.site-indices [data-waiting]').length === 0");
    await use(page);
    expect(await page.evaluate<number>('window.shift')).toBeLessThan(0.02);
    const line = page.getByRole('slider');
    expect(await line.getAttribute('aria-label')).toMatch(/^NIFTY(, sample day)?: opened (above|below|at) yesterday's close, /);
    await line.focus();
    await page.keyboard.press('Home');
    expect(await line.getAttribute('aria-valuetext')).toMatch(/^09:15, [\d,]+\.\d\d, /);
    await page.keyboard.press('ArrowRight');
    expect(await line.getAttribute('aria-valuetext')).toMatch(/^09:20, /);
    await page.getByRole('button', { name: 'SAMPLE', exact: true }).focus();
    await page.getByText('Sample figures made by Tradepost. Not market prices.').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('then the menu of a phone opens before the program is there, holds all seven entries and goes with Esc', async () => {
    const { page, context } = await openPage(stage, { width: 360 });
    await page.goto('/');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    expect(await menu.getByRole('link').allTextContents()).toEqual(['Home', 'About', 'Services', 'Contact Us', 'Open Free Account', 'Login', 'Sign Up']);
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await menu.getByRole('link', { name: 'Services' }).click();
    await page.getByRole('heading', { name: 'Four services, one set of books' }).waitFor();
    await menu.waitFor({ state: 'hidden' });
    await context.close();
  });

  test('then a button that is pressed before the program is there does its work all the same', async () => {
    const { page, context } = await openPage(stage, { width: 1280 });
    await page.goto('/about-us');
    // No pointer has moved yet: the press itself is the first sign of use.
    await page.evaluate("document.querySelector('#our-values-tab').click(); document.dispatchEvent(new Event('pointerdown'))");
    await page.getByText('Nothing is rubbed out', { exact: true }).waitFor();
    await context.close();
  });
});

describe('When tabs are used', () => {
  test('then arrows, Home and End choose, the address keeps it, and the team has no button', async () => {
    const { page, context } = await openPage(stage, { width: 1280 });
    await page.goto('/about-us');
    await use(page);
    expect(await page.getByRole('tab').allTextContents()).toEqual(['Our Mission', 'Our Story', 'Our Values']);
    await page.getByRole('tab', { name: 'Our Mission' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(page.url()).toMatch(/#our-story$/);
    await page.getByText('Tradepost was founded in 2015.').waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('Our Mission');

    await page.goto('/services#auto-buy-sell');
    await use(page);
    expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('Auto Buy Sell');
    await page.getByRole('link', { name: /^MQL Developments/ }).click();
    await until(page, "document.activeElement?.id === 'mql-developments-heading'");
    await page.getByRole('link', { name: 'Ask about this service' }).click();
    await page.waitForURL('**/contact-us?service=MQL%20Developments');
    await until(page, "Array.from(document.querySelectorAll('select')).some((field) => field.value === 'Sales')");
    expect(await page.getByLabel('Message', { exact: true }).inputValue()).toContain('MQL Developments');
    await context.close();
  });
});

describe('When a visitor writes', () => {
  test('then what is missing is said at its field, and a whole message is stored', async () => {
    const { page, context, complaints } = await openPage(stage, { width: 390 });
    await page.goto('/contact-us');
    await use(page);
    await page.getByText('desk@').first().waitFor();
    await page.getByRole('button', { name: 'Send message' }).click();
    await page.getByText('3 things need your attention.').waitFor();
    await page.getByLabel('Name').fill('Asha Verma');
    await page.getByLabel('E-mail', { exact: true }).fill('asha@example.com');
    await page.getByLabel('Subject').selectOption('Partnership');
    await page.getByLabel('Message', { exact: true }).fill('May we work together?');
    await page.getByRole('button', { name: 'Send message' }).click();
    const thanks = page.getByText('Thank you for your message. We will answer by e-mail.');
    await thanks.waitFor();
    await page.getByRole('button', { name: 'Write another message' }).click();
    expect(await page.getByLabel('Message', { exact: true }).inputValue()).toBe('');
    const owner = new Visitor(stage.platform.url);
    await owner.signIn('owner', ownerPassword);
    const { body } = await owner.get('/api/contact-messages');
    expect(body[0]).toMatchObject({ name: 'Asha Verma', subject: 'Partnership', message: 'May we work together?', status: 'new' });
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe('When a page behind the sign-in is asked for without a session', () => {
  test('then the first page takes its place, and signing in leads on to it', async () => {
    const { page, context } = await openPage(stage, { width: 1280 });
    await page.goto('/help/prices');
    await page.goto('/withdraw-log');
    await page.getByRole('heading', { name: 'Know where every rupee stands' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Login' }).click();
    await page.getByLabel('User Id').fill('owner');
    await page.getByLabel('Password', { exact: true }).fill(ownerPassword);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/withdraw-log');
    await page.goto('/');
    await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Dashboard' }).waitFor();
    expect(await page.getByRole('link', { name: 'Sign Up' }).count()).toBe(0);
    await context.close();
  });
});

// Last, because from here on the texts are no longer those of the build.
describe('When the operator has edited the texts', () => {
  test('then the page shows them soon after it stands, and nothing else moves', async () => {
    const owner = new Visitor(stage.platform.url);
    await owner.signIn('owner', ownerPassword);
    const now = await owner.get('/api/site-content/en');
    const edited = structuredClone(now.body);
    edited.landing.features.note = 'Ask our team about both.';
    const saved = await owner.put('/api/site-content/en', edited, { 'if-match': now.headers.get('etag') ?? '' });
    expect(saved.status).toBe(200);
    const { page, context, complaints } = await openPage(stage, { width: 1280 });
    await page.addInitScript(
      'window.shift = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.shift += entry.value; }).observe({ type: "layout-shift", buffered: true });',
    );
    await page.goto('/');
    await page.getByText('Ask our team about both.').waitFor();
    expect(await page.evaluate<number>('window.shift')).toBeLessThan(0.02);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
