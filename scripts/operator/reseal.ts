import { join } from 'node:path';
import { openSqliteDocuments } from '@tradepost/platform/documents/sqlite.ts';
import type { Logger } from '@tradepost/platform/log.ts';
import type { ObjectStore } from '@tradepost/platform/ports.ts';
import { SealBroken, type Sealer } from '@tradepost/platform/seal.ts';
import { endRotation } from '@tradepost/platform/secrets.ts';
import { usersCollections } from '@tradepost/users/collections.ts';
import { resealNumbers } from '@tradepost/users/reseal.ts';

/** Writes every stored file anew under the newest key. A file that was damaged before stays as it is. */
async function resealObjects(objects: ObjectStore, log: Logger): Promise<number> {
  let resealed = 0;
  for await (const { key } of objects.list('')) {
    try {
      const object = await objects.get(key);
      if (!object) continue;
      await objects.put(key, object.content, { contentType: object.contentType });
      resealed += 1;
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      log.warn({ err: error, key }, 'a damaged file stays as it is');
    }
  }
  return resealed;
}

/**
 * Finishes a rotation of secrets: seals with the newest key whatever an older one guards, then notes that it is done. No service runs on the data yet.
 * Cut short, it is begun again by the next start; until then the older keys open what is left.
 */
export async function finishRotation({ dataDir, sealer, objects, log }: { dataDir: string; sealer: Sealer; objects: ObjectStore; log: Logger }): Promise<void> {
  const store = openSqliteDocuments({ file: join(dataDir, 'users.db') });
  const { users } = usersCollections(store);
  await store.open();
  try {
    const people = await resealNumbers(users, sealer);
    const files = await resealObjects(objects, log);
    endRotation(dataDir);
    log.info({ people, files }, 'everything is sealed with the new key');
  } finally {
    await store.close();
  }
}
