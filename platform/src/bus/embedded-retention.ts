import type { BusParts } from './embedded-consumer.ts';

const retentionMs = 7 * 24 * 3_600_000;
/** Small steps, so that publishers never wait long behind the clean-up. */
const stepEvents = 500;

/**
 * Removes events older than seven days that every group known for their partition has read, a few hundred at a time.
 * Gives the number of events removed. `stopped` ends it between two steps. Throws StoreUnavailable like any write.
 */
export async function removeOldEvents({ reader, writer, clock }: Pick<BusParts, 'reader' | 'writer' | 'clock'>, stopped: () => boolean): Promise<number> {
  let removed = 0;
  const oldestMs = clock.now() - retentionMs;
  for (const { topic, partition } of reader.all('SELECT DISTINCT topic, partition FROM events', [])) {
    const place = [String(topic), Number(partition)] as const;
    const young = reader.get('SELECT offset FROM events WHERE topic = ? AND partition = ? AND stored_at_ms >= ? ORDER BY offset LIMIT 1', [...place, oldestMs]);
    const read = reader.get('SELECT min(offset) AS offset FROM positions WHERE topic = ? AND partition = ?', place);
    const before = Number(young?.offset ?? Number.MAX_SAFE_INTEGER);
    const upTo = Number(read?.offset ?? Number.MAX_SAFE_INTEGER);
    for (let step = stepEvents; step === stepEvents && !stopped(); ) {
      const sql = 'DELETE FROM events WHERE offset IN (SELECT offset FROM events WHERE topic = ? AND partition = ? AND offset < ? AND offset <= ? ORDER BY offset LIMIT ?)';
      step = (await writer.write([{ sql, params: [...place, before, upTo, stepEvents] }]))[0] ?? 0;
      removed += step;
    }
  }
  return removed;
}
