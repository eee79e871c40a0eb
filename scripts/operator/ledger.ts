import { join } from 'node:path';
import { type Entry, entriesDefinition } from '@tradepost/funds/collections.ts';
import { readNewestHeads } from '@tradepost/funds/heads.ts';
import { everyEntry, type ProvenHead, type Verdict, verifyLedger } from '@tradepost/funds/verify.ts';
import { openSqliteDocumentsForReading } from '@tradepost/platform/documents/sqlite.ts';
import type { ReadingDocuments } from './stores.ts';

/** What the replay of a ledger found, and where every account stands in it. */
export interface Replayed {
  readonly verdict: Verdict;
  readonly heads: ProvenHead[];
}

/** Replays the ledger of a store of funds against the newest heads in a folder, and closes the store. */
export async function verifyDocuments(documents: ReadingDocuments, headsFolder: string): Promise<Replayed> {
  const heads: ProvenHead[] = [];
  try {
    const entries = documents.collection<Entry>(entriesDefinition);
    const verdict = await verifyLedger(everyEntry(entries), 'funds', { kept: readNewestHeads(headsFolder), proven: (head) => heads.push(head) });
    return { verdict, heads };
  } finally {
    await documents.close();
  }
}

/** Replays the ledger in a data folder against the heads kept there. */
export const verifyFolder = (dataDir: string): Promise<Replayed> => verifyDocuments(openSqliteDocumentsForReading({ file: join(dataDir, 'funds.db') }), join(dataDir, 'heads'));
