import { randomBytes } from 'node:crypto';
import { SealBroken, type Sealer } from '../seal.ts';

// One form for every store: magic · length of the header (2 bytes) · header (JSON) · frames. A folder of files and a bucket hold the same names with the
// same bytes, so that objects move from one to the other by copying them.

/** Names of stored files end in this; the dot keeps an object `a` and the folder of `a/b` apart. */
export const ending = '.sealed';
const magic = Buffer.from('TPO1');
const maximumJsonBytes = 4096;
/** No header is longer. */
export const maximumHeaderBytes = magic.length + 2 + maximumJsonBytes;

interface Fields {
  /** Sealed. */
  readonly dataKey: string;
  readonly contentType: string;
}

/** The data key opens for this key alone, so a stored file that was moved to another key does not open. */
const sealContext = (key: string) => `object:${key}`;

function writeHeader(fields: Fields): Buffer {
  const json = Buffer.from(JSON.stringify(fields));
  if (json.length > maximumJsonBytes) throw new RangeError('The content type is too long.');
  const length = Buffer.alloc(2);
  length.writeUInt16BE(json.length);
  return Buffer.concat([magic, length, json]);
}

/** Makes the data key of a new object and the header that carries it sealed. Throws a RangeError when the content type is too long. */
export function newHeader(key: string, contentType: string, sealer: Sealer): { dataKey: Buffer; header: Buffer } {
  const dataKey = randomBytes(32);
  return { dataKey, header: writeHeader({ dataKey: sealer.seal(dataKey.toString('base64'), sealContext(key)), contentType }) };
}

/** Reads the header with `read(position, length)`, and gives its bytes as well: every frame is bound to them. Throws SealBroken when it is not one. */
export async function readHeader(read: (position: number, length: number) => Promise<Buffer>): Promise<Fields & { bytes: Buffer }> {
  const start = await read(0, magic.length + 2);
  const length = start.readUInt16BE(magic.length);
  if (!start.subarray(0, magic.length).equals(magic) || length > maximumJsonBytes) throw new SealBroken('This is not a stored file of a known version.');
  const json = await read(start.length, length);
  try {
    const { dataKey, contentType } = JSON.parse(json.toString('utf8')) as Partial<Fields>;
    if (typeof dataKey !== 'string' || typeof contentType !== 'string') throw new TypeError('A field of the header is missing.');
    return { bytes: Buffer.concat([start, json]), dataKey, contentType };
  } catch (error) {
    throw new SealBroken('The header of the stored file was changed.', { cause: error });
  }
}

/** Opens the data key of the object `key`. Throws SealBroken when the header belongs to another one or its master key is unknown. */
export const openDataKey = ({ dataKey }: Fields, key: string, sealer: Sealer): Buffer => Buffer.from(sealer.open(dataKey, sealContext(key)), 'base64');
