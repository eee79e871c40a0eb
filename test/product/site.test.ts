import { siteContentSeed } from '@tradepost/proto/api/site-content/seed.ts';
import { type TestPlatform, testPlatform } from '../support/platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform({ DEMO_DATA: '1', RATE_LIMIT_FACTOR: '1' });
}, 60_000);
afterAll(() => platform.stop(), 30_000);

const letter = { name: 'Ravi', email: 'ravi@example.in', subject: 'Sales', message: 'Hello' };

describe('When visitors reach site-content through the gateway', () => {
  test('then the texts come with a tag, and whoever holds them is told so', async () => {
    const visitor = platform.visitor();
    const first = await visitor.get('/api/site-content/en');
    expect(first.body).toEqual(siteContentSeed);
    const again = await visitor.get('/api/site-content/en', { 'if-none-match': first.headers.get('etag') ?? '' });
    expect([again.status, again.body]).toEqual([304, '']);
  });

  test('then the picture of the payment code may be kept, and runs nothing', async () => {
    const visitor = platform.visitor();
    const picture = await visitor.get((await visitor.get('/api/additional-data/default')).body.data.image);
    expect(picture.status).toBe(200);
    expect(Object.fromEntries(picture.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=86400, immutable',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
    });
  });

  test('then five messages a minute are taken from one address, and the sixth waits', async () => {
    const visitor = platform.visitor();
    const answers = [];
    for (let count = 0; count < 6; count += 1) answers.push(await visitor.post('/api/contact', letter));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202, 429]);
    expect(Number(answers[5]?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('then an edit needs the version in If-Match, and a second one on the same version is 409', async () => {
    const owner = await platform.owner();
    const edited = { ...siteContentSeed, brand: { name: 'Tradepost', line: 'Another line' } };
    expect((await owner.put('/api/site-content/en', edited)).status).toBe(422);
    expect((await owner.put('/api/site-content/en', edited, { 'if-match': '"1"' })).body).toMatchObject({ version: 2, brand: { line: 'Another line' } });
    expect((await owner.put('/api/site-content/en', edited, { 'if-match': '"1"' })).body.code).toBe('version-conflict');
  });
});
