import { readFile } from 'node:fs/promises';
import { sha256 } from '../json.ts';
import { fileOf } from './filesystem.ts';
import { callMinio, codeOf, type MinioConnection, minioClient } from './minio-client.ts';
import { ending } from './sealed-file.ts';

export interface SealedCopyOptions {
  /** Where a folder of objects lies. */
  readonly folder: string;
  readonly connection: Omit<MinioConnection, 'region'> & { readonly region?: string };
  /** There already. */
  readonly bucket: string;
}

/** Takes sealed files from a folder into a bucket as they are: both hold the same names and bytes, and nothing is opened on the way. */
export interface SealedCopy {
  /** Copies one object unless the bucket has the same bytes, reads it back, and gives its size as it is stored. Throws an Error when it reads back otherwise. */
  copy(key: string): Promise<number>;
  close(): void;
}

/** Opens the way from a folder into a bucket. Calls throw StoreUnavailable when MinIO does not answer. */
export function openSealedCopy({ folder, connection, bucket }: SealedCopyOptions): SealedCopy {
  const { client, close } = minioClient({ region: 'us-east-1', ...connection });

  async function sumThere(object: string): Promise<string | undefined> {
    try {
      return await callMinio(async () => {
        const parts: Buffer[] = [];
        for await (const part of await client.getObject(bucket, object)) parts.push(part);
        return sha256(Buffer.concat(parts));
      });
    } catch (error) {
      if (codeOf(error) === 'NoSuchKey') return undefined;
      throw error;
    }
  }

  return {
    async copy(key) {
      const object = key + ending;
      // Whole in memory: uploads are bounded to some megabytes.
      const bytes = await readFile(fileOf(folder, key));
      const wanted = sha256(bytes);
      if ((await sumThere(object)) === wanted) return bytes.length;
      await callMinio(() => client.putObject(bucket, object, bytes, bytes.length, { 'Content-Type': 'application/octet-stream' }));
      if ((await sumThere(object)) !== wanted) throw new Error(`The file ${key} does not read back from the bucket as it was sent.`);
      return bytes.length;
    },
    close,
  };
}
