import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { openPage, openStage, type Stage, until, violations } from '../support/browser.ts';
import { ownerPassword, registeredPerson, registrationForm, Visitor } from '../support/platform.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
}, 60_000);
afterAll(() => stage?.close(), 30_000);

/** Reading again by the clock comes every 15 s at the earliest: what is shown sooner came by the stream. */
const soonMs = 5_000;
/** A question takes no answer in its first moment, so that a double press cannot fall through. */
const inertMs = 400;

async function signIn(page: Page, userId: string, password: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('User Id').fill(userId);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname !== '/login');
}

async function explore(page: Page, as: 'client' | 'administrator'): Promise<void> {
  await page.goto('/login');
  await page.getByRole('button', { name: `Explore as ${as}` }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

/** An approved client who looks at his positions, and an owner who keeps them. */
async function clientAndOwner() {
  const api = new Visitor(stage.platform.url);
  await api.signIn('owner', ownerPassword);
  const person = await registeredPerson();
  const { user } = (await api.post('/api/register', registrationForm(person))).body;
  await api.patch(`/api/users/${user._id}/approve`, { status: true });
  const client = await openPage(stage, { width: 390 });
  await signIn(client.page, user.userId, person.password);
  await client.page.goto('/net-position');
  await client.page.locator('[data-live=connected]').waitFor({ state: 'attached' });
  const owner = await openPage(stage, { width: 1280 });
  await signIn(owner.page, 'owner', ownerPassword);
  await owner.page.goto(`/usernetposition/${user._id}`);
  return { api, id: String(user._id), name: person.name, client, owner };
}

const messages = ['Symbol is required', 'Quantity is required', 'Open price is required', 'Type is required', 'Profit is required', 'Profit Color is required'];

async function addPosition(page: Page): Promise<void> {
  await page.keyboard.press('n');
  const drawer = page.getByRole('dialog', { name: 'Add Position' });
  const submit = drawer.getByRole('button', { name: 'Add Position' });
  await submit.click();
  for (const message of messages) await drawer.locator('.tp-error').getByText(message, { exact: true }).waitFor();
  expect(await violations(page)).toEqual([]);
  await drawer.getByLabel('Symbol').fill('own share');
  await drawer.getByLabel('Type').selectOption('SELL');
  await drawer.getByLabel('Quantity').fill('0');
  await drawer.locator('.tp-error').getByText('Quantity must be greater than 0', { exact: true }).waitFor();
  await drawer.getByLabel('Quantity').fill('200');
  await drawer.getByLabel('Open price').fill('182.35');
  await drawer.getByLabel('Close price').fill('184.90');
  await drawer.getByRole('button', { name: 'Use calculated' }).click();
  expect(await drawer.getByLabel('Profit', { exact: true }).inputValue()).toBe('510.00');
  expect(await drawer.getByLabel('red, loss').isChecked()).toBe(true);
  await drawer.getByLabel('How the client will see it').getByText('-₹510.00').waitFor();
  await submit.click();
  await page.getByText('Data Add Successfully!', { exact: true }).waitFor();
}

describe('When an administrator keeps the positions of a client', () => {
  test('then adding, changing, closing and deleting are said in the words of the specification, and the client sees each at once', async () => {
    const { api, id, name, client, owner } = await clientAndOwner();
    const { page } = owner;
    await client.page.getByText('No positions yet. An administrator enters them; they appear here at once.').waitFor();
    await page.getByRole('heading', { level: 1, name: `Positions for ${name}` }).waitFor();
    await page.getByText('No positions yet.').waitFor();

    await addPosition(page);
    await client.page.getByRole('button', { name: 'OWN SHARE' }).waitFor({ timeout: soonMs });
    await client.page.getByText('-₹510.00').first().waitFor();

    // Another administrator is faster: what is typed here is kept, and both figures stand side by side.
    await page.getByRole('button', { name: 'Edit OWN SHARE' }).click();
    const drawer = page.getByRole('dialog', { name: 'Edit position' });
    await drawer.getByLabel('Profit', { exact: true }).fill('450');
    await drawer.getByLabel('Note').fill('Brokerage was given back.');
    await drawer.getByText('Entered. Calculated -₹510.00').waitFor();
    const [position] = (await api.get(`/api/positions/${id}`)).body.positions;
    await api.patch(`/api/${id}/updatepositions/${position._id}`, { stockQuantity: 300 });
    await drawer.getByRole('button', { name: 'Save Changes' }).click();
    await drawer.getByText(/Somebody changed this position at \d\d:\d\d\. Your figures are kept; compare and save again\./).waitFor();
    expect(await drawer.getByRole('row', { name: /^Quantity/ }).innerText()).toMatch(/Quantity\s+300\s+200/);
    expect(await violations(page)).toEqual([]);
    await drawer.getByLabel('Status').selectOption('closed');
    await drawer.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('Data Update Successfully', { exact: true }).waitFor();
    await page.getByText('Entered. Calculated -₹510.00').waitFor();
    await client.page.getByText('Position OWN SHARE is closed.').waitFor({ state: 'attached', timeout: soonMs });
    await client.page.getByText('Entered by admin').waitFor();

    await page.getByRole('button', { name: 'Delete OWN SHARE' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete this position?' });
    await until(page, "document.activeElement?.textContent === 'Cancel'");
    await page.waitForTimeout(inertMs);
    await dialog.getByRole('button', { name: 'Delete position' }).click();
    await page.getByText('Position deleted.', { exact: true }).waitFor();
    await page.getByText('No positions yet.').waitFor();
    await client.page.getByText('No positions yet. An administrator enters them; they appear here at once.').waitFor({ timeout: soonMs });
    expect([...client.complaints, ...owner.complaints]).toEqual([]);
    await client.context.close();
    await owner.context.close();
  }, 60_000);

  test('then what stands in the way of a deletion leads to the positions', async () => {
    const { api, id, name, client, owner } = await clientAndOwner();
    await api.post(`/api/addnetPosition/${id}`, { symbol: 'ITC', stockQuantity: 1, openPrice: 280, type: 'BUY', profit: 0, profitColor: 'green' });
    await owner.page.goto(`/user-list?q=${encodeURIComponent(name)}`);
    await owner.page.getByRole('button', { name: `Delete ${name}` }).click();
    const dialog = owner.page.getByRole('dialog', { name: 'Delete this user?' });
    await owner.page.waitForTimeout(inertMs);
    await dialog.getByRole('button', { name: 'Delete user' }).click();
    await dialog.getByRole('link', { name: 'There are still active positions.' }).click();
    await owner.page.waitForURL(`**/usernetposition/${id}?show=active`);
    await owner.page.getByRole('button', { name: 'Edit ITC' }).waitFor();
    await client.context.close();
    await owner.context.close();
  }, 60_000);
});

describe('When a client looks at his positions', () => {
  test('then filter, search, keys and details work, and the CSV holds exactly what is shown', async () => {
    const { page, context, complaints } = await openPage(stage, { width: 1280 });
    await explore(page, 'client');
    await page.getByRole('link', { name: 'NET POSITION' }).click();
    await page.getByRole('button', { name: 'HDFCBANK' }).waitFor();
    expect(await page.locator('tbody tr').count()).toBe(7);
    await page.getByRole('button', { name: 'Closed 2' }).click();
    await page.waitForURL('**/net-position?show=closed');
    await page.getByText('Total of 2 positions').waitFor();
    expect(await page.locator('tfoot .tp-double').innerText()).toBe('+₹1,175.00');

    await page.locator('body').press('/');
    await page.keyboard.type('wi');
    await page.getByText('Total of 1 position').waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()]);
    expect(file.suggestedFilename()).toBe('positions.csv');
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(lines.slice(1)).toEqual([expect.stringMatching(/^WIPRO,SELL,200,178\.35,180\.90,-450,-1\.26,Closed,Entered,-510,35670,/)]);

    await page.getByRole('button', { name: 'CSV' }).blur();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const detail = page.getByRole('dialog', { name: 'WIPRO, Wipro' });
    await detail.getByText('(178.35 − 180.90) × 200 = -₹510.00').waitFor();
    await detail.getByText('Note: Brokerage of ₹60.00 was given back.').waitFor();
    await page.keyboard.press('Escape');
    expect(complaints).toEqual([]);
    await context.close();
  }, 60_000);

  test('then a reading that fails says so in the words of the specification, and Retry mends it', async () => {
    const { page, context } = await openPage(stage, { width: 390 });
    await explore(page, 'client');
    await page.route('**/api/positions/**', (route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }));
    await page.goto('/net-position');
    await page.getByText('Failed to fetch users').waitFor({ timeout: 15_000 });
    await page.unroute('**/api/positions/**');
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('button', { name: 'HDFCBANK' }).waitFor();
    await context.close();
  }, 60_000);

  test("then an administrator's page is none of his", async () => {
    const { page, context } = await openPage(stage, { width: 1280 });
    await explore(page, 'client');
    await page.goto('/usernetposition/anybody');
    await page.getByText('You cannot open this page').waitFor();
    await context.close();
  }, 60_000);
});
