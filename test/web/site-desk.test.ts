import { join } from 'node:path';
import { openPage, openStage, type Stage } from '../support/browser.ts';
import { ownerPassword, Visitor } from '../support/platform.ts';

const paymentCode = join(import.meta.dirname, '../../scripts/demo/images/payment-code.png');

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
}, 60_000);
afterAll(() => stage?.close(), 30_000);

/** A page of somebody who is signed in; `owner` by his password, the others through the demonstration's doors. */
async function signedIn(as: 'client' | 'administrator' | 'owner', width = 1280) {
  const opened = await openPage(stage, { width });
  const { page } = opened;
  await page.goto('/login');
  if (as === 'owner') {
    await page.getByLabel('User Id').fill('owner');
    await page.getByLabel('Password', { exact: true }).fill(ownerPassword);
    await page.keyboard.press('Enter');
  } else await page.getByRole('button', { name: `Explore as ${as}` }).click();
  await page.waitForURL('**/dashboard');
  return opened;
}

async function ownerByApi(): Promise<Visitor> {
  const owner = new Visitor(stage.platform.url);
  await owner.signIn('owner', ownerPassword);
  return owner;
}

describe('When a client opens Add Fund', () => {
  test('then the payee comes before the code, by a key and by the address, and the back button closes it', async () => {
    const { context, page, complaints } = await signedIn('client');
    await page.goto('/funds');
    await page.getByRole('heading', { name: 'Available Margin' }).waitFor();
    await page.keyboard.press('a');
    const dialog = page.getByRole('dialog', { name: 'Add Fund' });
    await dialog.getByText('sample.do.not.pay@example').waitFor();
    await dialog.getByText('Your UPI app must show exactly this payee name.', { exact: false }).waitFor();
    await dialog.getByRole('img', { name: 'Payment QR code for SAMPLE, DO NOT PAY' }).waitFor();
    await dialog.getByRole('button', { name: 'Copy UPI ID' }).waitFor();
    expect(await dialog.getByRole('link', { name: 'Save picture' }).getAttribute('href')).toMatch(/^\/api\/additional-data\/default\/image\?v=/);
    await page.goBack();
    await dialog.waitFor({ state: 'hidden' });
    await page.goto('/funds?add=1');
    await dialog.getByText('sample.do.not.pay@example').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('then a failed load can be tried again, and a missing code says what to do', async () => {
    const { context, page } = await signedIn('client', 390);
    await page.route('**/api/additional-data/default', (route) => route.fulfill({ status: 500, body: '{}', contentType: 'application/json' }));
    await page.goto('/funds?add=1');
    const dialog = page.getByRole('dialog', { name: 'Add Fund' });
    await dialog.getByText('Failed to fetch data').waitFor({ timeout: 15_000 });
    const empty = { data: { address: '', email: '', phone: '', image: null, payee: null, version: 0 } };
    await page.unroute('**/api/additional-data/default');
    await page.route('**/api/additional-data/default', (route) => route.fulfill({ json: empty }));
    await dialog.getByRole('button', { name: 'Retry' }).click();
    await dialog.getByText('The payment code is not set up yet. Please contact support.').waitFor();
    await context.close();
  });
});

describe('When the owner changes the website details', () => {
  test('then the new payee is read before saving, leaving asks once, and another’s change is not lost', async () => {
    const { context, page, complaints } = await signedIn('owner');
    await page.goto('/user-list');
    await page.getByRole('button', { name: 'Add Website Details' }).click();
    const dialog = page.getByRole('dialog', { name: 'Website Details' });
    await dialog.getByText('desk@example.com').waitFor();
    await dialog.getByRole('button', { name: 'Edit Details' }).click();
    await dialog.getByLabel('Phone').fill('+91 22 5550 0199');
    await dialog.getByText('Before: +91 22 5550 0100').waitFor();
    await dialog.getByLabel('Image (payment QR code)').setInputFiles(paymentCode);
    await dialog.locator('figure', { hasText: 'After saving' }).getByText('sample.do.not.pay@example').waitFor();
    await page.keyboard.press('Escape');
    await dialog.getByText('Discard your changes?').waitFor();
    await dialog.getByRole('button', { name: 'Keep editing' }).click();

    const other = await ownerByApi();
    const form = new FormData();
    for (const [name, value] of Object.entries({ address: 'Another House, Pune', email: 'desk@example.com', phone: '+91 22 5550 0100' })) form.set(name, value);
    expect((await other.put('/api/additional-data/default', form)).status).toBe(200);
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await dialog.getByText('Somebody changed this in the meantime.', { exact: false }).waitFor();
    expect(await dialog.getByLabel('Address').inputValue()).toBe('Another House, Pune');
    expect(await dialog.getByLabel('Phone').inputValue()).toBe('+91 22 5550 0199');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await dialog.getByText('Saved.').waitFor();
    const { data } = (await other.get('/api/additional-data/default')).body;
    expect(data).toMatchObject({ address: 'Another House, Pune', phone: '+91 22 5550 0199', version: 3 });
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('then an empty field and the server’s refusal stand where they belong, and a failed load has its Retry', async () => {
    const { context, page } = await signedIn('owner', 390);
    await page.route('**/api/additional-data/default', (route) => route.fulfill({ status: 500, body: '{}', contentType: 'application/json' }));
    await page.goto('/user-list?website=1');
    const dialog = page.getByRole('dialog', { name: 'Website Details' });
    await dialog.getByText('Failed to fetch data').waitFor({ timeout: 15_000 });
    await page.unroute('**/api/additional-data/default');
    await dialog.getByRole('button', { name: 'Retry' }).click();
    await dialog.getByRole('button', { name: 'Edit Details' }).click();
    await dialog.getByLabel('Address').fill(' ');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await dialog.locator('#website-address-error', { hasText: 'Address is required' }).waitFor();
    await dialog.getByLabel('Address').fill('Somewhere');
    await dialog.getByLabel('Email').fill('nobody');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await dialog.locator('#website-email-error', { hasText: 'Please enter a valid e-mail address' }).waitFor();
    await page.route('**/api/additional-data/default', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '{}', contentType: 'application/json' }) : route.continue(),
    );
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await dialog.getByText('Failed to update data').first().waitFor();
    await context.close();
  });
});

describe('When an administrator works through the messages by keyboard', () => {
  test('then the next one opens, a mark can be undone, and nothing a visitor wrote is more than text', async () => {
    const visitor = new Visitor(stage.platform.url);
    const name = '<img src=x onerror=alert(1)>';
    expect((await visitor.post('/api/contact', { name, email: 'x.y@example.com', subject: 'Other', message: 'Look: <b>bold</b>\njavascript:alert(2)' })).status).toBe(202);
    const { context, page, complaints } = await signedIn('administrator');
    await page.goto('/admin/messages');
    await page.getByRole('heading', { name: `Other: ${name}` }).waitFor();
    await page.getByText('Look: <b>bold</b>').waitFor();
    const answer = (await page.getByRole('link', { name: 'Answer by e-mail' }).getAttribute('href')) ?? '';
    expect(answer.startsWith('mailto:x.y%40example.com?subject=Re%3A%20Other&body=')).toBe(true);
    expect(decodeURIComponent(answer)).toContain('> Look: <b>bold</b>\r\n> javascript:alert(2)');
    await page.keyboard.press('j');
    await page.getByRole('heading', { name: 'Support: Sunita Desai' }).waitFor();
    await page.keyboard.press('k');
    await page.getByRole('heading', { name: `Other: ${name}` }).waitFor();
    await page.keyboard.press('a');
    await page.getByText(`The message of ${name} is marked as answered.`).waitFor();
    await page.getByRole('heading', { name: 'Support: Sunita Desai' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { name: `Other: ${name}` }).waitFor();
    await page.keyboard.press('a');
    await page.getByRole('heading', { name: 'Support: Sunita Desai' }).waitFor();
    await page.keyboard.press('a');
    await page.getByText('No messages.').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe('When the operator edits the texts of the site', () => {
  test('then what changes is shown first, another edit in between keeps what was typed, and the history tells it', async () => {
    const { context, page, complaints } = await signedIn('administrator');
    await page.goto('/admin/content');
    const heading = page.locator('#content-landing\\.hero\\.heading');
    await heading.fill('Figures <i>you</i> can check');
    const review = page.getByRole('region', { name: /^What changes/ });
    await review.locator('del', { hasText: 'Know where every rupee stands' }).waitFor();
    await review.locator('ins', { hasText: 'Figures <i>you</i> can check' }).waitFor();

    const other = await ownerByApi();
    const content = (await other.get('/api/site-content/en')).body;
    const edited = { ...content, brand: { ...content.brand, line: 'Another line' } };
    expect((await other.call('PUT', '/api/site-content/en', edited, { 'if-match': `"${content.version}"` })).status).toBe(200);
    await review.getByRole('button', { name: 'Save texts' }).click();
    await review.getByText('Somebody changed the texts in the meantime.').waitFor();
    expect(await heading.inputValue()).toBe('Figures <i>you</i> can check');
    await review.getByRole('button', { name: 'Save texts' }).click();
    await review.getByText('Visitors see it with their next visit.', { exact: false }).waitFor();
    const stored = (await other.get('/api/site-content/en')).body;
    expect([stored.brand.line, stored.landing.hero.heading, stored.version]).toEqual(['Another line', 'Figures <i>you</i> can check', content.version + 2]);
    const history = page.getByRole('region', { name: 'History' });
    const latest = history.locator('summary', { hasText: `Version ${stored.version}` });
    await latest.waitFor();
    await latest.click();
    await history.locator('ins', { hasText: 'Figures <i>you</i> can check' }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('then a text the server refuses is marked at its place, and edits survive a change of page', async () => {
    const { context, page } = await signedIn('administrator', 390);
    await page.goto('/admin/content#claims');
    await page.locator('#content-claims\\.0\\.value').fill('x'.repeat(121));
    await page.getByLabel('Page').selectOption('about');
    await page.getByRole('button', { name: 'Save texts' }).click();
    await page.getByText('This text has at most 120 characters').first().waitFor();
    await page.getByLabel('Page').selectOption('claims');
    await page.locator('#content-claims\\.0\\.value-error', { hasText: 'This text has at most 120 characters' }).waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    expect(await page.locator('#content-claims\\.0\\.value').inputValue()).toBe('99.9%');
    await context.close();
  });
});
