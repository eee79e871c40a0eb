import { openPage, openStage, type Stage, settled, sidewaysScroll, violations } from '../support/browser.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
}, 60_000);
afterAll(() => stage?.close(), 30_000);

const looks = [
  { width: 360, scheme: 'light' },
  { width: 360, scheme: 'dark' },
  { width: 1280, scheme: 'light' },
  { width: 1280, scheme: 'dark' },
] as const;

const visitorPages = [
  ...['/', '/about-us', '/about-us#our-values', '/services', '/services#algo-trading', '/contact-us'],
  ...['/legal/risk', '/legal/terms', '/legal/privacy', '/legal/complaints', '/help/prices', '/help/withdrawals', '/help/market-hours'],
  ...['/login', '/register', '/register?all=1', '/forgot-password', '/reset-password?token=none', '/nowhere'],
];

async function demoSignIn(page: Awaited<ReturnType<typeof openPage>>['page'], as: 'client' | 'administrator'): Promise<void> {
  await page.goto('/login');
  await page.getByRole('button', { name: `Explore as ${as}` }).click();
  await page.waitForURL('**/dashboard');
}

/** Cumulative layout shift (web.dev/cls) of what nobody has caused by a press. */
const watchShifts = `window.layoutShift = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.layoutShift += entry.value;
}).observe({ type: 'layout-shift', buffered: true });`;
const mostShift = 0.02;

async function judge(look: (typeof looks)[number], as: 'visitor' | 'client' | 'administrator', paths: readonly string[]): Promise<string[]> {
  const { context, page, complaints } = await openPage(stage, look);
  const found: string[] = [];
  await page.addInitScript(watchShifts);
  if (as !== 'visitor') await demoSignIn(page, as);
  for (const path of paths) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await settled(page);
    for (const violation of await violations(page)) found.push(`${path}: ${violation}`);
    const sideways = await sidewaysScroll(page);
    if (sideways > 0) found.push(`${path}: scrolls ${sideways} px sideways`);
    const shift = await page.evaluate<number>('window.layoutShift');
    if (shift > mostShift) found.push(`${path}: shifts by ${shift.toFixed(3)}`);
  }
  found.push(...complaints);
  await context.close();
  return found;
}

describe('When every screen is opened', () => {
  test.each(looks)('then a visitor finds no fault at $width px, $scheme', async (look) => {
    expect(await judge(look, 'visitor', visitorPages)).toEqual([]);
  });

  test.each(looks)('then a client finds no fault at $width px, $scheme', async (look) => {
    expect(
      await judge(look, 'client', [
        '/dashboard',
        '/dashboard?index=banknifty&all=1',
        '/display-pieces',
        '/net-position',
        '/net-position?show=closed',
        '/funds',
        '/withdraw-fund',
        '/withdraw-log',
        '/deposit-log',
        '/profile',
        '/setting',
        '/analytics',
      ]),
    ).toEqual([]);
  });

  test.each(looks)('then an administrator finds no fault at $width px, $scheme', async (look) => {
    expect(
      await judge(look, 'administrator', [
        '/user-list',
        '/user-list?website=1',
        '/users/create',
        '/admin/withdrawals',
        '/admin/messages?show=all',
        '/admin/content',
        '/admin/content#claims',
      ]),
    ).toEqual([]);
  });

  test.each(looks)("then the user's page has no fault at $width px, $scheme", async (look) => {
    const { context, page } = await openPage(stage, look);
    await demoSignIn(page, 'administrator');
    const token = await page.evaluate<string>("localStorage.getItem('authToken')");
    const answer = await fetch(`${stage.platform.url}/api/users?q=asha`, { headers: { authorization: `Bearer ${token}` } });
    const id = JSON.parse(await answer.text())[0]._id;
    await context.close();
    expect(
      await judge(look, 'administrator', [`/usernetposition/${id}`, `/user/${id}`, `/user/${id}?tab=documents`, `/user/${id}?tab=funds`, `/user/${id}?tab=withdrawals`]),
    ).toEqual([]);
  });
});
