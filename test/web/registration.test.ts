import sharp from 'sharp';
import { openPage, openStage, type Stage } from '../support/browser.ts';
import { ownerPassword } from '../support/platform.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
}, 60_000);
afterAll(() => stage?.close(), 30_000);

/** A scan as a phone would take it: large enough that the page makes it smaller before it goes. */
async function scan(name: string, colour: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const buffer = await sharp({ create: { width: 900, height: 600, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}

describe('When a visitor opens an account in the browser', () => {
  test('then three documents go along, an administrator approves and books, and the client sees the money', async () => {
    const visitor = await openPage(stage, { width: 390 });
    const { page } = visitor;
    await page.goto('/register');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('alert').getByText('Full name').first().waitFor();

    await page.locator('#name').fill('Meera Kulkarni');
    await page.locator('#dob').fill('1991-07-23');
    await page.getByRole('radio', { name: 'Female' }).check();
    await page.locator('#email').fill('meera.kulkarni@example.com');
    await page.locator('#phone').fill('+91 98200 12345');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.locator('#pancard').fill('ABCPK1234F');
    await page.locator('#aadharcard').fill('9999 7165 8847');
    await page.locator('#address').fill('14 Model Colony, Pune');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.locator('#panimg').setInputFiles(await scan('pan.jpg', '#dddddd'));
    await page.locator('#aadharimg').setInputFiles(await scan('aadhar.jpg', '#ccddee'));
    await page.locator('#image').setInputFiles(await scan('photo.jpg', '#eeddcc'));
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.locator('#password').fill('Monsoon-Lantern-31');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Registration successful!' }).waitFor();
    const userId = /TP\d{6}/.exec(await page.locator('.register-id').innerText())?.[0] ?? '';
    expect(userId).not.toBe('');

    const owner = await openPage(stage, { width: 1280 });
    await owner.page.goto('/login');
    await owner.page.getByLabel('User Id').fill('owner');
    await owner.page.getByLabel('Password', { exact: true }).fill(ownerPassword);
    await owner.page.getByRole('button', { name: 'Sign in to Dashboard' }).click();
    await owner.page.waitForURL((url) => !url.pathname.startsWith('/login'));
    await owner.page.goto(`/user-list?q=${userId}`);
    const row = owner.page.getByRole('row', { name: new RegExp(userId) });
    await row.getByRole('switch').click();
    await owner.page.getByText('Do you want to approve this user?').waitFor();
    await owner.page.waitForTimeout(400);
    await owner.page
      .getByRole('dialog')
      .getByRole('button', { name: /^Approve/ })
      .click();
    await owner.page.getByText('User status updated successfully.').waitFor();
    await row
      .getByRole('link', { name: /View .*Meera|Meera Kulkarni/ })
      .first()
      .click();
    await owner.page.getByRole('tab', { name: 'Documents' }).click();
    await owner.page.getByRole('radio', { name: 'Aadhar card' }).check();
    await owner.page.getByText('•••• 8847').first().waitFor();
    await owner.page.getByRole('tab', { name: 'Funds' }).click();
    const add = owner.page.getByRole('region', { name: 'Add Funds' });
    await add.getByLabel('Amount').fill('2500.50');
    await add.getByRole('button', { name: 'Review addition' }).click();
    await owner.page.getByRole('button', { name: 'Add ₹2,500.50' }).click();
    await owner.page.getByText('Funds added successfully').waitFor();

    await page.getByRole('link', { name: 'Login' }).last().click();
    await page.getByLabel('User Id').fill(userId);
    await page.getByLabel('Password', { exact: true }).fill('Monsoon-Lantern-31');
    await page.getByRole('button', { name: 'Sign in to Dashboard' }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/login'));
    await page.goto('/funds');
    await page.getByText('₹2,500.50').first().waitFor();
    expect([...visitor.complaints, ...owner.complaints]).toEqual([]);
    await visitor.context.close();
    await owner.context.close();
  }, 90_000);
});
