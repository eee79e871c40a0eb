// Walks every route of the specification as visitor and client and reads its texts. docs/specification.md names these tests.
import { openPage, openStage, type Stage, type Watched } from '../support/browser.ts';
import { eventually } from '../support/platform.ts';
import { explore, linksIn, missing, wordsOf } from '../support/walk.ts';

let stage: Stage;
let visitor: Watched;
let client: Watched;
beforeAll(async () => {
  stage = await openStage();
  visitor = await openPage(stage, { width: 1280 });
  client = await explore(stage, 'client');
}, 90_000);
afterAll(() => stage?.close(), 30_000);

describe('When a visitor walks the public routes', () => {
  test('then the header leads to every page and each link of the footer to something real', async () => {
    const { page } = visitor;
    await page.goto('/');
    expect(await linksIn(page, 'header')).toMatchObject({ Home: '/', About: '/about-us', Services: '/services', 'Contact Us': '/contact-us' });
    expect(await linksIn(page, 'header')).toMatchObject({ 'Open Free Account': '/register', Login: '/login', 'Sign Up': '/register' });
    const footer = Object.values(await linksIn(page, 'footer'));
    expect(footer.length).toBeGreaterThan(10);
    for (const path of footer) {
      await page.goto(path);
      expect([path, await page.getByRole('heading', { level: 1 }).first().textContent()]).not.toEqual([path, expect.stringContaining('no such page')]);
    }
    expect(await missing(page, '/', ['Company', 'Resources', 'Legal'])).toEqual([]);
  });

  test('then / has its hero, its features, the reasons, the speed and a form that sends', async () => {
    const { page } = visitor;
    const features = ['What is Trading Software?', 'Auto Buy/Sell', 'Algorithmic Trading', 'Risk Management', 'Why Choose', 'Under 50 ms execution'];
    expect(await missing(page, '/', features)).toEqual([]);
    const form = page.locator('form').last();
    await form.getByLabel('Name').fill('Meera Shah');
    await form.getByLabel('E-mail').fill('meera.shah@example.com');
    await form.getByLabel('Message').fill('How do I open an account?');
    await form.getByRole('button', { name: /send/i }).click();
    await form
      .getByLabel('Message')
      .waitFor({ state: 'detached', timeout: 5_000 })
      .catch(() => undefined);
    expect(await missing(page, '', ['Thank you'])).toEqual([]);
  });

  test('then /about-us has its tabs and the numbers, marked as samples', async () => {
    const { page } = visitor;
    expect(await missing(page, '/about-us', ['Sample figures', '99.9%', 'Under 50 ms', '2M+', '150+', '24/7', '2015'])).toEqual([]);
    for (const name of ['Our Mission', 'Our Story', 'Our Values']) {
      await page.getByRole('tab', { name }).click();
      expect(await page.getByRole('tab', { name }).getAttribute('aria-selected')).toBe('true');
    }
    await page.getByRole('main').getByRole('link', { name: 'Login' }).waitFor();
  });

  test('then /services has four tabs that its four cards choose too', async () => {
    const { page } = visitor;
    await page.goto('/services');
    for (const name of ['API Bridge', 'Algo Trading', 'Auto Buy Sell', 'MQL Developments']) {
      await page.getByRole('tab', { name }).click();
      await page.getByRole('tabpanel').getByRole('heading', { name }).waitFor();
    }
    await page.getByText('Connect your own system to your account.').click();
    await page.getByRole('tabpanel').getByRole('heading', { name: 'API Bridge' }).waitFor();
  });

  test('then /contact-us shows the company and takes a message', async () => {
    const { page } = visitor;
    expect(await missing(page, '/contact-us', ['Our office', 'Support', 'Sales', 'Partnership', 'Other', 'Phone (optional)'])).toEqual([]);
    await page.getByLabel('Name').fill('Meera Shah');
    await page.getByLabel('E-mail').first().fill('meera.shah@example.com');
    await page.getByRole('textbox', { name: 'Message' }).fill('How long does a withdrawal take?');
    await page.getByRole('button', { name: 'Send message' }).click();
    expect(await missing(page, '', ['Thank you', 'Sample House, 1 Example Street', '+91 22 5550 0100', 'desk@example.com'])).toEqual([]);
  });

  test('then /login says what the specification says, and a wrong password in the server’s words', async () => {
    const { page } = visitor;
    const texts = ['Access Your Trading Account', 'Enter your credentials to access advanced trading tools', 'User Id', 'Password', 'Remember me', 'Forgot password?'];
    expect(await missing(page, '/login', [...texts, 'Sign in to Dashboard', 'Create your trading account'])).toEqual([]);
    await page.getByRole('button', { name: 'Sign in to Dashboard' }).click();
    expect(page.url()).toContain('/login');
    await page.getByLabel('User Id').fill('TP000000');
    await page.getByLabel('Password', { exact: true }).fill('not-the-password');
    await page.getByRole('button', { name: 'Sign in to Dashboard' }).click();
    await page.getByRole('alert').getByText('Invalid User Id or password').waitFor();
  });

  test('then /register has every field of the registration', async () => {
    const { page } = visitor;
    await page.goto('/register?all=1');
    for (const name of ['Full name', 'Date of birth', 'Email', 'Phone', 'Address', 'Password']) await page.getByLabel(name, { exact: true }).first().waitFor();
    for (const name of ['Male', 'Female', 'Other', 'Prefer not to say']) await page.getByRole('radio', { name, exact: true }).waitFor();
    expect(await missing(page, '', ['PAN card', 'Aadhar card', 'PDF, JPG, JPEG or PNG', 'Your photo', 'I accept the terms of use'])).toEqual([]);
    expect(await page.getByRole('checkbox', { name: /I accept the terms of use/ }).isChecked()).toBe(true);
  });

  test('then every protected route leads to / and none is kept in the history', async () => {
    const { page } = visitor;
    for (const path of ['/dashboard', '/setting', '/profile', '/net-position', '/withdraw-log', '/deposit-log', '/analytics', '/withdraw-fund', '/funds', '/user-list']) {
      await page.goto('/login');
      await page.goto(path);
      await page.waitForURL((url) => url.pathname === '/');
      await page.goBack();
      expect([path, new URL(page.url()).pathname]).toEqual([path, '/login']);
    }
  });
});

describe('When a client walks the client area', () => {
  test('then the frame has the sidebar, the name, the picture and the menu of the specification', async () => {
    const { page } = client;
    const texts = ['DASHBOARD', 'NET POSITION', 'FUNDS', 'ADD', 'WITHDRAW', 'FUNDS LOG', 'Deposit Log', 'withdraw Log', 'ANALYTICS', 'SETTING', 'Asha Verma'];
    expect(await missing(page, '/dashboard', texts)).toEqual([]);
    expect(await wordsOf(page)).not.toContain('User List');
    expect(await linksIn(page, 'nav')).toMatchObject({ DASHBOARD: '/dashboard', 'NET POSITION': '/net-position', ADD: '/funds', WITHDRAW: '/withdraw-fund', SETTING: '/profile' });
    await page.getByRole('button', { name: /Asha Verma/ }).click();
    await page.getByRole('menuitem', { name: 'Profile' }).waitFor();
    await page.getByRole('menuitem', { name: 'Logout' }).waitFor();
  });

  test('then the browser keeps user and authToken, and no more of the person than its name, role and picture', async () => {
    const kept = await client.page.evaluate<string[]>("Object.keys(JSON.parse(localStorage.getItem('user'))).sort()");
    expect(kept).toEqual(['_id', 'id', 'image', 'name', 'role', 'status', 'userId']);
    expect(await client.page.evaluate<number>("localStorage.getItem('authToken').length")).toBeGreaterThan(100);
  });

  test('then /dashboard has three cards with their labels and the details of three indices', async () => {
    const { page } = client;
    const texts = ['Live Market Dashboard', 'NIFTY', 'BANK NIFTY', 'SENSEX', 'Market Details', 'SAMPLE', 'RELIANCE', 'HDFCBANK', 'INFY'];
    expect(await missing(page, '/dashboard', texts)).toEqual([]);
    expect(await wordsOf(page)).toMatch(/Bullish|Bearish/);
    const index = page.getByLabel('Index');
    for (const [name, symbols] of [
      ['BANK NIFTY', ['ICICIBANK', 'AXISBANK', 'SBIN']],
      ['SENSEX', ['TCS', 'BHARTIARTL']],
    ] as const) {
      await index.selectOption({ label: name });
      expect(await missing(page, '', symbols)).toEqual([]);
    }
  });

  test('then positions, logs, funds and withdrawal have their headings, columns and hints', async () => {
    const { page } = client;
    expect(await missing(page, '/net-position', ['Your Positions', 'Symbol', 'Quantity', 'Open price', 'Profit', 'Status', 'Active', 'Closed', 'BUY', 'SELL'])).toEqual([]);
    expect(await missing(page, '/withdraw-log', ['Withdrawal Log', 'Date', 'Amount', 'Status', 'Pending', 'Approved', 'Rejected'])).toEqual([]);
    expect(await missing(page, '/deposit-log', ['Deposit Log', 'Date', 'Amount', 'Approved', '₹1,50,000.00'])).toEqual([]);
    expect(await missing(page, '/withdraw-fund', ['Withdraw Funds', 'Withdrawals typically process within 1-3 business days'])).toEqual([]);
    expect(await missing(page, '/funds', ['Available Margin', '₹2,80,000.00'])).toEqual([]);
    await page.getByRole('button', { name: 'Add Fund' }).click();
    await page.getByRole('dialog', { name: 'Add Fund' }).locator('img').first().waitFor();
  });

  test.each(['/profile', '/setting'])('then %s is the profile with its three parts', async (path) => {
    const { page } = client;
    const texts = ['Back to Dashboard', 'Personal information', 'Name', 'Email', 'Phone', '+91', 'Date of birth', 'Gender', 'Password', 'PAN card', 'Aadhar card', 'Address'];
    const bank = ['Bank Details', 'Sample Bank', 'SMPL0001234', 'not yet verified and may be verified for withdrawal requests'];
    expect(await missing(page, path, ['Profile Settings', ...texts, ...bank])).toEqual([]);
    expect(await page.getByRole('button', { name: 'Save bank details' }).count()).toBe(0);
  });

  test('then /analytics has 44 cards of 450 px in one, two or three columns', async () => {
    const { page } = client;
    for (const [width, columns] of [
      [1280, 3],
      [900, 2],
      [400, 1],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/analytics');
      const cards = page.locator('.share-card');
      await cards.first().waitFor();
      const boxes = await page.evaluate<{ x: number; height: number }[]>(
        "[...document.querySelectorAll('.share-card')].map((card) => card.getBoundingClientRect()).map(({ x, height }) => ({ x, height }))",
      );
      expect([width, boxes.length, new Set(boxes.map(({ x }) => Math.round(x))).size, Math.round(boxes[0]?.height ?? 0)]).toEqual([width, 44, columns, 450]);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  test('then the display pieces show their states, also with empty and missing data', async () => {
    const texts = [
      'Rising',
      'Bullish',
      'Falling',
      'Bearish',
      'At zero',
      '1,250.50 USD',
      '+12.50 (+1.01%)',
      '1,230.00',
      '10.7M',
      'Loading data...',
      'Symbol',
      'Changes',
      'Volume',
      'No quotes yet.',
    ];
    expect(await missing(client.page, '/display-pieces', texts)).toEqual([]);
  });

  test('then an administrator’s page is closed to the client', async () => {
    expect(await missing(client.page, '/user-list', ['You cannot open this page'])).toEqual([]);
  });
});

describe('When the frame is used', () => {
  test('then the sidebar is a drawer on a small screen that a click outside closes', async () => {
    const { page } = client;
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto('/funds');
    await page.getByRole('button', { name: 'Open menu' }).click();
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await drawer.getByRole('link', { name: 'NET POSITION' }).waitFor();
    await page.mouse.click(380, 700);
    await drawer.waitFor({ state: 'hidden' });
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  test('then a page whose file does not come says so and can be tried again', async () => {
    const { page, context } = await explore(stage, 'client');
    let begun = 0;
    page.on('domcontentloaded', () => {
      begun += 1;
    });
    await page.route(/withdraw-log-page[^/]*\.js$/, (route) => route.abort());
    await page.goto('/withdraw-log');
    // It tries again by itself once, and only then waits for somebody.
    await eventually(() => begun >= 2);
    await page.getByText('A new version is ready.').waitFor({ timeout: 10_000 });
    await page.unroute(/withdraw-log-page[^/]*\.js$/);
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('heading', { name: 'Withdrawal Log' }).first().waitFor();
    await context.close();
  });

  test('then a session is restored, an unreadable one is removed, and Logout clears both keys', async () => {
    const { page, context } = await explore(stage, 'client');
    const kept = () => page.evaluate<string[]>("['user', 'authToken'].filter((key) => localStorage.getItem(key) !== null)");
    await page.reload();
    await page.getByRole('heading', { name: 'Live Market Dashboard' }).waitFor();
    await page.getByRole('button', { name: /Asha Verma/ }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await page.getByRole('heading', { name: 'What is Trading Software?' }).waitFor();
    expect(await kept()).toEqual([]);
    await page.evaluate("localStorage.setItem('user', 'no JSON'); localStorage.setItem('authToken', 'x');");
    await page.goto('/funds');
    await page.waitForURL((url) => url.pathname === '/');
    await page.getByRole('heading', { name: 'What is Trading Software?' }).waitFor();
    expect(await kept()).not.toContain('user');
    await context.close();
  });
});

describe('When all is walked', () => {
  test('then no page has complained', () => {
    expect([visitor, client].flatMap(({ complaints }) => complaints)).toEqual([]);
  });
});
