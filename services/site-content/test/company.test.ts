import { removeTemporaryFolders } from '@tradepost/platform/testing/temporary-folder.ts';
import { readPayee } from '@tradepost/proto/api/site-content/payee.ts';
import { onePixel, png, qrPicture } from './support/pictures.ts';
import { siteWorld, type World } from './support/world.ts';

const form = { address: '12 Marine Drive, Mumbai 400002', email: 'Help@Example.in', phone: '+91 22 4000 1234' };
const upi = 'upi://pay?pa=desk.trade@okbank&pn=Sample%20Traders&cu=INR';

let world: World;
beforeEach(async () => {
  world = await siteWorld();
});
afterEach(() => world.stop());
afterAll(() => removeTemporaryFolders());

const read = async () => (await world.visitor('GET', '/additional-data/default')).body.data;

describe('When the company data are read', () => {
  test('then anybody gets them, empty before they are filled in', async () => {
    const answer = await world.visitor('GET', '/additional-data/default');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ data: { address: '', email: '', phone: '', image: null, payee: null, version: 0 } });
  });

  test('then any other id is 404, for reading, changing and the picture', async () => {
    for (const id of ['other', 'Default', '..', '__proto__']) {
      expect((await world.visitor('GET', `/additional-data/${encodeURIComponent(id)}`)).status).toBe(404);
      expect((await world.visitor('GET', `/additional-data/${encodeURIComponent(id)}/image`)).status).toBe(404);
      expect((await world.admin('PUT', `/additional-data/${encodeURIComponent(id)}`, { form })).status).toBe(404);
    }
    expect((await world.visitor('GET', '/additional-data/default/image')).status).toBe(404);
  });
});

describe('When an administrator changes the company data', () => {
  test('then the answer, the next read, the event and the audit tell the same', async () => {
    const answer = await world.admin('PUT', '/additional-data/default', { form: { ...form, image: qrPicture(upi) } });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({ ...form, email: 'help@example.in', version: 1, payee: { name: 'Sample Traders', upiId: 'desk.trade@okbank' } });
    expect(await read()).toEqual(answer.body.data);
    const [event, ...others] = await world.events();
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      name: 'SiteContentUpdated',
      subject: 'default',
      message: { record: 'default', version: 1n, by: 'mira', fields: ['address', 'email', 'phone', 'image'] },
    });
    expect(event?.text).not.toMatch(/marine|help@|4000/i);
    expect(await world.deeds()).toMatchObject([{ scope: 'default', deed: 'edited', by: { id: 'mira', role: '1' }, audited: true }]);
  });

  test('then each field is required, checked and named, and an unknown one is 400', async () => {
    const refusals: [Record<string, string>, number, string][] = [
      [{ ...form, address: ' ' }, 422, 'address'],
      [{ ...form, address: 'x'.repeat(501) }, 422, 'address'],
      [{ ...form, email: 'nobody' }, 422, 'email'],
      [{ ...form, phone: 'call me' }, 422, 'phone'],
      [{ ...form, phone: '12345' }, 422, 'phone'],
      [{ ...form, version: '1e3' }, 422, 'version'],
      [{ ...form, role: '0' }, 400, 'role'],
      [{ email: form.email, phone: form.phone }, 422, 'address'],
    ];
    for (const [given, status, field] of refusals) {
      const answer = await world.admin('PUT', '/additional-data/default', { form: given });
      expect([given, answer.status, answer.body.errors?.[0]?.field]).toEqual([given, status, field]);
    }
    expect((await world.admin('PUT', '/additional-data/default', { body: form })).status).toBe(415);
    expect((await read()).version).toBe(0);
  });

  test('then clients and visitors may not', async () => {
    expect((await world.client('PUT', '/additional-data/default', { form })).status).toBe(403);
    expect((await world.visitor('PUT', '/additional-data/default', { form })).status).toBe(401);
  });

  test('then a change made on an older version is 409, and of two at once one comes first', async () => {
    await world.admin('PUT', '/additional-data/default', { form: { ...form, version: '0' } });
    const late = await world.admin('PUT', '/additional-data/default', { form: { ...form, phone: '022 1111111', version: '0' } });
    expect([late.status, late.body.code]).toEqual([409, 'version-conflict']);
    const both = await Promise.all(['0222222222', '0223333333'].map((phone) => world.admin('PUT', '/additional-data/default', { form: { ...form, phone, version: '1' } })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await read()).version).toBe(2);
  });

  test('then the same key answers the same once more, and is refused for another request', async () => {
    const first = await world.admin('PUT', '/additional-data/default', { form: { ...form, image: qrPicture(upi) }, key: 'k1' });
    const again = await world.admin('PUT', '/additional-data/default', { form: { ...form, image: qrPicture(upi) }, key: 'k1' });
    expect(again.body).toEqual(first.body);
    expect((await world.admin('PUT', '/additional-data/default', { form: { ...form, phone: '0224444444' }, key: 'k1' })).body.code).toBe('key-reused');
    expect((await read()).version).toBe(1);
    expect(world.pictureCount()).toBe(1);
    expect((await world.visitor('GET', first.body.data.image.slice('/api'.length))).status).toBe(200);
  });

  test('then what was not touched stays, and nothing changed is no edit', async () => {
    const first = await world.admin('PUT', '/additional-data/default', { form: { ...form, image: qrPicture(upi) } });
    const second = await world.admin('PUT', '/additional-data/default', { form: { ...form, phone: '0224444444' } });
    expect(second.body.data).toMatchObject({ image: first.body.data.image, payee: first.body.data.payee, phone: '0224444444', version: 2 });
    expect((await world.admin('PUT', '/additional-data/default', { form: { ...form, phone: '0224444444' } })).body.data.version).toBe(2);
    expect(await world.events()).toHaveLength(2);
  });
});

describe('When the payment code is uploaded', () => {
  const save = (image: Buffer) => world.admin('PUT', '/additional-data/default', { form: { ...form, image } });

  test('then it is encoded anew, kept by browsers, and never run', async () => {
    const original = Buffer.concat([qrPicture(upi), Buffer.from('<script>alert(1)</script>')]);
    const { image } = (await save(original)).body.data;
    expect(image).toMatch(/^\/api\/additional-data\/default\/image\?v=[0-9a-f]{16}$/);
    const picture = await world.visitor('GET', image.slice('/api'.length));
    expect(Object.fromEntries(picture.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': 'inline',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=86400, immutable',
    });
    expect(picture.bytes.subarray(1, 4).toString()).toBe('PNG');
    expect(picture.bytes.includes('script')).toBe(false);
  });

  test('then the old one goes: nobody pays to a code that was replaced', async () => {
    const old = (await save(qrPicture(upi))).body.data.image.slice('/api'.length);
    const { image, payee } = (await save(qrPicture('upi://pay?pa=new.desk@okbank&pn=New'))).body.data;
    expect(payee).toEqual({ name: 'New', upiId: 'new.desk@okbank' });
    expect(await Promise.all([old, image.slice('/api'.length), '/additional-data/default/image'].map(async (path) => (await world.visitor('GET', path)).status))).toEqual([
      404, 200, 200,
    ]);
    expect(world.pictureCount()).toBe(1);
  });

  test('then a picture without a UPI code has no payee', async () => {
    expect((await save(onePixel())).body.data.payee).toBeNull();
    expect((await save(qrPicture('https://example.in/pay?pa=x@y'))).body.data.payee).toBeNull();
  });

  test('then what is no picture, or too much of one, is refused at its field and changes nothing', async () => {
    const bomb = png(40_000, 40_000, Buffer.alloc(1_000));
    const hostile: [string, Buffer, number][] = [
      ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 415],
      ['HTML named .png', Buffer.from('<!doctype html><script>alert(1)</script>'), 415],
      ['a PDF', Buffer.from('%PDF-1.7\n%%EOF'), 415],
      ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1'), 415],
      ['40,000 by 40,000 pixels', bomb, 415],
      ['a cut picture', qrPicture(upi).subarray(0, 120), 415],
      ['an empty file', Buffer.alloc(0), 415],
      ['more than 5 MB', Buffer.alloc(5 * 1024 * 1024 + 1, 1), 413],
    ];
    for (const [what, bytes, status] of hostile) {
      const answer = await save(bytes);
      expect([what, answer.status, answer.body.errors?.[0]?.field]).toEqual([what, status, 'image']);
    }
    expect((await read()).version).toBe(0);
    expect(world.pictureCount()).toBe(0);
  });

  test('then the shared account of the demonstration may not, and may change the texts', async () => {
    const answer = await world.demoAdmin('PUT', '/additional-data/default', { form: { ...form, image: qrPicture(upi) } });
    expect([answer.status, answer.body.code]).toEqual([403, 'demo-account']);
    expect((await world.demoAdmin('PUT', '/additional-data/default', { form })).status).toBe(200);
    expect(world.pictureCount()).toBe(0);
  });

  test('then what a crash left goes with a later start, and the code in use stays', async () => {
    const { image } = (await save(qrPicture(upi))).body.data;
    await world.leave('site/left-over');
    await world.restart();
    expect(world.pictureCount()).toBe(2);
    world.clock.offsetMs += 61 * 60_000;
    await world.restart();
    expect(world.pictureCount()).toBe(1);
    expect((await world.visitor('GET', image.slice('/api'.length))).status).toBe(200);
  });
});

describe('When the payee is read from a code', () => {
  test('then only a UPI address counts, and a name shows no hidden signs', () => {
    expect(readPayee('UPI://PAY?pn=Asha&pa=asha.rao@okaxis')).toEqual({ name: 'Asha', upiId: 'asha.rao@okaxis' });
    expect(readPayee('upi://pay?pa=a-b_c.d@bank')).toEqual({ name: '', upiId: 'a-b_c.d@bank' });
    expect(readPayee(`upi://pay?pa=x1@bank&pn=${encodeURIComponent('Ash\u202ea\u0000 <b>Rao</b>')}`)).toEqual({ name: 'Asha <b>Rao</b>', upiId: 'x1@bank' });
    for (const text of [
      '',
      'upi://pay',
      'upi://pay?pn=Asha',
      'upi://pay?pa=asha',
      'upi://pay?pa=@bank',
      'upi://mandate?pa=x1@bank',
      'javascript:alert(1)',
      'upi://pay?pa=x1@bank%0Aevil@x',
    ])
      expect([text, readPayee(text)]).toEqual([text, null]);
  });
});
