import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { Refused } from '../src/errors.ts';
import { checkUpload, type FileKind, sniff } from '../src/files.ts';

const all: FileKind[] = ['jpeg', 'png', 'webp', 'pdf'];
const picture = () => sharp({ create: { width: 40, height: 20, channels: 3, background: '#c33' } });

async function refusal(bytes: Buffer, allowed = all): Promise<Refused> {
  try {
    await checkUpload(bytes, allowed);
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
  throw new Error('The file was taken.');
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A PNG that says it has this size, with one compressed row of zeros. */
function pngOfSize(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(width * 3 + 1))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function pdf(objects: readonly (string | Buffer)[], trailer = '<< /Root 1 0 R /Size 9 >>'): Buffer {
  const body = objects.map((object, index) =>
    Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), typeof object === 'string' ? Buffer.from(object, 'latin1') : object, Buffer.from('\nendobj\n')]),
  );
  return Buffer.concat([
    Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1'),
    ...body,
    Buffer.from(`xref\n0 1\n0000000000 65535 f \ntrailer\n${trailer}\nstartxref\n123\n%%EOF\n`),
  ]);
}
const stream = (dictionary: string, content: Buffer) =>
  Buffer.concat([Buffer.from(`<< ${dictionary} /Length ${content.length} >>\nstream\n`), content, Buffer.from('\nendstream')]);
const catalog = '<< /Type /Catalog /Pages 2 0 R /OpenAction [3 0 R /Fit] >>';
const plainPdf = pdf([catalog, '<< /Type /Pages /Kids [] /Count 0 >>']);

describe('pictures', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('of kind %s are taken and stay that kind and size', async (kind) => {
    const file = await checkUpload(await picture().toFormat(kind).toBuffer(), all);
    expect(file).toMatchObject({ kind, contentType: `image/${kind}` });
    expect(sniff(file.bytes)).toBe(kind);
    expect(await sharp(file.bytes).metadata()).toMatchObject({ format: kind, width: 40, height: 20 });
  });

  test('lose place, camera and any rider, and stand upright', async () => {
    const original = await picture()
      .jpeg()
      .withExif({ IFD0: { Copyright: 'canary-name' }, IFD3: { GPSLatitude: '12/1 58/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const withRider = Buffer.concat([original, Buffer.from('<script>alert(1)</script>PK\x05\x06')]);
    const { bytes } = await checkUpload(withRider, all);
    expect(bytes.includes('canary-name')).toBe(false);
    expect(bytes.includes('<script>')).toBe(false);
    const metadata = await sharp(bytes).metadata();
    expect(metadata).toMatchObject({ width: 20, height: 40 });
    expect(metadata.exif).toBeUndefined();
  });

  test('that move are kept as their first frame', async () => {
    const frames = await Promise.all(
      ['#f00', '#00f'].map((background) =>
        sharp({ create: { width: 8, height: 8, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const animated = await sharp(frames, { join: { animated: true } })
      .webp({ loop: 0, delay: [100, 100] })
      .toBuffer();
    expect((await sharp(animated).metadata()).pages).toBe(2);
    const metadata = await sharp((await checkUpload(animated, all)).bytes).metadata();
    expect(metadata).toMatchObject({ width: 8, height: 8 });
    expect(metadata.pages ?? 1).toBe(1);
  });

  test('of 40,000 by 40,000 pixels are refused without their memory', async () => {
    const before = process.memoryUsage().rss;
    const bomb = pngOfSize(40_000, 40_000);
    expect((await refusal(bomb)).message).toBe('This picture cannot be read, or it has more than 25 megapixels.');
    expect((await refusal(pngOfSize(25_000_001, 1))).code).toBe('unsupported-media-type');
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });

  test('that are cut or garbled are refused, and the next is taken', async () => {
    for (const kind of ['jpeg', 'png', 'webp'] as const) {
      const noise = sharp(randomBytes(64 * 64 * 3), { raw: { width: 64, height: 64, channels: 3 } });
      const whole = await noise.toFormat(kind).toBuffer();
      expect((await refusal(whole.subarray(0, whole.length / 2))).code).toBe('unsupported-media-type');
      expect((await refusal(Buffer.concat([whole.subarray(0, 12), randomBytes(2000)]))).code).toBe('unsupported-media-type');
      await expect(checkUpload(whole, all)).resolves.toMatchObject({ kind });
    }
  });

  test('many at once are each answered', async () => {
    const bytes = await picture().png().toBuffer();
    const answers = await Promise.allSettled(Array.from({ length: 12 }, (_, index) => checkUpload(index % 3 === 0 ? bytes.subarray(0, 60) : bytes, all)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, (_, index) => (index % 3 === 0 ? 'rejected' : 'fulfilled')));
  });
});

describe('files that are something else', () => {
  const cases: [string, Buffer][] = [
    ['zero bytes', Buffer.alloc(0)],
    ['one byte', Buffer.from([0xff])],
    ['an SVG with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['HTML behind the mark of a JPEG', Buffer.from('\xff\xd8\xff<html><script>alert(1)</script>', 'latin1')],
    ['a GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
    ['a ZIP', Buffer.from('PK\x03\x04', 'latin1')],
    ['a gzip', Buffer.from([0x1f, 0x8b, 8, 0])],
    ['a sound in RIFF', Buffer.from('RIFF\x24\0\0\0WAVEfmt ', 'latin1')],
    ['random bytes', randomBytes(4096).fill(0, 0, 1)],
  ];
  test.each(cases)('%s is refused', async (_, bytes) => {
    expect(await refusal(bytes)).toMatchObject({ code: 'unsupported-media-type', status: 415 });
  });

  test('a kind that is good elsewhere is refused where it is not allowed', async () => {
    expect((await refusal(plainPdf, ['jpeg', 'png', 'webp'])).message).toBe('Only JPEG, PNG, WEBP is taken here.');
    expect((await refusal(await picture().webp().toBuffer(), ['pdf', 'jpeg', 'png'])).code).toBe('unsupported-media-type');
  });
});

describe('PDFs', () => {
  const objects = (text: string) => stream('/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', deflateSync(Buffer.from(`1 0 ${text}`)));

  test('are taken as they came', async () => {
    const scan = pdf([catalog, stream('/Type /XObject /Subtype /Image /Filter /DCTDecode', randomBytes(200_000)), objects('<< /Type /Page /JSON 5 /JST (x) >>')]);
    for (const bytes of [plainPdf, scan, Buffer.concat([plainPdf, Buffer.from('\r\n\0')])]) {
      const file = await checkUpload(bytes, all);
      expect(file).toMatchObject({ kind: 'pdf', contentType: 'application/pdf' });
      expect(file.bytes.equals(bytes)).toBe(true);
    }
  });

  const cases: [string, Buffer, string][] = [
    ['runs a script when opened', pdf(['<< /Type /Catalog /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> >>']), 'This PDF holds scripts.'],
    ['hides the name of a script', pdf(['<< /OpenAction << /S /J#61v#61Script >> >>']), 'This PDF holds scripts.'],
    ['points to a script', pdf(['<< /AA << /O << /#4A#53 5 0 R >> >> >>']), 'This PDF holds scripts.'],
    ['hides a script in compressed objects', pdf([catalog, objects('<< /S /JavaScript /JS (x) >>')]), 'This PDF holds scripts.'],
    ['compresses its objects in a way that is not looked into', pdf([stream('/Type /ObjStm /Filter /LZWDecode', randomBytes(50))]), 'This PDF cannot be read.'],
    [
      'compresses its objects with a predictor',
      pdf([stream('/DecodeParms << /Predictor 12 >> /Type /ObjStm /Filter /FlateDecode', deflateSync(Buffer.from('x')))]),
      'This PDF cannot be read.',
    ],
    ['holds a bomb of compressed objects', pdf([stream('/Type /ObjStm /Filter /FlateDecode', deflateSync(Buffer.alloc(40_000_000)))]), 'This PDF cannot be read.'],
    ['starts a program', pdf(['<< /OpenAction << /S /Launch /F (cmd.exe) >> >>']), 'This PDF starts other programs.'],
    ['holds a file', pdf([stream('/Type /EmbeddedFile', Buffer.from('MZ'))]), 'This PDF holds other files.'],
    ['names files', pdf(['<< /Names << /EmbeddedFiles 3 0 R >> >>']), 'This PDF holds other files.'],
    ['is encrypted', pdf([catalog], '<< /Root 1 0 R /Encrypt 5 0 R >>'), 'Please upload the PDF without a password.'],
    ['is cut', plainPdf.subarray(0, -20), 'This PDF is not complete.'],
    ['is only a beginning', Buffer.from('%PDF-1.4 %%EOF'), 'This PDF is not complete.'],
    ['has something behind its end', Buffer.concat([plainPdf, Buffer.from('<script>alert(1)</script>')]), 'This PDF holds other files.'],
    ['ends long before the file', Buffer.concat([plainPdf, Buffer.alloc(2000)]), 'This PDF is not complete.'],
    ['is an archive as well', pdf([catalog, 'PK\x01\x02 PK\x05\x06']), 'This PDF holds other files.'],
  ];
  test.each(cases)('one that %s is refused', async (_, bytes, sentence) => {
    expect(await refusal(bytes)).toMatchObject({ code: 'unsupported-media-type', message: sentence });
  });

  test('with a header behind other bytes is refused', async () => {
    expect((await refusal(Buffer.concat([Buffer.from('<html>'), plainPdf]))).code).toBe('unsupported-media-type');
  });
});
