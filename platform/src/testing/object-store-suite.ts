import { createHash, randomBytes } from 'node:crypto';
import type { ObjectStore } from '../ports.ts';

async function* pieces(content: Uint8Array, pieceBytes: number): AsyncGenerator<Uint8Array> {
  for (let position = 0; position < content.length; position += pieceBytes) yield content.subarray(position, position + pieceBytes);
}

async function* broken(): AsyncGenerator<Uint8Array> {
  yield randomBytes(100_000);
  throw new Error('The sender went away.');
}

async function readAll(store: ObjectStore, key: string): Promise<Buffer | undefined> {
  const object = await store.get(key);
  if (!object) return undefined;
  const parts: Uint8Array[] = [];
  for await (const piece of object.content) parts.push(piece);
  const content = Buffer.concat(parts);
  expect(object.sizeBytes).toBe(content.length);
  return content;
}

async function keysOf(store: ObjectStore, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(prefix)) keys.push(key);
  return keys.sort();
}

/**
 * What every ObjectStore does. `store` gives the open store of the running test; all tests share it, so each uses a prefix of its own.
 */
export function objectStoreSuite(name: string, store: () => ObjectStore): void {
  describe(`${name}: object store contract`, () => {
    test.each([0, 1, 65_535, 65_536, 65_537, 131_072, 300_001])('gives back %i bytes with size, type and SHA-256', async (sizeBytes) => {
      const content = randomBytes(sizeBytes);
      const key = `sizes/${sizeBytes}`;
      const sha256 = createHash('sha256').update(content).digest('hex');
      expect(await store().put(key, content, { contentType: 'image/jpeg' })).toEqual({ sizeBytes, sha256 });
      expect((await readAll(store(), key))?.equals(content)).toBe(true);
      expect((await store().get(key))?.contentType).toBe('image/jpeg');
      expect(await store().put(key, pieces(content, 1000), { contentType: 'image/png' })).toEqual({ sizeBytes, sha256 });
      expect((await readAll(store(), key))?.equals(content)).toBe(true);
    });

    test('replaces an object under the same key', async () => {
      await store().put('replace/a', Buffer.from('first, and longer'), { contentType: 'text/plain' });
      await store().put('replace/a', Buffer.from('second'), { contentType: 'application/pdf' });
      expect(await readAll(store(), 'replace/a')).toEqual(Buffer.from('second'));
      expect(await keysOf(store(), 'replace/')).toEqual(['replace/a']);
    });

    test('gives undefined for a key that is not there, and removes without a word', async () => {
      expect(await store().get('nothing/here')).toBeUndefined();
      await store().remove('nothing/here');
      await store().put('nothing/now', Buffer.from('x'), { contentType: 'text/plain' });
      await store().remove('nothing/now');
      expect(await store().get('nothing/now')).toBeUndefined();
      expect(await keysOf(store(), 'nothing/')).toEqual([]);
    });

    test('keeps nothing, and what was there before, when the content breaks off', async () => {
      await expect(store().put('broken/new', broken(), { contentType: 'text/plain' })).rejects.toThrow('The sender went away.');
      expect(await store().get('broken/new')).toBeUndefined();
      await store().put('broken/old', Buffer.from('kept'), { contentType: 'text/plain' });
      await expect(store().put('broken/old', broken(), { contentType: 'text/plain' })).rejects.toThrow('The sender went away.');
      expect(await readAll(store(), 'broken/old')).toEqual(Buffer.from('kept'));
      expect(await keysOf(store(), 'broken/')).toEqual(['broken/old']);
    });

    test('lists by the beginning of a key, whole segments or not, with the time of writing', async () => {
      for (const key of ['list/a', 'list/a/b', 'list/a/c_1', 'list/ab', 'list/B-2', 'lister']) await store().put(key, Buffer.from(key), { contentType: 'text/plain' });
      expect(await keysOf(store(), 'list/')).toEqual(['list/B-2', 'list/a', 'list/a/b', 'list/a/c_1', 'list/ab']);
      expect(await keysOf(store(), 'list/a')).toEqual(['list/a', 'list/a/b', 'list/a/c_1', 'list/ab']);
      expect(await keysOf(store(), 'list/a/')).toEqual(['list/a/b', 'list/a/c_1']);
      expect(await keysOf(store(), 'absent/')).toEqual([]);
      expect(await keysOf(store(), '')).toEqual(expect.arrayContaining(['lister', 'list/a/b']));
      for await (const { modifiedAtMs } of store().list('list/')) expect(Math.abs(Date.now() - modifiedAtMs)).toBeLessThan(60_000);
    });

    test.each(['', '/', 'a/', '/a', 'a//b', '..', '../a', 'a/../b', 'a/./b', 'a.b', 'a\\b', 'a b', 'a\0', 'ä', '.unfinished/a', 'a\n', 'x'.repeat(129)])(
      'refuses the key %j',
      async (key) => {
        await expect(async () => store().put(key, Buffer.from('x'), { contentType: 'text/plain' })).rejects.toThrow(RangeError);
        await expect(async () => store().get(key)).rejects.toThrow(RangeError);
        await expect(async () => store().remove(key)).rejects.toThrow(RangeError);
      },
    );

    test('refuses to list outside of its keys', async () => {
      for (const prefix of ['..', '../', '/', 'a/../', '.']) await expect(keysOf(store(), prefix)).rejects.toThrow(RangeError);
    });

    test('keeps one whole object when many write the same key at once', async () => {
      const contents = Array.from({ length: 8 }, (_, index) => Buffer.alloc(200_000, index));
      await Promise.all(contents.map((content) => store().put('race/a', pieces(content, 7000), { contentType: 'text/plain' })));
      const kept = await readAll(store(), 'race/a');
      expect(contents.some((content) => kept?.equals(content))).toBe(true);
    });

    test('answers a ping', async () => {
      await expect(store().ping()).resolves.toBeUndefined();
    });
  });
}
