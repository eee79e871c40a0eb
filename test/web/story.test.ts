import { openPage, openStage, type Stage } from '../support/browser.ts';
import { ownerPassword, registeredPerson, registrationForm, Visitor } from '../support/platform.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
}, 60_000);
afterAll(() => stage?.close(), 30_000);

/** An approved client with money and bank details, made over the API. */
async function fundedClient(): Promise<{ id: string; userId: string; password: string; name: string }> {
  const person = await registeredPerson();
  const visitor = new Visitor(stage.platform.url);
  const { user } = (await visitor.post('/api/register', registrationForm(person))).body;
  const owner = new Visitor(stage.platform.url);
  await owner.signIn('owner', ownerPassword);
  await owner.patch(`/api/users/${user._id}/approve`, { status: true });
  await owner.put(`/api/users/${user._id}/totalfund`, { amount: 500 });
  await visitor.signIn(user.userId, person.password);
  await visitor.put(`/api/updatebankdetails/${user._id}`, { bankName: 'Sample Bank', accountNumber: '501000004821', ifsc: 'SMPL0001234' });
  return { id: user._id, userId: user.userId, password: person.password, name: person.name };
}

describe('When money is taken out by keyboard alone', () => {
  test('then the client signs in and asks, the administrator approves, and every screen says so', async () => {
    const client = await fundedClient();
    const mine = await openPage(stage, { width: 1280 });
    await mine.page.goto('/login');
    await mine.page.getByLabel('User Id').waitFor();
    await mine.page.keyboard.type(client.userId);
    await mine.page.keyboard.press('Tab');
    await mine.page.keyboard.type(client.password);
    await mine.page.keyboard.press('Enter');
    await mine.page.waitForURL('**/dashboard');
    await mine.page.getByText('₹500.00').first().waitFor();

    await mine.page.goto('/withdraw-fund');
    const amount = mine.page.getByLabel('Amount');
    await amount.waitFor();
    for (let presses = 0; presses < 40 && !(await amount.evaluate((field) => field.matches(':focus'))); presses += 1) await mine.page.keyboard.press('Tab');
    await mine.page.keyboard.type('120.5');
    await mine.page.keyboard.press('Enter');
    const send = mine.page.getByRole('button', { name: 'Send request for ₹120.50' });
    await send.waitFor();
    for (let presses = 0; presses < 40 && !(await send.evaluate((button) => button.matches(':focus'))); presses += 1) await mine.page.keyboard.press('Tab');
    await mine.page.keyboard.press('Enter');
    await mine.page.getByText('Withdrawal request submitted successfully!').waitFor();
    await mine.page.getByText('₹379.50').first().waitFor();

    const owner = await openPage(stage, { width: 1280 });
    await owner.page.goto('/login');
    await owner.page.getByLabel('User Id').waitFor();
    await owner.page.keyboard.type('owner');
    await owner.page.keyboard.press('Tab');
    await owner.page.keyboard.type(ownerPassword);
    await owner.page.keyboard.press('Enter');
    await owner.page.waitForURL('**/dashboard');
    await owner.page.goto(`/user/${client.id}?tab=withdrawals`);
    const approve = owner.page.getByRole('button', { name: /^Approve/ }).first();
    await approve.waitFor();
    for (let presses = 0; presses < 60 && !(await approve.evaluate((button) => button.matches(':focus'))); presses += 1) await owner.page.keyboard.press('Tab');
    await owner.page.keyboard.press('Enter');
    await owner.page.getByRole('dialog').waitFor();
    // The deed is inert at first, so that a held key decides nothing.
    await owner.page.waitForTimeout(500);
    await owner.page.keyboard.press('Enter');
    await owner.page.getByText('Approved', { exact: true }).first().waitFor();

    await mine.page.goto('/withdraw-log');
    await mine.page.getByText('Approved').first().waitFor();
    await mine.page.goto('/funds');
    await mine.page.getByText('₹379.50').first().waitFor();
    expect([...mine.complaints, ...owner.complaints]).toEqual([]);
    await mine.context.close();
    await owner.context.close();
  });

  test('then an amount that is none says so and nothing is sent', async () => {
    const client = await fundedClient();
    const { page, context } = await openPage(stage, { width: 390 });
    await page.goto('/login');
    await page.getByLabel('User Id').fill(client.userId);
    await page.getByLabel('Password', { exact: true }).fill(client.password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/dashboard');
    await page.goto('/withdraw-fund');
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') calls.push(request.url());
    });
    await page.getByRole('button', { name: 'Review withdrawal' }).click();
    await page.getByText('Please enter a valid positive amount').first().waitFor();
    expect(calls).toEqual([]);
    await context.close();
  });
});
