import { Refused } from './errors.ts';
import { checkPdf } from './pdf.ts';

export type FileKind = 'jpeg' | 'png' | 'webp' | 'pdf';

export interface CheckedFile {
  readonly kind: FileKind;
  readonly contentType: string;
  /** What to store: an image newly encoded, a PDF as it came. */
  readonly bytes: Buffer;
}

const contentTypes = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp', pdf: 'application/pdf' } as const satisfies Record<FileKind, string>;
const maximumPixels = 25_000_000;
const decodeTimeoutSeconds = 10;
/** Longest side at which a code is looked for: enough for every code that a phone can read, and quickly searched. */
const codeSidePixels = 1_200;
const codeTimeLimitMs = 2_000;

/** Tells what a file is by its first 12 bytes; undefined for anything that is not taken. Names and declared types are never asked. */
export function sniff(bytes: Uint8Array): FileKind | undefined {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (start.startsWith('RIFF') && start.startsWith('WEBP', 8)) return 'webp';
  if (/^%PDF-[12]\.\d/.test(start)) return 'pdf';
  return undefined;
}

const refused = (detail: string, cause?: unknown): Refused => new Refused('unsupported-media-type', { detail, cause });

/** Loaded with the first image, because the library costs a start 100 ms. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // Memory before speed: one thread, nothing kept between images.
  sharp.concurrency(1);
  sharp.cache(false);
  // Of the many decoders only those of the three kinds may run.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] });
  return sharp;
}
let sharpLoading: ReturnType<typeof loadSharp> | undefined;

/** Decodes the first frame and encodes it anew, upright and without metadata, so that nothing else the file held survives. */
async function encodeAnew(bytes: Buffer, kind: 'jpeg' | 'png' | 'webp'): Promise<Buffer> {
  sharpLoading ??= loadSharp();
  const sharp = await sharpLoading;
  try {
    const image = sharp(bytes, { limitInputPixels: maximumPixels, failOn: 'error', sequentialRead: true }).timeout({ seconds: decodeTimeoutSeconds }).autoOrient();
    if (kind === 'png') return await image.png().toBuffer();
    if (kind === 'webp') return await image.webp({ quality: 85 }).toBuffer();
    return await image.jpeg({ quality: 85 }).toBuffer();
  } catch (error) {
    throw refused('This picture cannot be read, or it has more than 25 megapixels.', error);
  }
}

/** The pixels of a picture, four bytes each, on white where it is transparent. */
async function decodePixels(bytes: Buffer) {
  sharpLoading ??= loadSharp();
  const sharp = await sharpLoading;
  try {
    return await sharp(bytes, { limitInputPixels: maximumPixels })
      .timeout({ seconds: decodeTimeoutSeconds })
      .resize({ width: codeSidePixels, height: codeSidePixels, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
  } catch (error) {
    throw refused('This picture cannot be read.', error);
  }
}

/** A decoded picture may take 100 MB, so there is one at a time. */
let lastImage: Promise<unknown> = Promise.resolve();
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const result = lastImage.then(work, work);
  lastImage = result;
  // Whoever asked for the image hears of its failure; the queue goes on.
  result.catch(() => undefined);
  return result;
}

/**
 * Judges an upload by its content. Gives what to store; throws Refused `unsupported-media-type` for an empty file, another kind than `allowed`,
 * a picture that cannot be decoded or has more than 25 megapixels, and a PDF that is cut, encrypted or holds scripts, launches or other files.
 */
export async function checkUpload(bytes: Buffer, allowed: readonly FileKind[]): Promise<CheckedFile> {
  if (bytes.length === 0) throw refused('The file is empty.');
  const kind = sniff(bytes);
  if (!kind || !allowed.includes(kind)) throw refused(`Only ${allowed.map((name) => name.toUpperCase()).join(', ')} is taken here.`);
  if (kind !== 'pdf') return { kind, contentType: contentTypes[kind], bytes: await oneAtATime(() => encodeAnew(bytes, kind)) };
  const objection = await checkPdf(bytes);
  if (objection) throw refused(objection);
  return { kind, contentType: contentTypes.pdf, bytes };
}

/**
 * Gives the text of the QR code in a picture that `checkUpload` has passed; undefined when there is none that can be read.
 * Throws Refused `unsupported-media-type` when the picture cannot be decoded.
 */
export async function readQrCode(picture: CheckedFile): Promise<string | undefined> {
  const { data, info } = await oneAtATime(() => decodePixels(picture.bytes));
  const { default: decode } = await import('qr/decode.js');
  try {
    return decode({ width: info.width, height: info.height, data }, { format: 'RGBA', timeLimit: codeTimeLimitMs });
  } catch (error) {
    // The library throws for every picture without a readable code.
    if (error instanceof Error) return undefined;
    throw error;
  }
}
