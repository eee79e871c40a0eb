import mongoose, { type mongo } from 'mongoose';
import type { CollectionDefinition, Condition, Direction, Filter, IndexDefinition, Query, Scalar } from '../ports.ts';
import { checkCondition, checkQuery, filtersOf, holdsAll, lastCharacter, stepsOf } from './query.ts';

/** A document as MongoDB keeps it. */
export interface Body extends mongo.Document {
  readonly _id: string;
}

export type BodyFilter = mongo.Filter<Body>;

/**
 * Everything but null and a missing path. `$exists` would take a null for present; and a bare null would, at `outbox.0.id`, match any list of
 * documents (none has a field "0") and miss the empty list. A partial index says it in these very words, so that the planner sees that it serves.
 */
const present = { $type: ['string', 'number', 'bool', 'object', 'array'] } as const;
const absent = { $not: present } as const;
const never: BodyFilter = { _id: { $in: [] } };

const mostOf32Bits = 2 ** 31;

/**
 * Whole numbers beyond 32 bits are kept as 64-bit integers: the driver would make doubles of them, which other tools show and add up with a fraction.
 * Up to 2^53 they come back as the same numbers; what lies beyond is a double here as there.
 */
const storedNumber = (value: number): unknown => (Number.isSafeInteger(value) && (value >= mostOf32Bits || value < -mostOf32Bits) ? mongoose.mongo.Long.fromNumber(value) : value);

/** A JSON value as it is kept; what JSON leaves out is left out. Throws TypeError for what is no JSON at all. */
export function storedValue(value: unknown): unknown {
  const text = JSON.stringify(value);
  if (typeof text !== 'string') throw new TypeError('A document holds JSON values only.');
  return JSON.parse(text, (_key, inner: unknown) => (typeof inner === 'number' ? storedNumber(inner) : inner));
}

/** Gives the path back. Throws RangeError for a bad one. */
export const fieldOf = (path: string): string => stepsOf(path).join('.');

const on = (path: string, condition: unknown): BodyFilter => ({ [path]: condition });

const isPresence = (condition: Scalar | { readonly exists: true } | undefined): boolean => typeof condition === 'object' && condition !== null;

/** The conditions of a partial index. Throws RangeError for a null, which no index can name. */
export function partialFilter(where: NonNullable<IndexDefinition['where']>): BodyFilter {
  const conditions = Object.entries(where).map(([path, condition]) => {
    if (condition === null) throw new RangeError(`A partial index names a value of "${path}" or its presence.`);
    return [fieldOf(path), isPresence(condition) ? present : condition];
  });
  return Object.fromEntries(conditions);
}

const isPlain = (collection: CollectionDefinition, path: string): boolean =>
  path === '_id' || collection.indexes.some((index) => index.eachElement !== true && Object.hasOwn(index.keys, path));
const isList = (collection: CollectionDefinition, path: string): boolean => collection.indexes.some((index) => index.eachElement === true && Object.hasOwn(index.keys, path));

/** A range of texts and no pattern: every sign of the prefix means itself, also those that no regular expression may hold, and the bounds of the index are as narrow. */
function prefixFilter(collection: CollectionDefinition, path: string, prefix: string): BodyFilter {
  const range = { $gte: prefix, $lt: prefix + lastCharacter };
  // One element must lie within both bounds; without `$elemMatch` two elements could share them.
  const element = on(path, { $elemMatch: range });
  if (isList(collection, path)) return element;
  if (isPlain(collection, path)) return on(path, range);
  return { $or: [element, { $and: [on(path, range), on(path, { $not: { $type: 'array' } })] }] };
}

function rangeFilter(path: string, condition: object): BodyFilter {
  const bounds = Object.entries(condition).flatMap(([name, value]) => (value === undefined ? [] : [[`$${name}`, value]]));
  // MongoDB finds null at or below null; nothing is.
  return bounds.some(([, value]) => value === null) ? never : on(path, Object.fromEntries(bounds));
}

function inFilter(path: string, values: readonly Scalar[]): BodyFilter {
  const isOne = on(path, { $in: values.filter((value) => value !== null) });
  return values.includes(null) ? { $or: [isOne, on(path, absent)] } : isOne;
}

function conditionFilters(collection: CollectionDefinition, path: string, condition: Condition): BodyFilter[] {
  const field = fieldOf(path);
  if (condition === undefined) throw new RangeError(`The condition on "${path}" says nothing.`);
  if (condition === null) return [on(field, absent)];
  // The planner does not conclude that what equals a text is present.
  const also = collection.indexes.some((index) => isPresence(index.where?.[path])) ? [on(field, present)] : [];
  if (typeof condition !== 'object') return [on(field, { $eq: condition }), ...also];
  checkCondition(path, condition);
  if ('exists' in condition) return [on(field, condition.exists ? present : absent)];
  if ('prefix' in condition) return [prefixFilter(collection, field, condition.prefix), ...also];
  if ('in' in condition) return [inFilter(field, condition.in), ...(condition.in.includes(null) ? [] : also)];
  return [rangeFilter(field, condition), ...also];
}

/** All conditions of all filters as a list, which `$and` takes when it is not empty. Throws RangeError for a bad path or condition. */
export function conditionsOf(collection: CollectionDefinition, filters: readonly Filter[]): BodyFilter[] {
  return filters.flatMap((filter) => Object.entries(filter).flatMap(([path, condition]) => conditionFilters(collection, path, condition)));
}

/** Everything behind the position `after`, as a bound of the first path, which an index can begin at, and the rest. */
function afterFilter(sort: Readonly<Record<string, Direction>>, after: readonly Scalar[]): BodyFilter[] {
  const paths = Object.keys(sort);
  const first = paths[0];
  if (first === undefined) throw new RangeError('`after` needs a sort.');
  const operator = sort[first] === 1 ? '$gt' : '$lt';
  if (paths.length === 1) return [on(first, { [operator]: after[0] })];
  const behind = paths.map((path, place) => ({ $and: [...paths.slice(0, place).map((same, index) => on(same, { $eq: after[index] })), on(path, { [operator]: after[place] })] }));
  return [on(first, { [`${operator}e`]: after[0] }), { $or: behind }];
}

export const together = (conditions: readonly BodyFilter[]): BodyFilter => (conditions.length === 0 ? {} : { $and: [...conditions] });

/**
 * The partial index to read when the filters name its conditions and nothing by which the planner could begin: it takes no index for the conditions alone, and would read the whole collection.
 */
function hintOf(collection: CollectionDefinition, filters: readonly Filter[]): { hint?: string } {
  const asked = new Set(filters.flatMap((filter) => Object.keys(filter)));
  const useful = collection.indexes.filter((index) => holdsAll(index, filters));
  if (asked.has('_id') || useful.some((index) => asked.has(Object.keys(index.keys)[0] ?? ''))) return {};
  const partial = useful.find((index) => index.where !== undefined && index.eachElement !== true);
  return partial === undefined ? {} : { hint: partial.name };
}

/** What is asked, and how MongoDB is to look for it. */
export interface Asked {
  readonly filter: BodyFilter;
  readonly options: { readonly hint?: string; readonly sort?: Record<string, Direction> };
}

/** What a count asks. Throws RangeError for a bad path or condition. */
export function countFilter(collection: CollectionDefinition, query: Pick<Query, 'filter' | 'all'>): Asked {
  const filters = filtersOf(query);
  return { filter: together(conditionsOf(collection, filters)), options: hintOf(collection, filters) };
}

/** What a query asks and in which order. Throws RangeError for a limit outside 1 to 1,000, mixed directions, a bad path or condition. */
export function findFilter(collection: CollectionDefinition, query: Query): Asked {
  checkQuery(query);
  const filters = filtersOf(query);
  const sort = Object.fromEntries(Object.entries(query.sort ?? {}).map(([path, direction]) => [fieldOf(path), direction]));
  const filter = together([...conditionsOf(collection, filters), ...(query.after === undefined ? [] : afterFilter(sort, query.after))]);
  // An order is something to begin by.
  return { filter, options: query.sort === undefined ? hintOf(collection, filters) : { sort } };
}
