import type { CollectionDefinition, Condition, Direction, Filter, IndexDefinition, Query, Scalar } from '../ports.ts';
import type { SqlValue } from '../sqlite/writer-messages.ts';
import { checkCondition, checkedName, checkQuery, filtersOf, lastCharacter, stepsOf } from './query.ts';

/** A piece of SQL with the values of its question marks, in order. */
export interface Sql {
  readonly text: string;
  readonly params: readonly SqlValue[];
}

export const tableName = (collection: string): string => `"c_${checkedName(collection)}"`;
export const indexName = (collection: string, index: string): string => `i_${checkedName(collection)}.${checkedName(index)}`;
export const elementTableName = (collection: string, index: string): string => `e_${checkedName(collection)}.${checkedName(index)}`;

/** `outbox.0.id` → `$.outbox[0].id`. */
export function jsonPath(path: string): string {
  let result = '$';
  for (const step of stepsOf(path)) result += /^\d+$/.test(step) ? `[${step}]` : `.${step}`;
  return result;
}

/** The expression that reads a path. Index and query must use the very same, or the planner does not see that they fit. */
export function valueSql(collection: CollectionDefinition, path: string): string {
  if (path === '_id') return 'id';
  return collection.markers?.includes(path) ? markerColumn(path) : `body ->> '${jsonPath(path)}'`;
}

/** The column of a marker: beside the body, since an index on an expression is written anew at every change of the body. */
export const markerColumn = (marker: string): string => `"m_${checkedName(marker)}"`;

/** The document as text, with the markers that it has. */
export const bodySql = (collection: CollectionDefinition): string =>
  (collection.markers ?? []).reduce((body, marker) => `iif(${markerColumn(marker)} IS NULL, ${body}, json_insert(${body}, '$.${marker}', ${markerColumn(marker)}))`, 'body');

const bound = (value: Scalar): SqlValue => (typeof value === 'boolean' ? Number(value) : value);

/** A value as it stands in SQL text. */
export function literal(value: Scalar): string {
  if (value === null) return 'NULL';
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(Number(value));
}

/** The conditions of a partial index, as text. */
export function partialConditions(collection: CollectionDefinition, where: NonNullable<IndexDefinition['where']>): string {
  return Object.entries(where)
    .map(([path, condition]) => ({ value: valueSql(collection, path), condition }))
    .map(({ value, condition }) => (typeof condition === 'object' && condition !== null ? `${value} IS NOT NULL` : `${value} = ${literal(condition)}`))
    .join(' AND ');
}

/** Values that a partial index names must be literals: the planner cannot compare a bound value with the index's own. */
const isNamedByIndex = (collection: CollectionDefinition, path: string, value: Scalar): boolean => collection.indexes.some((index) => index.where?.[path] === value);

/** Looks into the list of the document at hand. */
export const withinDocument = (path: string, prefix: string): Sql => ({
  text: `EXISTS (SELECT 1 FROM json_each(body, '${jsonPath(path)}') WHERE value >= ? AND value < ?)`,
  params: [prefix, prefix + lastCharacter],
});

/** How the conditions on elements are asked. */
export interface ElementPlan {
  /** The element table finds so few documents that they are fetched by id, whatever else is asked of them. */
  readonly byId: boolean;
  /** The SQL of one condition; undefined for one that no element table serves. */
  sqlOf(path: string, prefix: string): Sql | undefined;
}

/** The plan of a query that asks for no elements. */
export const noElements: ElementPlan = { byId: false, sqlOf: () => undefined };

/** The table as a query reads it. An account's or order's own index would look just as good to the planner, which does not know how few documents the elements leave. */
export const sourceSql = (collection: CollectionDefinition, elements: ElementPlan): string =>
  `${tableName(collection.name)}${elements.byId ? ` INDEXED BY "sqlite_autoindex_c_${checkedName(collection.name)}_1"` : ''}`;

function prefixSql(collection: CollectionDefinition, path: string, prefix: string, elements: ElementPlan): Sql {
  const planned = elements.sqlOf(path, prefix);
  if (planned !== undefined) return planned;
  // A path that a plain index covers holds one text; only there can the index serve the range.
  const isText = path === '_id' || collection.indexes.some((index) => index.eachElement !== true && Object.hasOwn(index.keys, path));
  const value = valueSql(collection, path);
  if (isText) return { text: `${value} >= ? AND ${value} < ?`, params: [prefix, prefix + lastCharacter] };
  return withinDocument(path, prefix);
}

function rangeSql(subject: string, range: { lt?: Scalar; lte?: Scalar; gt?: Scalar; gte?: Scalar }): Sql {
  const operators = { lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;
  const text: string[] = [];
  const params: SqlValue[] = [];
  for (const name of ['lt', 'lte', 'gt', 'gte'] as const) {
    const value = range[name];
    if (value === undefined) continue;
    text.push(`${subject} ${operators[name]} ?`);
    params.push(bound(value));
  }
  return { text: text.join(' AND '), params };
}

function conditionSql(collection: CollectionDefinition, path: string, condition: Condition, elements: ElementPlan): Sql {
  const value = valueSql(collection, path);
  if (condition === null) return { text: `${value} IS NULL`, params: [] };
  if (typeof condition !== 'object') {
    if (isNamedByIndex(collection, path, condition)) return { text: `${value} = ${literal(condition)}`, params: [] };
    return { text: `${value} = ?`, params: [bound(condition)] };
  }
  checkCondition(path, condition);
  if ('exists' in condition) return { text: `${value} IS ${condition.exists ? 'NOT ' : ''}NULL`, params: [] };
  if ('prefix' in condition) return prefixSql(collection, path, condition.prefix, elements);
  if ('in' in condition) {
    const isOne = `${value} IN (SELECT value FROM json_each(?))`;
    return { text: condition.in.includes(null) ? `(${isOne} OR ${value} IS NULL)` : isOne, params: [JSON.stringify(condition.in)] };
  }
  return rangeSql(value, condition);
}

/** All conditions of all filters, as the text behind WHERE; `1` when there is none. Throws RangeError for a bad path. */
export function filterSql(collection: CollectionDefinition, filters: readonly Filter[], elements: ElementPlan = noElements): Sql {
  const parts = filters.flatMap((filter) => Object.entries(filter).map(([path, condition]) => conditionSql(collection, path, condition, elements)));
  if (parts.length === 0) return { text: '1', params: [] };
  return { text: parts.map((part) => part.text).join(' AND '), params: parts.flatMap((part) => part.params) };
}

/** Everything behind the position `after`. Paths of `sort` hold a value in every document that is paged through. */
function afterSql(collection: CollectionDefinition, sort: Readonly<Record<string, Direction>>, after: readonly Scalar[]): Sql {
  const paths = Object.keys(sort);
  const first = paths[0];
  if (first === undefined) throw new RangeError('`after` needs a sort.');
  const operator = sort[first] === 1 ? '>' : '<';
  const params = after.map(bound);
  const values = paths.map((path) => valueSql(collection, path));
  const row = paths.length === 1 ? { left: values[0], right: '?' } : { left: `(${values.join(', ')})`, right: `(${paths.map(() => '?').join(', ')})` };
  // The planner does not seek by a row of expressions, so the first one stands there once more by itself.
  return { text: ` AND ${values[0]} ${operator}= ? AND ${row.left} ${operator} ${row.right}`, params: [bound(after[0] ?? null), ...params] };
}

/** A query for bodies. Throws RangeError for a limit outside 1 to 1,000, mixed directions or a bad path. */
export function findSql(collection: CollectionDefinition, query: Query, elements: ElementPlan = noElements): Sql {
  checkQuery(query);
  const where = filterSql(collection, filtersOf(query), elements);
  const sort = query.sort ?? {};
  const after = query.after === undefined ? { text: '', params: [] } : afterSql(collection, sort, query.after);
  const keys = Object.entries(sort).map(([path, direction]) => `${valueSql(collection, path)}${direction === 1 ? '' : ' DESC'}`);
  const order = keys.length === 0 ? '' : ` ORDER BY ${keys.join(', ')}`;
  return {
    text: `SELECT ${bodySql(collection)} AS body FROM ${sourceSql(collection, elements)} WHERE ${where.text}${after.text}${order} LIMIT ?`,
    params: [...where.params, ...after.params, query.limit],
  };
}
