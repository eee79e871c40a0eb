import { crc32, deflateSync } from 'node:zlib';
import encodeQR from 'qr';

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A grey PNG of `width` by `height` whose pixels are in `rows`; nobody says that the rows are all there. */
export function png(width: number, height: number, rows: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}

/** A PNG of one pixel in this grey: a picture, and no code. */
export const onePixel = (grey = 128): Buffer => png(1, 1, Buffer.from([0, grey]));

const modulePixels = 6;

/** A PNG with the QR code of a text. */
export function qrPicture(text: string): Buffer {
  const modules = encodeQR(text, 'raw', { border: 4 });
  const side = modules.length * modulePixels;
  const rows = modules.flatMap((line) => {
    const row = Buffer.from([0, ...line.flatMap((dark) => Array.from({ length: modulePixels }, () => (dark ? 0 : 255)))]);
    return Array.from({ length: modulePixels }, () => row);
  });
  return png(side, side, Buffer.concat(rows));
}
