import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StoreUnavailable } from '../src/errors.ts';
import { openFileObjects } from '../src/objects/filesystem.ts';
import type { ObjectStore } from '../src/ports.ts';
import { openSealer, SealBroken } from '../src/seal.ts';
import { objectStoreSuite } from '../src/testing/object-store-suite.ts';

const folder = mkdtempSync(join(tmpdir(), 'tradepost-objects-'));
const sealer = openSealer(randomBytes(32));
let store: ObjectStore;

beforeAll(async () => {
  store = await openFileObjects({ folder, sealer });
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

objectStoreSuite('files', () => store);

async function read(key: string, from: ObjectStore = store): Promise<number> {
  let sizeBytes = 0;
  const object = await from.get(key);
  if (!object) throw new Error('There is no such object.');
  for await (const piece of object.content) sizeBytes += piece.length;
  return sizeBytes;
}

describe('files on disk', () => {
  const frame = 64 * 1024 + 16;
  const contentBytes = 3 * 64 * 1024;
  const file = () => join(folder, 'tamper', 'a.sealed');
  const headerBytes = () => statSync(file()).size - 3 * frame;

  beforeEach(() => store.put('tamper/a', Buffer.alloc(contentBytes, 'canary-in-the-clear '), { contentType: 'text/plain' }));

  test('are readable by the owner alone and hold nothing of the content', () => {
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'tamper')).mode & 0o777).toBe(0o700);
    expect(readFileSync(file()).includes('canary')).toBe(false);
  });

  const damages: [string, (bytes: Buffer, header: number) => Buffer][] = [
    ['one bit is changed in the first frame', (bytes, header) => bytes.fill(bytes.readUInt8(header + 5) ^ 1, header + 5, header + 6)],
    ['one bit is changed in the last tag', (bytes) => bytes.fill(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)],
    ['the content type is changed', (bytes) => Buffer.from(bytes.toString('latin1').replace('text/plain', 'text/html!'), 'latin1')],
    ['the last frame is cut off', (bytes) => bytes.subarray(0, -frame)],
    ['half a frame is cut off', (bytes) => bytes.subarray(0, -frame / 2)],
    ['all frames are cut off', (bytes, header) => bytes.subarray(0, header)],
    ['the header is cut', (bytes) => bytes.subarray(0, 20)],
    ['the file is empty', () => Buffer.alloc(0)],
    [
      'two frames are swapped',
      (bytes, header) =>
        Buffer.concat([bytes.subarray(0, header), bytes.subarray(header + frame, header + 2 * frame), bytes.subarray(header, header + frame), bytes.subarray(header + 2 * frame)]),
    ],
    ['the last frame is doubled', (bytes) => Buffer.concat([bytes, bytes.subarray(-frame)])],
    ['something is appended', (bytes) => Buffer.concat([bytes, Buffer.alloc(100)])],
    ['a tag alone is appended', (bytes) => Buffer.concat([bytes, Buffer.alloc(16)])],
  ];
  test.each(damages)('do not open when %s', async (_, damage) => {
    expect(await read('tamper/a')).toBe(contentBytes);
    writeFileSync(file(), damage(readFileSync(file()), headerBytes()));
    await expect(read('tamper/a')).rejects.toThrow(SealBroken);
  });

  test('do not open under another key or with another master key', async () => {
    renameSync(file(), join(folder, 'tamper', 'b.sealed'));
    await expect(read('tamper/b')).rejects.toThrow(SealBroken);
    await store.put('tamper/a', Buffer.from('x'), { contentType: 'text/plain' });
    await expect(read('tamper/a', await openFileObjects({ folder, sealer: openSealer(randomBytes(32)) }))).rejects.toThrow(SealBroken);
  });

  test('leave no unfinished file behind, and old ones are swept at a start while young ones stay', async () => {
    const unfinished = join(folder, '.unfinished');
    expect(readdirSync(unfinished)).toEqual([]);
    for (const name of ['old', 'young']) writeFileSync(join(unfinished, name), 'half');
    const twoHoursAgo = Date.now() / 1000 - 7200;
    utimesSync(join(unfinished, 'old'), twoHoursAgo, twoHoursAgo);
    const next = await openFileObjects({ folder, sealer });
    expect(readdirSync(unfinished)).toEqual(['young']);
    for await (const { key } of next.list('')) expect(key).not.toContain('young');
    rmSync(join(unfinished, 'young'));
  });

  test('are not written when too little space is free, but read', async () => {
    const full = await openFileObjects({ folder, sealer, minimumFreeBytes: Number.MAX_SAFE_INTEGER });
    await expect(full.put('space/a', Buffer.from('x'), { contentType: 'text/plain' })).rejects.toThrow(StoreUnavailable);
    expect(await read('tamper/a', full)).toBe(contentBytes);
  });

  test('cannot be used when the folder is gone', async () => {
    const gone = mkdtempSync(join(tmpdir(), 'tradepost-objects-gone-'));
    const lost = await openFileObjects({ folder: gone, sealer });
    rmSync(gone, { recursive: true });
    await expect(lost.ping()).rejects.toThrow(StoreUnavailable);
    await expect(lost.put('a', Buffer.from('x'), { contentType: 'text/plain' })).rejects.toThrow(StoreUnavailable);
  });
});
