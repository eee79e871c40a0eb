import { randomBytes, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, type FileHandle, mkdir, open, readdir, rename, rm, stat, statfs, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { StoreUnavailable } from '../errors.ts';
import { type Clock, type ObjectStore, type StoredObject, systemClock } from '../ports.ts';
import { SealBroken, type Sealer } from '../seal.ts';
import { frameWriter, plainBytes, readFrames } from './frames.ts';
import { checkObjectKey, checkObjectPrefix } from './key.ts';

export interface FileObjectsOptions {
  /** Made when absent, 0700. */
  readonly folder: string;
  readonly sealer: Sealer;
  /** Below this much free space on the volume nothing is written (StoreUnavailable). 0 by default. */
  readonly minimumFreeBytes?: number;
  readonly clock?: Clock;
}

/** Objects end in this; the dot keeps an object `a` and the folder of `a/b` apart. */
const ending = '.sealed';
/** No key begins with a dot, so unfinished files are never listed. */
const unfinishedFolder = '.unfinished';
const unfinishedForMs = 60 * 60 * 1000;
const magic = Buffer.from('TPO1');
const maximumHeaderBytes = 4096;

interface Header {
  readonly dataKey: string;
  readonly contentType: string;
}

/** The code of an error of the operating system (`ENOENT`); undefined for any other error. */
const systemCode = (error: unknown): unknown => (typeof error === 'object' && error !== null && 'syscall' in error && 'code' in error ? error.code : undefined);

/** Turns what the operating system refuses into StoreUnavailable; any other error passes. */
async function disk<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    throw new StoreUnavailable('The folder of stored files cannot be used.', { cause: error });
  }
}

/** Gives undefined when the file or folder is not there. */
async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** A rename or removal is on disk when its folder is. Windows has no such call and needs none. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes a folder with its parents and puts each new one on disk. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; ; made = dirname(made)) {
    await syncFolder(dirname(made));
    if (made === first || made === dirname(made)) return;
  }
}

/** Removes unfinished files of writers that died more than an hour ago. */
async function sweep(folder: string, nowMs: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    const found = await unlessMissing(stat(file));
    if (found && nowMs - found.mtimeMs > unfinishedForMs) await rm(file, { force: true });
  }
}

async function readExactly(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, position + filled);
    if (bytesRead === 0) throw new SealBroken('The stored file is cut.');
    filled += bytesRead;
  }
  return buffer;
}

/** magic · length of the header (2 bytes) · header (JSON) · frames. */
function writeHeader(header: Header): Buffer {
  const json = Buffer.from(JSON.stringify(header));
  if (json.length > maximumHeaderBytes) throw new RangeError('The content type is too long.');
  const length = Buffer.alloc(2);
  length.writeUInt16BE(json.length);
  return Buffer.concat([magic, length, json]);
}

async function readHeader(handle: FileHandle): Promise<{ bytes: Buffer; header: Header }> {
  const start = await readExactly(handle, 0, magic.length + 2);
  const length = start.readUInt16BE(magic.length);
  if (!start.subarray(0, magic.length).equals(magic) || length > maximumHeaderBytes) throw new SealBroken('This is not a stored file of a known version.');
  const json = await readExactly(handle, start.length, length);
  try {
    const { dataKey, contentType } = JSON.parse(json.toString('utf8')) as Partial<Header>;
    if (typeof dataKey !== 'string' || typeof contentType !== 'string') throw new TypeError('A field of the header is missing.');
    return { bytes: Buffer.concat([start, json]), header: { dataKey, contentType } };
  } catch (error) {
    throw new SealBroken('The header of the stored file was changed.', { cause: error });
  }
}

async function* walk(folder: string, key: string): AsyncGenerator<string> {
  const entries = (await unlessMissing(readdir(folder, { withFileTypes: true }))) ?? [];
  for (const entry of entries) {
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) yield* walk(join(folder, entry.name), `${key}${entry.name}/`);
    else if (entry.name.endsWith(ending)) yield key + entry.name.slice(0, -ending.length);
  }
}

const fileOf = (folder: string, key: string) => `${join(folder, ...key.split('/'))}${ending}`;
/** The data key opens for this key alone, so a stored file that was moved to another key does not open. */
const sealContext = (key: string) => `object:${key}`;

/** Writes all of an object into a file that nobody sees yet, and waits until it is on disk. */
async function writeUnfinished(file: string, header: Buffer, dataKey: Buffer, source: AsyncIterable<Uint8Array> | readonly Uint8Array[]) {
  const writer = frameWriter(dataKey, header);
  const handle = await disk(open(file, 'wx', 0o600));
  try {
    await disk(handle.appendFile(header));
    for await (const piece of source) {
      for (const frame of writer.add(piece)) await disk(handle.appendFile(frame));
    }
    const { frame, ...result } = writer.end();
    await disk(handle.appendFile(frame));
    await disk(handle.sync());
    return result;
  } finally {
    await handle.close();
  }
}

/** Opens the file anew when somebody reads, so that nothing stays open when nobody does. */
async function* readContent(file: string, header: Buffer, dataKey: Buffer, framesBytes: number): AsyncGenerator<Uint8Array> {
  const handle = await disk(open(file, 'r'));
  try {
    const { bytes } = await readHeader(handle);
    if (!bytes.equals(header)) throw new StoreUnavailable('The stored file was replaced while it was read.');
    yield* readFrames(dataKey, header, framesBytes, (position, length) => disk(readExactly(handle, header.length + position, length)));
  } finally {
    await handle.close();
  }
}

async function readObject(file: string, key: string, sealer: Sealer): Promise<StoredObject | undefined> {
  const handle = await unlessMissing(open(file, 'r'));
  if (!handle) return undefined;
  try {
    const { bytes, header } = await readHeader(handle);
    const dataKey = Buffer.from(sealer.open(header.dataKey, sealContext(key)), 'base64');
    const framesBytes = (await handle.stat()).size - bytes.length;
    return { contentType: header.contentType, sizeBytes: plainBytes(framesBytes), content: readContent(file, bytes, dataKey, framesBytes) };
  } finally {
    await handle.close();
  }
}

/**
 * Objects as sealed files in a folder: AES-256-GCM in frames under a data key of each object's own, which the sealer wraps for this key alone.
 * A file appears by rename after it is on disk; what dead writers left is swept here. Throws StoreUnavailable when the folder cannot be used;
 * reading throws SealBroken when a file was changed.
 */
export async function openFileObjects(options: FileObjectsOptions): Promise<ObjectStore> {
  const { sealer, minimumFreeBytes = 0, clock = systemClock } = options;
  const folder = resolve(options.folder);
  const unfinished = join(folder, unfinishedFolder);
  await disk(makeFolder(unfinished));
  await disk(sweep(unfinished, clock.now()));

  async function checkFreeSpace(): Promise<void> {
    if (minimumFreeBytes === 0) return;
    const { bavail, bsize } = await disk(statfs(folder));
    if (bavail * bsize < minimumFreeBytes) throw new StoreUnavailable('There is too little free space to store files.');
  }

  return {
    async put(key, content, { contentType }) {
      checkObjectKey(key);
      await checkFreeSpace();
      const dataKey = randomBytes(32);
      const header = writeHeader({ dataKey: sealer.seal(dataKey.toString('base64'), sealContext(key)), contentType });
      const temporary = join(unfinished, randomUUID());
      const file = fileOf(folder, key);
      try {
        const result = await writeUnfinished(temporary, header, dataKey, content instanceof Uint8Array ? [content] : content);
        await disk(makeFolder(dirname(file)));
        await disk(rename(temporary, file));
        await disk(syncFolder(dirname(file)));
        return result;
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    get(key) {
      checkObjectKey(key);
      return disk(readObject(fileOf(folder, key), key, sealer));
    },
    async remove(key) {
      checkObjectKey(key);
      const file = fileOf(folder, key);
      const removed = await disk(unlessMissing(unlink(file).then(() => true)));
      if (removed) await disk(syncFolder(dirname(file)));
    },
    async *list(prefix) {
      checkObjectPrefix(prefix);
      const start = prefix.slice(0, prefix.lastIndexOf('/') + 1);
      for await (const key of walk(join(folder, start), start)) {
        if (!key.startsWith(prefix)) continue;
        // It may have been removed since the folder was read.
        const found = await disk(unlessMissing(stat(fileOf(folder, key))));
        if (found) yield { key, modifiedAtMs: Math.trunc(found.mtimeMs) };
      }
    },
    ping: () => disk(access(folder, constants.W_OK)),
    close: () => Promise.resolve(),
  };
}
