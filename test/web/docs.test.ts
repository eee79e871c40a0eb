import { openPage, openStage, type Stage, sidewaysScroll, violations } from '../support/browser.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
}, 60_000);
afterAll(() => stage?.close(), 30_000);

describe('When somebody reads the contract of the API', () => {
  test.each([
    { width: 360, scheme: 'light' as const },
    { width: 1280, scheme: 'dark' as const },
  ])('then the page has no fault at $width px, $scheme, also with a call opened', async (look) => {
    const { page, context, complaints } = await openPage(stage, look);
    await page.goto('/api/docs');
    await page.getByRole('heading', { level: 1, name: 'Tradepost API' }).waitFor();
    await page.getByText('PUT /api/users/{id}/totalfund').click();
    await page.getByText('"Funds added successfully"').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
