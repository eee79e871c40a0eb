import { decodeCursor, encodeCursor, Page } from './call.ts';
import { invalidField } from './errors.ts';
import type { Collection, Direction, Filter, Scalar, Stored } from './ports.ts';

/** Totals are exact up to here; beyond it the header says `10000+`. */
export const exactTotal = 10_000;

/**
 * Reads one page of a collection in the order of `sort` (a field, then `_id`; the field alone where it is `unique` within the filter), by key and never by offset.
 * `after` is the cursor of the page before. Throws Refused 422 on `after` when it is no cursor of this list.
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
  const after = options.after === undefined ? undefined : decodeCursor(options.after, paths.length);
  if (options.after !== undefined && !after) throw invalidField('after', 'This is no cursor of this list');
  const scope = { filter: options.filter, ...(options.all ? { all: options.all } : {}) };
  const [documents, total] = await Promise.all([
    collection.find({ ...scope, sort: Object.fromEntries(paths.map((name) => [name, direction])), ...(after ? { after } : {}), limit: options.limit + 1 }),
    collection.count({ ...scope, limit: exactTotal + 1 }),
  ]);
  const shown = documents.slice(0, options.limit);
  const last = shown.at(-1);
  const next = documents.length > options.limit && last ? encodeCursor(paths.map((name) => valueAt(last, name))) : undefined;
  return new Page(await Promise.all(shown.map(options.row)), total, next);
}

function valueAt(document: unknown, path: string): Scalar {
  const value = path.split('.').reduce<unknown>((inner, step) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, step) : undefined), document);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

/** `-createdAt` → path `createdAt`, direction -1. `paths` maps names of the contract to paths of the store. */
export function sortOrder(sort: string, paths: Readonly<Record<string, string>> = {}): { path: string; direction: Direction } {
  const name = sort.replace(/^-/, '');
  return { path: paths[name] ?? name, direction: sort.startsWith('-') ? -1 : 1 };
}
