// Looking for the beginnings of a list's elements. The element table finds the documents; how it is best used depends on how many there are.
import type { CollectionDefinition, Filter, IndexDefinition } from '../ports.ts';
import type { Reader } from '../sqlite/reader.ts';
import { holdsAll, lastCharacter } from './query.ts';
import { type ElementPlan, elementTableName, noElements, type Sql, withinDocument } from './sqlite-query.ts';

/** Up to here the documents are fetched and sorted; beyond it the order's own index is walked and the set only asked. */
const fewDocuments = 500;
/** Beyond this so many documents match that walking the order meets a page of them soon, and even the set costs too much. */
const manyDocuments = 20_000;

interface ElementPrefix {
  readonly path: string;
  readonly prefix: string;
  readonly table: string;
}

/** The index that finds the elements at `path`: one that holds every document the filters can match. */
function elementIndex(collection: CollectionDefinition, filters: readonly Filter[], path: string): IndexDefinition | undefined {
  return collection.indexes.find((index) => index.eachElement === true && Object.hasOwn(index.keys, path) && holdsAll(index, filters));
}

function elementPrefixes(collection: CollectionDefinition, filters: readonly Filter[]): ElementPrefix[] {
  return filters.flatMap((filter) =>
    Object.entries(filter).flatMap(([path, condition]) => {
      if (typeof condition !== 'object' || condition === null || !('prefix' in condition)) return [];
      const index = elementIndex(collection, filters, path);
      return index ? [{ path, prefix: condition.prefix, table: elementTableName(collection.name, index.name) }] : [];
    }),
  );
}

const range = 'value >= ? AND value < ?';
const rangeOf = (prefix: string): string[] => [prefix, prefix + lastCharacter];

/** Plans with the rarest prefix as the one that finds, and the others as questions to each document found. A count needs no order, so it fetches all that can be fetched. */
export function planElements(collection: CollectionDefinition, filters: readonly Filter[], reader: Reader, purpose: 'page' | 'count' = 'page'): ElementPlan {
  const known = elementPrefixes(collection, filters);
  if (known.length === 0) return noElements;
  const counted = known.map((one) => {
    const row = reader.get(`SELECT count(*) AS found FROM (SELECT 1 FROM "${one.table}" WHERE ${range} LIMIT ?)`, [...rangeOf(one.prefix), manyDocuments + 1]);
    return { ...one, found: Number(row?.found ?? 0) };
  });
  const rarest = counted.reduce((least, one) => (one.found < least.found ? one : least));
  const byId = rarest.found <= (purpose === 'count' ? manyDocuments : fewDocuments);
  return {
    byId,
    sqlOf(path, prefix) {
      if (!known.some((one) => one.path === path && one.prefix === prefix)) return undefined;
      if (path !== rarest.path || prefix !== rarest.prefix || rarest.found > manyDocuments) return withinDocument(path, prefix);
      // The plus keeps the planner from starting at the set: it walks the order and asks whether each document is in it.
      return { text: `${byId ? '' : '+'}id IN (SELECT id FROM "${rarest.table}" WHERE ${range})`, params: rangeOf(prefix) };
    },
  };
}

/** Counts from the element table alone, where the filters ask for nothing that it does not hold; undefined otherwise. */
export function countElementsSql(collection: CollectionDefinition, filters: readonly Filter[], limit: number): Sql | undefined {
  const prefixes = elementPrefixes(collection, filters);
  const [first, ...others] = prefixes;
  if (!first) return undefined;
  const index = elementIndex(collection, filters, first.path);
  const asked = filters.flatMap((filter) => Object.keys(filter)).filter((path) => !Object.hasOwn(index?.where ?? {}, path));
  if (asked.length !== prefixes.length || others.some(({ table }) => table !== first.table)) return undefined;
  const also = others.map(() => ` AND id IN (SELECT id FROM "${first.table}" WHERE ${range})`).join('');
  return {
    text: `SELECT count(*) AS found FROM (SELECT DISTINCT id FROM "${first.table}" WHERE ${range}${also} LIMIT ?)`,
    params: [...prefixes.flatMap(({ prefix }) => rangeOf(prefix)), limit],
  };
}
