// Walks every route of the back office and reads the texts of the specification. docs/specification.md names these tests.
import { openStage, type Stage, type Watched } from '../support/browser.ts';
import { explore, missing } from '../support/walk.ts';

let stage: Stage;
let admin: Watched;
beforeAll(async () => {
  stage = await openStage();
  admin = await explore(stage, 'administrator');
}, 90_000);
afterAll(() => stage?.close(), 30_000);

describe('When an administrator walks the back office', () => {
  const ashaId = async (): Promise<string> => {
    await admin.page.goto('/user-list');
    return admin.page.evaluate<string>(
      "fetch('/api/users?q=asha', { headers: { authorization: 'Bearer ' + localStorage.getItem('authToken') } }).then((answer) => answer.json()).then((rows) => rows[0]._id)",
    );
  };

  test('then /user-list has its columns, its controls and the website details', async () => {
    const { page } = admin;
    const texts = ['User Management', 'USERS', 'User List', 'Create User', 'User', 'Contact', 'Gender', 'Total Fund', 'Status', 'View Net Position', '₹3,05,000.00'];
    expect(await missing(page, '/user-list', texts)).toEqual([]);
    for (const deed of ['View', 'Edit', 'Delete']) await page.locator(`[aria-label^="${deed}"]`).first().waitFor();
    await page.getByRole('button', { name: 'Add Website Details' }).click();
    const dialog = page.getByRole('dialog', { name: 'Website Details' });
    await dialog.getByRole('button', { name: 'Edit Details' }).click();
    await dialog.getByRole('button', { name: 'Save Changes' }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).waitFor();
    expect(await missing(page, '', ['Address', 'Phone'])).toEqual([]);
  });

  test('then disabling and deleting a user ask first, in the words of the specification', async () => {
    const { page } = admin;
    await page.goto(`/user/${await ashaId()}`);
    await page.getByRole('button', { name: 'Disable' }).first().click();
    await page.getByText('Do you want to disable this user?').waitFor();
    await page.keyboard.press('Escape');
    await page.goto('/user-list');
    await page.locator('[aria-label^="Delete"]').first().click();
    await page.getByText('Delete this user?').waitFor();
    await page.keyboard.press('Escape');
  });

  test('then /user/{id} has its tabs with everything but the password', async () => {
    const { page } = admin;
    const id = await ashaId();
    const details = [
      'Back to User List',
      'Full name',
      'User Id',
      'E-mail',
      'Phone',
      'Date of birth',
      'Gender',
      'Joined date',
      'Bank name',
      'Account number',
      'IFSC',
      'Issue temporary password',
    ];
    expect(await missing(page, `/user/${id}`, ['Details', 'Documents', 'Funds', 'Withdrawals', ...details])).toEqual([]);
    expect(await missing(page, `/user/${id}?tab=documents`, ['PAN card', 'Aadhar card', 'PAN number'])).toEqual([]);
    expect(await missing(page, `/user/${id}?tab=funds`, ['Add Funds', 'Withdraw Funds', 'Amount'])).toEqual([]);
    expect(await missing(page, `/user/${id}?tab=withdrawals`, ['Date', 'Amount', 'Status', 'Pending', 'Rejected'])).toEqual([]);
    expect([await page.getByRole('button', { name: /^Approve/ }).count(), await page.getByRole('button', { name: /^Reject/ }).count()]).toEqual([1, 1]);
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await missing(page, `/user/${id}`, ['Personal Details', 'Documents', 'Fund Management', 'Withdrawals'])).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  test('then /usernetposition/{id} counts, adds and edits, and its Delete asks and deletes', async () => {
    const { page } = admin;
    const id = await ashaId();
    expect(await missing(page, `/usernetposition/${id}`, ['Positions for Asha Verma', '7'])).toEqual([]);
    await page.getByRole('button', { name: 'Add Position' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add Position' }).click();
    const messages = ['Symbol is required', 'Quantity is required', 'Open price is required', 'Type is required', 'Profit is required', 'Profit Color is required'];
    expect(await missing(page, '', messages)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.goto(`/usernetposition/${id}`);
    await page.locator('[aria-label^="Edit"]').first().waitFor();
    await page.getByRole('button', { name: 'Delete WIPRO' }).click();
    await page.getByText('Delete this position?').waitFor();
    await page.waitForTimeout(500);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Delete/ })
      .click();
    await page.getByText('Position deleted').waitFor();
  });

  test('then /users/create makes an account with a one-time password', async () => {
    const { page } = admin;
    await page.goto('/users/create');
    const answers = { 'Full name': 'Nisha Iyer', 'E-mail': 'nisha.iyer@example.com', Phone: '9822011223', 'Date of birth': '1992-04-05' };
    for (const [name, answer] of Object.entries(answers)) await page.getByLabel(name).first().fill(answer);
    await page.getByLabel('Gender').selectOption({ label: 'Female' });
    await page.getByRole('button', { name: 'Create User' }).click();
    expect(await missing(page, '', ['Temporary password', 'This is shown once.'])).toEqual([]);
  });

  const refusal = { status: 409, contentType: 'application/problem+json', body: JSON.stringify({ code: 'already-decided', message: 'This withdrawal is already decided.' }) };

  test('then a status that cannot be changed says so in both ways', async () => {
    const { page } = admin;
    await page.goto(`/user/${await ashaId()}`);
    await page.route('**/approve', (route) => route.fulfill({ ...refusal, body: JSON.stringify({ code: 'forbidden', message: 'You are not allowed to do this.' }) }));
    await page.getByRole('button', { name: 'Disable' }).first().click();
    await page.getByRole('dialog').getByText('Do you want to disable this user?').waitFor();
    await page.waitForTimeout(500);
    await page.getByRole('button', { name: 'Disable user' }).click();
    await page.getByText('Failed to update user status.').waitFor();
    await page.unroute('**/approve');
    await page.route('**/approve', (route) => route.abort());
    await page.getByRole('button', { name: 'Disable user' }).click();
    await page.getByText('An error occurred while updating status.').waitFor();
    await page.unroute('**/approve');
    await page.keyboard.press('Escape');
  });

  test('then a decision that fails says so in the words of the specification', async () => {
    const { page } = admin;
    await page.goto(`/user/${await ashaId()}?tab=withdrawals`);
    await page.route('**/withdrawals/*', (route) => (route.request().method() === 'PATCH' ? route.fulfill(refusal) : route.continue()));
    await page
      .getByRole('button', { name: /^Approve/ })
      .first()
      .click();
    await page.waitForTimeout(500);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Approve ₹/ })
      .click();
    await page.getByText('Failed to approve withdrawal').waitFor();
    await page.getByText('This withdrawal is already decided.').waitFor();
    await page.unroute('**/withdrawals/*');
    await page.keyboard.press('Escape');
  });

  test('then no page has complained', () => {
    expect(admin.complaints).toEqual([]);
  });
});
