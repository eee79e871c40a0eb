import { openPage, openStage, type Stage, until } from '../support/browser.ts';
import { ownerPassword, registeredPerson, registrationForm, Visitor } from '../support/platform.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
}, 60_000);
afterAll(() => stage?.close(), 30_000);

/** A PDF of two pages with one line of text each. */
function twoPages(line: string): Buffer {
  const drawing = `BT /F1 24 Tf 40 200 Td (${line}) Tj ET`;
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 260] /Contents 5 0 R /Resources << /Font << /F1 6 0 R >> >> >>';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>',
    page,
    page,
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text);
}

/** How many pixels of the document are dark: none on an empty page. */
const inkOf = `(() => {
  const canvas = document.querySelector('.tp-paper-stage canvas');
  const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
  let dark = 0;
  for (let at = 0; at < pixels.length; at += 4) if (pixels[at] < 80 && pixels[at + 3] > 200) dark += 1;
  return dark;
})()`;

describe('When an administrator looks at the papers of a client', () => {
  test('then a PDF is drawn in place, turned and zoomed by keys, and each look is written down', async () => {
    const person = await registeredPerson();
    const pdf = { bytes: twoPages('ABCPE1234F'), name: 'pan.pdf', type: 'application/pdf' };
    const { user } = (await new Visitor(stage.platform.url).post('/api/register', registrationForm({ ...person, files: { ...person.files, panimg: pdf } }))).body;
    const { page, context, complaints } = await openPage(stage, { width: 1280 });
    await page.goto('/login');
    await page.getByLabel('User Id').fill('owner');
    await page.getByLabel('Password', { exact: true }).fill(ownerPassword);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => !url.pathname.startsWith('/login'));
    await page.goto(`/user/${user._id}?tab=documents`);
    await page.getByText('Page 1 of 2').waitFor();
    await until(page, `${inkOf} > 500`);

    const place = page.getByRole('region', { name: /PAN card of .*, scrolls/ });
    const { width, height } = (await page.locator('.tp-paper-stage canvas').boundingBox()) ?? { width: 0, height: 0 };
    await place.focus();
    // Each key asks for a new drawing while the one before is still under way.
    for (const key of ['+', 'r', '-', 'r', 'r', '+', '-', 'r', 'r']) await page.keyboard.press(key);
    await until(page, `document.querySelector('.tp-paper-stage canvas').getBoundingClientRect().height > ${height + 100}`);
    await page.keyboard.press('+');
    await until(page, `document.querySelector('.tp-paper-stage canvas').getBoundingClientRect().width > ${width + 100}`);
    await page.keyboard.press('2');
    await page.getByRole('region', { name: /Aadhar card of .*, scrolls/ }).waitFor();
    expect(new URL(page.url()).searchParams.get('tab')).toBe('documents');

    const owner = new Visitor(stage.platform.url);
    await owner.signIn('owner', ownerPassword);
    const looks = (await owner.get(`/api/users/${user._id}/audit`)).body.filter(({ deed }: { deed: string }) => deed === 'document-viewed');
    expect(looks.map(({ fields }: { fields: string[] }) => fields[0]).sort()).toEqual(['aadharimg', 'panimg']);
    expect(complaints).toEqual([]);
    await context.close();
  }, 60_000);
});
