import { decodeCursor, encodeCursor, Page } from './call.ts';
import { invalidField } from './errors.ts';
import type { Collection, Direction, Filter, Scalar, Stored } from './ports.ts';

/** Totals are exact up to here; beyond it the header says `10000+`. */
export const exactTotal = 10_000;

/**
 * Reads one page of a collection in the order of `sort` (a field, then `_id`; the field alone where it is `unique` within the filter), by key and never by offset.
 * `after` is the cursor of the page before. Throws Refused 422 on `after` when it is no cursor of a list in this order.
 */
export async function readPage<T extends Stored, Row>(
  collection: Pick<Collection<T>, 'find' | 'count'>,
  options: {
    filter: Filter;
    all?: readonly Filter[];
    sort: { path: string; direction: Direction; unique?: boolean };
    limit: number;
    after?: string | undefined;
    row: (document: T) => Promise<Row> | Row;
  },
): Promise<Page<Row>> {
  const { path, direction } = options.sort;
  const paths = path === '_id' || options.sort.unique ? [path] : [path, '_id'];
  // The order stands in front of the position: a position of another order would begin the page just anywhere.
  const order = `${direction === 1 ? '' : '-'}${paths.join()}`;
  const [cursorOrder, ...position] = (options.after === undefined ? undefined : decodeCursor(options.after, paths.length + 1)) ?? [];
  const after = cursorOrder === order ? position : undefined;
  if (options.after !== undefined && !after) throw invalidField('after', 'This is no cursor of this list');
  const scope = { filter: options.filter, ...(options.all ? { all: options.all } : {}) };
  const [documents, total] = await Promise.all([
    collection.find({ ...scope, sort: Object.fromEntries(paths.map((name) => [name, direction])), ...(after ? { after } : {}), limit: options.limit + 1 }),
    collection.count({ ...scope, limit: exactTotal + 1 }),
  ]);
  const shown = documents.slice(0, options.limit);
  const last = shown.at(-1);
  const next = documents.length > options.limit && last ? encodeCursor([order, ...paths.map((name) => valueAt(last, name))]) : undefined;
  return new Page(await Promise.all(shown.map(options.row)), total, next);
}

function valueAt(document: unknown, path: string): Scalar {
  const value = path.split('.').reduce<unknown>((inner, step) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, step) : undefined), document);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

/** The words of a search, of which each is the beginning of a word of what is looked for; none for an empty search. */
export const askedWords = (search = ''): string[] =>
  search
    .normalize('NFC')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');

/** The words by which `texts` are found, each once: as blanks part them, and their runs of letters and digits (`4711/22` is found by `22`, too). */
export function wordsOf(...texts: readonly string[]): string[] {
  const words = texts.flatMap((text) => askedWords(text));
  return [...new Set([...words, ...words.flatMap((word) => word.split(/[^\p{L}\p{M}\p{N}]+/u)).filter((part) => part !== '')])];
}

/** `-createdAt` → path `createdAt`, direction -1. `paths` maps names of the contract to paths of the store. */
export function sortOrder(sort: string, paths: Readonly<Record<string, string>> = {}): { path: string; direction: Direction } {
  const name = sort.replace(/^-/, '');
  return { path: paths[name] ?? name, direction: sort.startsWith('-') ? -1 : 1 };
}
