import { randomBytes } from 'node:crypto';
import { openSealer, readMasterKey, SealBroken } from '../src/seal.ts';

const masterKey = randomBytes(32);
const sealer = openSealer(masterKey);

describe('sealing', () => {
  test('opens what it sealed, and never seals the same text alike', () => {
    const one = sealer.seal('ABCPE1234F', 'u1:pancard');
    const two = sealer.seal('ABCPE1234F', 'u1:pancard');
    expect(one).not.toBe(two);
    expect(one).not.toContain('ABCPE1234F');
    expect(sealer.open(one, 'u1:pancard')).toBe('ABCPE1234F');
    expect(sealer.open(sealer.seal('', 'u1:x'), 'u1:x')).toBe('');
    expect(sealer.open(sealer.seal('आशा ₹', 'u1:x'), 'u1:x')).toBe('आशा ₹');
  });

  test('refuses a text moved to another record or field', () => {
    const sealed = sealer.seal('ABCPE1234F', 'u1:pancard');
    expect(() => sealer.open(sealed, 'u2:pancard')).toThrow(SealBroken);
    expect(() => sealer.open(sealed, 'u1:aadhaar')).toThrow(SealBroken);
  });

  test('refuses a text with any one byte changed, cut, or mixed from two', () => {
    const sealed = sealer.seal('ABCPE1234F', 'u1:pancard');
    const parts = sealed.split('.');
    for (const part of [2, 3]) {
      const bytes = Buffer.from(parts[part] ?? '', 'base64url');
      for (let position = 0; position < bytes.length; position++) {
        const changed = Buffer.from(bytes);
        changed.writeUInt8(changed.readUInt8(position) ^ 1, position);
        const text = parts.with(part, changed.toString('base64url')).join('.');
        expect(() => sealer.open(text, 'u1:pancard')).toThrow(SealBroken);
      }
    }
    const other = sealer.seal('ABCPE1234F', 'u1:pancard').split('.');
    for (const text of ['', 's1', sealed.slice(0, -8), `${sealed}.x`, sealed.replace('s1.', 's2.'), parts.with(3, other[3] ?? '').join('.'), parts.slice(0, 3).join('.')])
      expect(() => sealer.open(text, 'u1:pancard')).toThrow(SealBroken);
  });

  test('opens with an older master key, seals with the newest, and knows when a key is missing', () => {
    const sealed = sealer.seal('ABCPE1234F', 'u1:pancard');
    const rotated = openSealer(randomBytes(32), { olderKeys: [masterKey] });
    expect(rotated.open(sealed, 'u1:pancard')).toBe('ABCPE1234F');
    expect(() => sealer.open(rotated.seal('x', 'u1:pancard'), 'u1:pancard')).toThrow('The master key that sealed this text is not here.');
  });

  test('gives a stable keyed hash for each purpose', () => {
    expect(openSealer(masterKey).blindIndex('ABCPE1234F', 'pan')).toBe(sealer.blindIndex('ABCPE1234F', 'pan'));
    expect(sealer.blindIndex('ABCPE1234F', 'phone')).not.toBe(sealer.blindIndex('ABCPE1234F', 'pan'));
    expect(openSealer(randomBytes(32)).blindIndex('ABCPE1234F', 'pan')).not.toBe(sealer.blindIndex('ABCPE1234F', 'pan'));
    expect(sealer.derive('links')).toHaveLength(32);
    expect(sealer.derive('links').equals(sealer.derive('other'))).toBe(false);
  });
});

describe('SEALING_KEY', () => {
  test('is read from hex and base64', () => {
    for (const encoding of ['hex', 'base64', 'base64url'] as const) expect(readMasterKey(` ${masterKey.toString(encoding)}\n`).equals(masterKey)).toBe(true);
  });

  test('of another length is refused without repeating it', () => {
    for (const text of ['', 'secret-canary', randomBytes(31).toString('hex'), randomBytes(33).toString('base64'), randomBytes(32).toString('base64').replace(/.{5}$/, '!!!!!')])
      expect(() => readMasterKey(text)).toThrow('SEALING_KEY must be 32 bytes in hex (64 digits) or base64 (44 characters).');
    expect(() => openSealer(randomBytes(16))).toThrow(RangeError);
  });
});
