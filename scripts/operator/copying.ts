// Documents on their way from one store to another, whatever the two are.
import { createHash } from 'node:crypto';
import { DuplicateKey } from '@tradepost/platform/errors.ts';
import { canonicalJson } from '@tradepost/platform/json.ts';
import type { Collection, Stored } from '@tradepost/platform/ports.ts';

const pageSize = 500;
/** As many writes at a time as a store has connections. */
const atOnce = 20;

/** What a collection holds: the number of its documents, and a digest of all of them in the order of their ids. */
export interface Sum {
  readonly documents: number;
  readonly sha256: string;
}

type Readable = Pick<Collection<Stored>, 'find'>;

/** All documents in the order of their ids, a page at a time. */
async function* pagesOf(collection: Readable): AsyncGenerator<Stored[]> {
  for (let after = ''; ; ) {
    const page = await collection.find({ filter: { _id: { gt: after } }, sort: { _id: 1 }, limit: pageSize });
    if (page.length > 0) yield page;
    if (page.length < pageSize) return;
    after = page.at(-1)?._id ?? after;
  }
}

/** Reads a whole collection. Throws DamagedDocument when one cannot be read. */
export async function sumOf(collection: Readable): Promise<Sum> {
  const hash = createHash('sha256');
  let documents = 0;
  for await (const page of pagesOf(collection)) {
    for (const document of page) hash.update(`${canonicalJson(document)}\n`);
    documents += page.length;
  }
  return { documents, sha256: hash.digest('hex') };
}

async function write(to: Collection<Stored>, document: Stored, there: Stored | undefined): Promise<void> {
  if (!there) await to.insert(document);
  else if (canonicalJson(there) !== canonicalJson(document)) await to.replace(document, {});
}

/**
 * Copies every document that is not there yet, or is there otherwise, so that a copy cut short is finished by another one. `told` hears how many are done.
 * Throws DuplicateKey when something else has a document's unique key.
 */
export async function copyDocuments(from: Readable, to: Collection<Stored>, told: (done: number) => void): Promise<void> {
  let done = 0;
  for await (const page of pagesOf(from)) {
    const found = await to.find({ filter: { _id: { in: page.map(({ _id }) => _id) } }, sort: { _id: 1 }, limit: pageSize });
    const there = new Map(found.map((document) => [document._id, document]));
    for (let first = 0; first < page.length; first += atOnce) {
      await Promise.all(page.slice(first, first + atOnce).map((document) => write(to, document, there.get(document._id))));
    }
    done += page.length;
    told(done);
  }
}

/** Whether the failure says that the target holds what the source does not. */
export const isClash = (error: unknown): boolean => error instanceof DuplicateKey;
