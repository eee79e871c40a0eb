import type { Page } from 'playwright-core';
import { openPage, openStage, type Stage } from '../support/browser.ts';
import { ownerPassword, registeredPerson, registrationForm, Visitor } from '../support/platform.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
}, 60_000);
afterAll(() => stage?.close(), 30_000);

/** Reading again by the clock comes every 15 s at the earliest: what is shown sooner came by the stream. */
const soonMs = 5_000;

async function pair() {
  const owner = new Visitor(stage.platform.url);
  await owner.signIn('owner', ownerPassword);
  const person = await registeredPerson();
  const { user } = (await owner.post('/api/register', registrationForm(person))).body;
  await owner.patch(`/api/users/${user._id}/approve`, { status: true });
  const watched = await openPage(stage, { width: 1280 });
  await watched.page.goto('/login');
  await watched.page.getByLabel('User Id').fill(user.userId);
  await watched.page.getByLabel('Password', { exact: true }).fill(person.password);
  await watched.page.keyboard.press('Enter');
  await watched.page.waitForURL((url) => url.pathname !== '/login');
  await watched.page.goto('/funds');
  await connected(watched.page);
  const add = (amount: number) => owner.put(`/api/users/${user._id}/totalfund`, { amount });
  return { owner, id: String(user._id), person, add, ...watched };
}

const connected = (page: Page) => page.locator('[data-live=connected]').waitFor({ state: 'attached' });

describe('When an administrator books money while the client looks at his page', () => {
  test('then the figure changes without a reload and is said once', async () => {
    const { page, add, context, complaints } = await pair();
    await page.getByText('₹0.00').first().waitFor();
    await add(50_000);
    await page.locator('.tp-figure').getByText('₹50,000.00').waitFor({ timeout: soonMs });
    await page.getByText('₹50,000.00 was added. Available: ₹50,000.00.').waitFor({ state: 'attached', timeout: soonMs });
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('then two tabs share one stream, and the second takes over when the first is closed', async () => {
    const { page, add, context } = await pair();
    const second = await context.newPage();
    const streams: string[] = [];
    second.on('request', (request) => {
      if (request.url().endsWith('/api/stream')) streams.push(request.url());
    });
    await second.goto('/funds');
    await connected(second);
    expect(streams).toEqual([]);
    await add(1_000);
    for (const tab of [page, second]) await tab.locator('.tp-figure').getByText('₹1,000.00').waitFor({ timeout: soonMs });
    const taken = second.waitForRequest('**/api/stream');
    await page.close();
    await taken;
    await add(500);
    await second.locator('.tp-figure').getByText('₹1,500.00').waitFor({ timeout: soonMs });
    await context.close();
  });
});

describe('When the connection is lost', () => {
  test('then the page says of when its figures are, comes back by itself and shows what happened meanwhile', async () => {
    const { page, add, context } = await pair();
    await context.setOffline(true);
    await page.getByText(/No connection\. You see the state of \d\d:\d\d:\d\d\. Nothing is sent until you are back\.$/).waitFor();
    await add(70);
    await context.setOffline(false);
    await page.getByText('Connected again.').waitFor();
    await page.locator('.tp-figure').getByText('₹70.00').waitFor({ timeout: soonMs });
    await page.getByText('Connected again.').waitFor({ state: 'detached', timeout: 6_000 });
    await context.close();
  });

  test('then a stream that does not come for three seconds is told of', async () => {
    const { page, context } = await pair();
    await context.route('**/api/stream', (route) => route.abort());
    await page.reload();
    await page.getByText(/Reconnecting\.\.\. You see the state of \d\d:\d\d:\d\d\.$/).waitFor();
    await context.unroute('**/api/stream');
    await page.getByText('Connected again.').waitFor({ timeout: 20_000 });
    await context.close();
  });
});

describe('When a session is ended elsewhere', () => {
  test('then the page is left without a click, and the sign-in says why', async () => {
    const { page, owner, id, context } = await pair();
    await owner.patch(`/api/users/${id}/approve`, { status: false });
    await page.waitForURL((url) => url.pathname !== '/funds', { timeout: soonMs });
    await page.goto('/login');
    await page.getByText('You were signed out. Please sign in again.').waitFor({ timeout: soonMs });
    await context.close();
  });
});
