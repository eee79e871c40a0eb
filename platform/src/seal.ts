import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { StartRefused } from './errors.ts';

/** Sealed text or content that was changed, belongs to another record, or was sealed with a key that is not here. */
export class SealBroken extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'SealBroken';
  }
}

export interface Sealer {
  /** Seals a text for one place: `context` names the record and the field (`USER_ID:pancard`), so that a sealed text cannot be moved to another record. */
  seal(text: string, context: string): string;
  /** Gives back the text. Throws SealBroken when anything was changed, the context is another, or its master key is unknown. */
  open(sealed: string, context: string): string;
  /** A keyed hash of a text, the same for the same text and purpose, for unique indexes. Not to be turned back without the key. It changes with the newest master key. */
  blindIndex(text: string, purpose: string): string;
  /** A 32-byte key of its own for a purpose, from the newest master key. */
  derive(purpose: string): Buffer;
}

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** HKDF (RFC 5869) over SHA-256. */
const deriveFrom = (masterKey: Buffer, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', masterKey, 'tradepost', purpose, keyBytes));

/** AES-256-GCM (NIST SP 800-38D) with a random nonce: nonce, ciphertext and tag in one buffer. */
function encrypt(key: Buffer, plain: Buffer, additional: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(additional);
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: Buffer, sealed: Buffer, additional: Buffer): Buffer {
  if (sealed.length < nonceBytes + tagBytes) throw new SealBroken('The sealed text is cut.');
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes }).setAAD(additional);
  decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, sealed.length - tagBytes)), decipher.final()]);
}

/**
 * Reads a master key as it stands in SEALING_KEY: 32 bytes in hex (64 digits) or base64.
 * Throws StartRefused with a sentence that does not repeat the value.
 */
export function readMasterKey(text: string): Buffer {
  const trimmed = text.trim();
  // 64 hex digits are base64 as well, so hex is looked at first.
  if (/^[0-9a-f]{64}$/i.test(trimmed)) return Buffer.from(trimmed, 'hex');
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(trimmed)) return Buffer.from(trimmed, 'base64');
  throw new StartRefused('SEALING_KEY must be 32 bytes in hex (64 digits) or base64 (44 characters).');
}

/**
 * Opens the sealing of personal data. Every text gets a random data key, which a key derived from the master key wraps.
 * `olderKeys` still open what they sealed; new texts are sealed with `masterKey`. Each key has 32 bytes, otherwise a RangeError is thrown.
 *
 * A sealed text is `s1.KEY.WRAPPED.CONTENT`: the version, the id of the master key, and two base64url parts. Both are bound to all before them and the context.
 */
export function openSealer(masterKey: Buffer, options: { readonly olderKeys?: readonly Buffer[] } = {}): Sealer {
  const wrappingKeys = new Map<string, Buffer>();
  const idOf = (key: Buffer) => deriveFrom(key, 'id').subarray(0, 6).toString('base64url');
  for (const key of [masterKey, ...(options.olderKeys ?? [])]) {
    if (key.length !== keyBytes) throw new RangeError(`A master key has ${keyBytes} bytes, not ${key.length}.`);
    wrappingKeys.set(idOf(key), deriveFrom(key, 'wrap'));
  }
  const newestId = idOf(masterKey);
  const newestWrap = deriveFrom(masterKey, 'wrap');
  const derive = (purpose: string) => deriveFrom(masterKey, `purpose:${purpose}`);

  return {
    seal(text, context) {
      const header = `s1.${newestId}`;
      const additional = Buffer.from(`${header}\n${context}`);
      const dataKey = randomBytes(keyBytes);
      const wrapped = encrypt(newestWrap, dataKey, additional).toString('base64url');
      return `${header}.${wrapped}.${encrypt(dataKey, Buffer.from(text), additional).toString('base64url')}`;
    },
    open(sealed, context) {
      const [version, id = '', wrapped = '', content = '', ...rest] = sealed.split('.');
      if (version !== 's1' || rest.length > 0) throw new SealBroken('This is not a sealed text of a known version.');
      const wrappingKey = wrappingKeys.get(id);
      if (!wrappingKey) throw new SealBroken('The master key that sealed this text is not here.');
      const additional = Buffer.from(`s1.${id}\n${context}`);
      try {
        const dataKey = decrypt(wrappingKey, Buffer.from(wrapped, 'base64url'), additional);
        return decrypt(dataKey, Buffer.from(content, 'base64url'), additional).toString('utf8');
      } catch (error) {
        throw new SealBroken('The sealed text was changed or belongs to another record.', { cause: error });
      }
    },
    blindIndex: (text, purpose) =>
      createHmac('sha256', derive(`index:${purpose}`))
        .update(text)
        .digest('base64url'),
    derive,
  };
}
