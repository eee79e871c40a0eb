import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'minio';
import { StartRefused, StoreUnavailable } from '../src/errors.ts';
import { openFileObjects } from '../src/objects/filesystem.ts';
import { openMinioObjects } from '../src/objects/minio.ts';
import type { ObjectStore } from '../src/ports.ts';
import { openSealer, SealBroken } from '../src/seal.ts';
import { type OwnEngine, startOwnEngine, withEngine, withOwnEngine } from '../src/testing/engines.ts';
import { objectStoreSuite } from '../src/testing/object-store-suite.ts';

const sealer = openSealer(randomBytes(32));
const options = (environment: Readonly<Record<string, string | undefined>>, bucket: string) => ({
  ...{ endpoint: environment.MINIO_ENDPOINT ?? '', accessKey: environment.MINIO_ACCESS_KEY ?? '', secretKey: environment.MINIO_SECRET_KEY ?? '' },
  ...{ bucket, sealer },
});

async function read(key: string, from: ObjectStore): Promise<Buffer | undefined> {
  const object = await from.get(key);
  if (!object) return undefined;
  const parts: Uint8Array[] = [];
  for await (const piece of object.content) parts.push(piece);
  expect(object.sizeBytes).toBe(parts.reduce((sum, part) => sum + part.length, 0));
  return Buffer.concat(parts);
}

async function* pieces(content: Buffer, breakOff = false): AsyncGenerator<Uint8Array> {
  for (let position = 0; position < content.length; position += 100_000) yield content.subarray(position, position + 100_000);
  if (breakOff) throw new Error('The sender went away.');
}

withEngine('MinIO', 'MINIO_ENDPOINT', (endpoint) => {
  const bucket = `tradepost-test-${randomUUID()}`;
  const { hostname, port, protocol } = new URL(endpoint);
  const useSSL = protocol === 'https:';
  const client = new Client({
    ...{ endPoint: hostname, port: Number(port) || (useSSL ? 443 : 80), useSSL },
    ...{ accessKey: process.env.MINIO_ACCESS_KEY ?? '', secretKey: process.env.MINIO_SECRET_KEY ?? '' },
  });
  let store: ObjectStore;
  beforeAll(async () => {
    // Two processes that start at once both want to make the bucket.
    [store] = await Promise.all([openMinioObjects(options(process.env, bucket)), openMinioObjects(options(process.env, bucket))]);
  });
  afterAll(async () => {
    for await (const { key } of store.list('')) await store.remove(key);
    await store.close();
    await client.removeBucket(bucket);
  });

  objectStoreSuite('MinIO', () => store);

  const put = (name: string, bytes: Buffer) => client.putObject(bucket, name, bytes, bytes.length);
  async function stored(name: string): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of await client.getObject(bucket, name)) parts.push(part);
    return Buffer.concat(parts);
  }

  describe('When an object is larger than one fetch or one part', () => {
    test.each([524_288, 524_289, 3_000_000, 20_000_000])('then %i bytes come back as they were', async (sizeBytes) => {
      const content = randomBytes(sizeBytes);
      await store.put('large/a', pieces(content), { contentType: 'application/pdf' });
      expect((await read('large/a', store))?.equals(content)).toBe(true);
    });

    test('then what was there before stays when the sender goes away amid the parts, and no part is left behind', async () => {
      await store.put('large/kept', Buffer.from('kept'), { contentType: 'text/plain' });
      await expect(store.put('large/kept', pieces(randomBytes(20_000_000), true), { contentType: 'text/plain' })).rejects.toThrow('The sender went away.');
      expect((await read('large/kept', store))?.toString()).toBe('kept');
      expect(await client.findUploadId(bucket, 'large/kept.sealed')).toBeUndefined();
    });

    test('then one whole object is kept when two write the same key at once', async () => {
      const contents = [randomBytes(10_000_000), randomBytes(10_000_000)];
      await Promise.all(contents.map((content) => store.put('large/race', pieces(content), { contentType: 'text/plain' })));
      const kept = await read('large/race', store);
      expect(contents.some((content) => kept?.equals(content))).toBe(true);
    });

    test('then a reader is told when it is replaced or removed behind his back', async () => {
      for (const behind of [() => store.put('large/moving', randomBytes(2_000_000), { contentType: 'text/plain' }), () => store.remove('large/moving')]) {
        await store.put('large/moving', randomBytes(2_000_000), { contentType: 'text/plain' });
        const object = await store.get('large/moving');
        await behind();
        await expect(async () => {
          for await (const _ of object?.content ?? []);
        }).rejects.toThrow(StoreUnavailable);
      }
    });
  });

  describe('When somebody looks into the bucket', () => {
    const frame = 64 * 1024 + 16;
    const content = Buffer.alloc(10 * 64 * 1024, 'canary-in-the-clear ');
    beforeEach(() => store.put('tamper/a', content, { contentType: 'text/plain' }));

    test('then a stranger is turned away, and whoever has the keys sees nothing of the content', async () => {
      expect((await fetch(`${endpoint}/${bucket}/tamper/a.sealed`)).status).toBe(403);
      expect((await fetch(`${endpoint}/${bucket}`)).status).toBe(403);
      expect((await stored('tamper/a.sealed')).includes('canary')).toBe(false);
    });

    const damages: [string, (bytes: Buffer) => Buffer][] = [
      ['one bit is changed', (bytes) => bytes.fill(bytes.readUInt8(300) ^ 1, 300, 301)],
      ['one bit is changed in the last tag', (bytes) => bytes.fill(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)],
      ['the last frame is cut off', (bytes) => bytes.subarray(0, -frame)],
      ['half a frame is cut off', (bytes) => bytes.subarray(0, -frame / 2)],
      ['the header is cut', (bytes) => bytes.subarray(0, 20)],
      ['nothing is left', () => Buffer.alloc(0)],
      ['a frame is doubled', (bytes) => Buffer.concat([bytes, bytes.subarray(-frame)])],
    ];
    test.each(damages)('then it does not open when %s', async (_, damage) => {
      await put('tamper/a.sealed', damage(await stored('tamper/a.sealed')));
      await expect(read('tamper/a', store)).rejects.toThrow(SealBroken);
    });

    test('then it does not open under another key', async () => {
      await put('tamper/b.sealed', await stored('tamper/a.sealed'));
      await expect(read('tamper/b', store)).rejects.toThrow(SealBroken);
    });

    test('then the files of a folder open there as they are', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'tradepost-move-'));
      const files = await openFileObjects({ folder, sealer });
      await files.put('tamper/moved', content, { contentType: 'image/png' });
      await put('tamper/moved.sealed', readFileSync(join(folder, 'tamper', 'moved.sealed')));
      rmSync(folder, { recursive: true });
      expect((await read('tamper/moved', store))?.equals(content)).toBe(true);
    });
  });

  describe('When a kept connection was cut behind our back', () => {
    test('then the call is made once more, and only once', async () => {
      let cuts = 0;
      let toCut = 0;
      const relay = createServer((from) => {
        const to = connect(Number(port), hostname);
        from.on('error', () => to.destroy()).on('close', () => to.destroy());
        to.on('error', () => from.destroy()).on('close', () => from.destroy());
        to.pipe(from);
        from.on('data', (bytes) => {
          if (toCut === 0) return to.write(bytes);
          [toCut, cuts] = [toCut - 1, cuts + 1];
          return from.resetAndDestroy();
        });
      }).listen(0, '127.0.0.1');
      await once(relay, 'listening');
      const address = relay.address();
      const relayed = await openMinioObjects({ ...options(process.env, bucket), endpoint: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` });
      try {
        for (const call of [() => relayed.put('cut/a', Buffer.from('a'), { contentType: 'text/plain' }), () => read('cut/a', relayed), () => relayed.ping()]) {
          toCut = 1;
          await call();
          toCut = 2;
          await expect(call()).rejects.toThrow(StoreUnavailable);
        }
        expect(cuts).toBe(9);
      } finally {
        await relayed.close();
        relay.close();
      }
    });
  });

  describe('When the keys are not those of the server', () => {
    test.each([{ secretKey: 'not-the-secret-canary' }, { accessKey: 'nobody' }])('then the start is refused with one sentence: %j', async (wrong) => {
      const refused = openMinioObjects({ ...options(process.env, bucket), ...wrong }).catch((error: unknown) => error);
      expect(await refused).toBeInstanceOf(StartRefused);
      expect(String(await refused)).toMatch(
        /^StartRefused: MinIO at \S+ does not let MINIO_ACCESS_KEY use the bucket \S+: check MINIO_ACCESS_KEY, MINIO_SECRET_KEY and what they may do\.$/,
      );
      expect(String(await refused)).not.toContain('canary');
    });
  });
});

withOwnEngine('MinIO', 'MINIO_ENDPOINT', () => {
  let engine: OwnEngine;
  let store: ObjectStore;
  const given = () => options(engine.environment, 'tradepost');
  beforeAll(async () => {
    engine = await startOwnEngine('minio');
    store = await openMinioObjects(given());
  }, 60_000);
  afterAll(async () => {
    await store.close();
    await engine.stop();
  }, 60_000);

  /** Does every call once; each must fail as unavailable. Gives the milliseconds that all took at once. */
  async function everyCallFails(from: ObjectStore): Promise<number> {
    const beganMs = performance.now();
    const calls = [
      () => from.put('fault/new', Buffer.from('new'), { contentType: 'text/plain' }),
      () => from.get('fault/kept'),
      () => from.remove('fault/kept'),
      () => from.ping(),
      async () => {
        for await (const _ of from.list('')) throw new Error('A key was listed.');
      },
    ];
    await Promise.all(calls.map((call) => expect(call()).rejects.toThrow(StoreUnavailable)));
    return performance.now() - beganMs;
  }

  const large = randomBytes(2_000_000);

  test('When MinIO is killed, then every call says so at once, and the first call after a restart succeeds', async () => {
    await store.put('fault/kept', large, { contentType: 'image/png' });
    const halfRead = (await store.get('fault/kept'))?.content[Symbol.asyncIterator]();
    await halfRead?.next();
    await engine.act('kill');
    expect(await everyCallFails(store)).toBeLessThan(1_000);
    await expect(async () => {
      while (!(await halfRead?.next())?.done);
    }).rejects.toThrow(StoreUnavailable);
    await engine.act('start-one');
    expect((await read('fault/kept', store))?.equals(large)).toBe(true);
    await engine.act('kill');
    await engine.act('start-one');
    // The connection of the last call was cut in the meantime.
    await store.put('fault/kept', large, { contentType: 'image/png' });
  }, 60_000);

  test('When MinIO is frozen, then no call waits longer than its bound, and the store goes on when it thaws', async () => {
    await engine.act('freeze');
    expect(await everyCallFails(store)).toBeLessThan(4_000);
    await engine.act('thaw');
    // Another key: what was given up may still be carried out.
    await store.put('fault/after', large, { contentType: 'image/png' });
    expect((await read('fault/after', store))?.equals(large)).toBe(true);
    await expect(store.ping()).resolves.toBeUndefined();
  }, 60_000);

  test('When MinIO is away at the start, then the start goes on and the bucket is made when it is back', async () => {
    await engine.act('kill');
    const early = await openMinioObjects({ ...given(), bucket: 'early' });
    await expect(early.ping()).rejects.toThrow(StoreUnavailable);
    await engine.act('start-one');
    await pause(50);
    await early.put('a', Buffer.from('a'), { contentType: 'text/plain' });
    expect((await read('a', early))?.toString()).toBe('a');
    await early.close();
  }, 60_000);
});
