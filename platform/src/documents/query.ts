// What both document stores ask of names, paths and queries, so that neither takes what the other refuses.
import type { Condition, Filter, IndexDefinition, Query, Scalar } from '../ports.ts';

/** The last code point: every text that begins with P sorts before P + this. */
export const lastCharacter = '\u{10FFFF}';
const namePattern = /^[A-Za-z][A-Za-z0-9_-]{0,60}$/;
const segmentPattern = /^[A-Za-z0-9_-]+$/;

/** Gives the name back. Throws RangeError for one that does not fit into a store's own language without doubt. */
export function checkedName(name: string): string {
  if (!namePattern.test(name)) throw new RangeError(`"${name}" is no name for a collection or index.`);
  return name;
}

/** The steps of a dotted path. Throws RangeError for one that does not fit into a store's own language without doubt. */
export function stepsOf(path: string): string[] {
  const steps = path.split('.');
  if (!steps.every((step) => segmentPattern.test(step))) throw new RangeError(`"${path}" is no path of a document.`);
  return steps;
}

/** Gives the ids back. Throws RangeError for more than 1,000. */
export function checkedIds(ids: readonly string[]): readonly string[] {
  if (ids.length > 1000) throw new RangeError('A change is made in 1,000 documents at most.');
  return ids;
}

/** The filters of a query as one list. */
export const filtersOf = (query: Pick<Query, 'filter' | 'all'>): readonly Filter[] => [query.filter ?? {}, ...(query.all ?? [])];

const isNamed = (filters: readonly Filter[], path: string, condition: Scalar | { readonly exists: true }): boolean =>
  filters.some((filter) => {
    const named = filter[path];
    if (typeof condition !== 'object' || condition === null) return named === condition;
    return typeof named === 'object' && named !== null && 'exists' in named && named.exists === true;
  });

/** The index holds every document that the filters can match: they name its conditions, or it has none. */
export const holdsAll = (index: IndexDefinition, filters: readonly Filter[]): boolean =>
  Object.entries(index.where ?? {}).every(([path, condition]) => isNamed(filters, path, condition));

const alone: ReadonlySet<string> = new Set(['in', 'exists', 'prefix']);
const bounds: ReadonlySet<string> = new Set(['lt', 'lte', 'gt', 'gte']);

/** Throws RangeError for a condition that mixes kinds or says nothing: half of it would be lost. */
export function checkCondition(path: string, condition: Extract<Condition, object>): void {
  const said = Object.entries(condition).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (said.length === 0 || !said.every((name) => alone.has(name) || bounds.has(name))) throw new RangeError(`The condition on "${path}" says nothing.`);
  if (said.length > 1 && said.some((name) => alone.has(name))) throw new RangeError(`The condition on "${path}" mixes kinds; use \`all\` to name a path twice.`);
}

/** Throws RangeError for a limit outside 1 to 1,000, mixed directions, or an `after` that does not fit the sort. */
export function checkQuery({ limit, sort = {}, after }: Query): void {
  if (!Number.isInteger(limit) || limit < 1 || limit > 1000) throw new RangeError('A query asks for 1 to 1,000 documents.');
  const directions = Object.values(sort);
  if (directions.some((direction) => direction !== directions[0])) throw new RangeError('A query sorts in one direction.');
  if (after === undefined) return;
  if (directions.length === 0 || after.length !== directions.length) throw new RangeError('`after` has one value for each path of `sort`.');
  if (after.includes(null)) throw new RangeError('`after` cannot start behind a missing value.');
}
