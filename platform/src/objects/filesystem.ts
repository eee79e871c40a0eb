import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, type FileHandle, mkdir, open, readdir, rename, rm, stat, statfs, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { StoreUnavailable } from '../errors.ts';
import { type Clock, type ObjectStore, type StoredObject, systemClock } from '../ports.ts';
import { SealBroken, type Sealer } from '../seal.ts';
import { frameWriter, plainBytes, readFrames } from './frames.ts';
import { checkObjectKey, checkObjectPrefix } from './key.ts';
import { ending, newHeader, openDataKey, readHeader } from './sealed-file.ts';

export interface FileObjectsOptions {
  /** Made when absent, 0700. */
  readonly folder: string;
  readonly sealer: Sealer;
  /** Below this much free space on the volume nothing is written (StoreUnavailable). 0 by default. */
  readonly minimumFreeBytes?: number;
  readonly clock?: Clock;
}

/** No key begins with a dot, so unfinished files are never listed. */
const unfinishedFolder = '.unfinished';
const unfinishedForMs = 60 * 60 * 1000;

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

async function* walk(folder: string, key: string): AsyncGenerator<string> {
  const entries = (await unlessMissing(readdir(folder, { withFileTypes: true }))) ?? [];
  for (const entry of entries) {
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) yield* walk(join(folder, entry.name), `${key}${entry.name}/`);
    else if (entry.name.endsWith(ending)) yield key + entry.name.slice(0, -ending.length);
  }
}

/** Where a folder keeps an object. */
export const fileOf = (folder: string, key: string) => `${join(folder, ...key.split('/'))}${ending}`;

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
    const { bytes } = await readHeader((position, length) => readExactly(handle, position, length));
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
    const header = await readHeader((position, length) => readExactly(handle, position, length));
    const { bytes, contentType } = header;
    const dataKey = openDataKey(header, key, sealer);
    const framesBytes = (await handle.stat()).size - bytes.length;
    return { contentType, sizeBytes: plainBytes(framesBytes), content: readContent(file, bytes, dataKey, framesBytes) };
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
      const { dataKey, header } = newHeader(key, contentType, sealer);
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
