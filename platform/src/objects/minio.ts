import { IncomingMessage } from 'node:http';
import type { Client } from 'minio';
import { StartRefused, StoreUnavailable } from '../errors.ts';
import type { ObjectStore, StoredObject } from '../ports.ts';
import { SealBroken, type Sealer } from '../seal.ts';
import { frameBytes, frameTagBytes, frameWriter, plainBytes, readFrames } from './frames.ts';
import { checkObjectKey, checkObjectPrefix } from './key.ts';
import { callMinio, codeOf, type MinioConnection, minioClient } from './minio-client.ts';
import { ending, maximumHeaderBytes, newHeader, openDataKey, readHeader } from './sealed-file.ts';

export interface MinioObjectsOptions extends Omit<MinioConnection, 'region'> {
  /** Made, private, when it is missing. */
  readonly bucket: string;
  readonly sealer: Sealer;
  readonly region?: string;
}

/** An object up to this size is one upload; a larger one goes in parts, of which S3 wants 5 MiB at least. */
const partBytes = 8 * 1024 * 1024;
/** What is fetched at a time, the header and eight frames, so that no connection waits for a slow reader. */
const windowBytes = maximumHeaderBytes + 8 * (frameBytes + frameTagBytes);
/** What MinIO answers to keys it does not know or that may not use the bucket. */
const refusals: readonly unknown[] = ['AccessDenied', 'InvalidAccessKeyId', 'SignatureDoesNotMatch', 'AuthorizationHeaderMalformed'];

interface Bucket {
  readonly client: Client;
  readonly name: string;
}

interface Window {
  readonly bytes: Buffer;
  /** Of the whole stored file. */
  readonly totalBytes: number;
  /** Another one after the object was replaced. */
  readonly etag: string;
}

const nameOf = (key: string): string => key + ending;

/** Makes the bucket unless it is there. Nobody but its owner may read a new one. When another process is faster, the next try finds it. */
async function makeBucket({ client, name }: Bucket): Promise<void> {
  if (!(await callMinio(() => client.bucketExists(name)))) await callMinio(() => client.makeBucket(name));
}

/** Fetches a piece of a stored file from a position on; undefined when there is no such file. */
async function readWindow({ client, name }: Bucket, object: string, position: number): Promise<Window | undefined> {
  try {
    return await callMinio(async () => {
      const response = await client.getPartialObject(name, object, position, windowBytes);
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part);
      const bytes = Buffer.concat(parts);
      const { etag = '', 'content-range': range = '' } = response instanceof IncomingMessage ? response.headers : {};
      return { bytes, etag, totalBytes: Number(/\/(\d+)$/.exec(range)?.[1] ?? bytes.length) };
    });
  } catch (error) {
    if (codeOf(error) === 'NoSuchKey') return undefined;
    if (codeOf(error) === 'InvalidRange') throw new SealBroken('The stored file is cut.', { cause: error });
    throw error;
  }
}

function cutOut(window: Buffer, position: number, length: number): Buffer {
  if (position + length > window.length) throw new SealBroken('The stored file is cut.');
  return window.subarray(position, position + length);
}

async function readObject(bucket: Bucket, key: string, sealer: Sealer): Promise<StoredObject | undefined> {
  const object = nameOf(key);
  const first = await readWindow(bucket, object, 0);
  if (!first) return undefined;
  const header = await readHeader(async (position, length) => cutOut(first.bytes, position, length));
  const dataKey = openDataKey(header, key, sealer);
  const { totalBytes, etag } = first;
  const framesBytes = totalBytes - header.bytes.length;
  let start = 0;
  let { bytes } = first;

  async function read(position: number, length: number): Promise<Buffer> {
    const wanted = header.bytes.length + position;
    if (wanted + length > start + bytes.length) {
      const next = await readWindow(bucket, object, wanted);
      if (next?.etag !== etag) throw new StoreUnavailable('The stored file was replaced while it was read.');
      [start, bytes] = [wanted, next.bytes];
    }
    return cutOut(bytes, wanted - start, length);
  }

  return { contentType: header.contentType, sizeBytes: plainBytes(framesBytes), content: readFrames(dataKey, header.bytes, framesBytes, read) };
}

/** Sends one object in as many calls as it needs. Nobody sees it before the last one. */
function upload({ client, name }: Bucket, object: string) {
  const done: { part: number; etag: string }[] = [];
  let uploadId: string | undefined;
  return {
    /** Sends a part that is not the last. */
    async part(bytes: Buffer): Promise<void> {
      uploadId ??= await callMinio(() => client.initiateNewMultipartUpload(name, object, { 'Content-Type': 'application/octet-stream' }));
      const where = { bucketName: name, objectName: object, uploadID: uploadId, partNumber: done.length + 1, headers: {} };
      const { etag } = await callMinio(() => client.uploadPart(where, bytes));
      done.push({ part: where.partNumber, etag });
    },
    async end(bytes: Buffer): Promise<void> {
      if (uploadId === undefined) {
        await callMinio(() => client.putObject(name, object, bytes, bytes.length, { 'Content-Type': 'application/octet-stream' }));
        return;
      }
      await this.part(bytes);
      const id = uploadId;
      await callMinio(() => client.completeMultipartUpload(name, object, id, done), { once: true });
    },
    /** Takes back what was sent. MinIO itself does so after a day, so nothing hangs on it. */
    async abort(): Promise<void> {
      const id = uploadId;
      if (id !== undefined) await callMinio(() => client.abortMultipartUpload(name, object, id)).catch(() => undefined);
    },
  };
}

async function writeObject(bucket: Bucket, key: string, source: AsyncIterable<Uint8Array> | readonly Uint8Array[], contentType: string, sealer: Sealer) {
  const { dataKey, header } = newHeader(key, contentType, sealer);
  const writer = frameWriter(dataKey, header);
  const sending = upload(bucket, nameOf(key));
  let waiting: Buffer[] = [header];
  let waitingBytes = header.length;
  const take = (): Buffer => {
    const taken = Buffer.concat(waiting);
    [waiting, waitingBytes] = [[], 0];
    return taken;
  };
  try {
    for await (const piece of source) {
      for (const frame of writer.add(piece)) {
        waiting.push(frame);
        waitingBytes += frame.length;
        if (waitingBytes >= partBytes) await sending.part(take());
      }
    }
    const { frame, ...result } = writer.end();
    waiting.push(frame);
    await sending.end(take());
    return result;
  } catch (error) {
    await sending.abort();
    throw error;
  }
}

async function* listObjects({ client, name }: Bucket, prefix: string): AsyncGenerator<{ key: string; modifiedAtMs: number }> {
  let continued = '';
  do {
    const page = await callMinio(() => client.listObjectsV2Query(name, prefix, continued, '', 1_000, ''));
    for (const one of page.objects) {
      if (one.name?.endsWith(ending)) yield { key: one.name.slice(0, -ending.length), modifiedAtMs: one.lastModified.getTime() };
    }
    continued = page.isTruncated ? page.nextContinuationToken : '';
  } while (continued !== '');
}

/**
 * Objects in a bucket of MinIO, or of another server that speaks S3: the same sealed files under the same names as in a folder. An object is there when its last part is.
 * Throws StartRefused with one sentence when the keys are refused. When MinIO is away the start goes on, and each call throws StoreUnavailable until it is back;
 * reading throws SealBroken when a file was changed. No call waits longer than 3 s for a server that is silent.
 */
export async function openMinioObjects({ bucket: name, sealer, region = 'us-east-1', ...connection }: MinioObjectsOptions): Promise<ObjectStore> {
  const { client, close } = minioClient({ ...connection, region });
  const bucket = { client, name };
  let made: Promise<void> | undefined;

  /** Makes sure of the bucket before the first call that finds MinIO there. */
  function ready(): Promise<void> {
    made ??= makeBucket(bucket).catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  }

  await ready().catch((error: unknown) => {
    if (!(error instanceof StoreUnavailable) || !refusals.includes(codeOf(error.cause))) return;
    close();
    throw new StartRefused(`MinIO at ${connection.endpoint} does not let MINIO_ACCESS_KEY use the bucket ${name}: check MINIO_ACCESS_KEY, MINIO_SECRET_KEY and what they may do.`, {
      cause: error,
    });
  });

  return {
    async put(key, content, { contentType }) {
      checkObjectKey(key);
      await ready();
      return writeObject(bucket, key, content instanceof Uint8Array ? [content] : content, contentType, sealer);
    },
    async get(key) {
      checkObjectKey(key);
      await ready();
      return readObject(bucket, key, sealer);
    },
    async remove(key) {
      checkObjectKey(key);
      await ready();
      await callMinio(() => client.removeObject(name, nameOf(key)));
    },
    async *list(prefix) {
      checkObjectPrefix(prefix);
      await ready();
      yield* listObjects(bucket, prefix);
    },
    async ping() {
      await ready();
      if (!(await callMinio(() => client.bucketExists(name)))) throw new StoreUnavailable(`The bucket ${name} is gone.`);
    },
    async close() {
      close();
    },
  };
}
