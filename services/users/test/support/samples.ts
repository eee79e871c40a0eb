import { crc32, deflateSync } from 'node:zlib';

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A PNG of one grey pixel. */
function onePixel(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(1, 0);
  header.writeUInt32BE(1, 4);
  header[8] = 8;
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.from([0, 128]))), chunk('IEND', Buffer.alloc(0))]);
}

export const picture = onePixel();

export const paper = Buffer.from(
  '%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\nxref\n0 1\n0000000000 65535 f \ntrailer\n<< /Root 1 0 R /Size 3 >>\nstartxref\n9\n%%EOF\n',
  'latin1',
);

/** Aadhaar numbers with a right check digit; nobody's, since the middle is counted. */
export const aadhaarNumber = '234123412346';

let count = 0;

/** What a person types to register; each call gives somebody else. */
export function registration(changes: Record<string, string | Buffer | undefined> = {}): Record<string, string | Buffer | undefined> {
  count += 1;
  const digits = String(count).padStart(4, '0');
  return {
    name: `Asha Rao ${digits}`,
    email: `asha${digits}@example.in`,
    phone: `98765${digits}0`,
    dob: '1990-05-17',
    gender: 'female',
    password: 'a long enough password',
    pancard: `ABCPE${digits}F`,
    aadharcard: aadhaarNumber,
    address: '12 Marine Drive, Mumbai',
    image: picture,
    panimg: paper,
    aadharimg: paper,
    ...changes,
  };
}
