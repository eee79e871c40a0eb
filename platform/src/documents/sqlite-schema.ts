import type { DatabaseSync } from 'node:sqlite';
import { StartRefused } from '../errors.ts';
import type { CollectionDefinition, IndexDefinition } from '../ports.ts';
import { isDuplicate } from '../sqlite/result-codes.ts';
import { checkedName } from './query.ts';
import { elementTableName, indexName, jsonPath, markerColumn, partialConditions, tableName, valueSql } from './sqlite-query.ts';

/** A table, index or trigger as it must be. */
interface Part {
  readonly name: string;
  readonly sql: string;
}

const unquoted = (name: string): string => name.replaceAll('"', '');

const tablePart = ({ name, markers = [] }: CollectionDefinition): Part => ({
  name: unquoted(tableName(name)),
  sql: `CREATE TABLE ${tableName(name)} (id TEXT PRIMARY KEY NOT NULL, body TEXT NOT NULL${markers.map((marker) => `, ${markerColumn(marker)} INTEGER`).join('')}) STRICT`,
});

/** A table from before the collection's markers had columns: its documents move into one that has them, and its indexes are built again. */
function moveMarkers(database: DatabaseSync, collection: CollectionDefinition, present: Present): void {
  const markers = collection.markers ?? [];
  const table = tablePart(collection);
  if (markers.length === 0 || present.get(table.name)?.sql !== tablePart({ ...collection, markers: [] }).sql) return;
  const paths = markers.map((marker) => `'${jsonPath(marker)}'`);
  const old = `"old_${collection.name}"`;
  const belongs = `tbl_name = '${table.name}' AND sql IS NOT NULL AND type IN ('index', 'trigger')`;
  for (const { type, name } of database.prepare(`SELECT type, name FROM sqlite_schema WHERE ${belongs}`).all()) database.exec(`DROP ${String(type)} "${String(name)}"`);
  database.exec(`ALTER TABLE ${tableName(collection.name)} RENAME TO ${old}`);
  database.exec(table.sql);
  database.exec(
    `INSERT INTO ${tableName(collection.name)} SELECT id, json_remove(body, ${paths.join(', ')}), ${paths.map((path) => `body ->> ${path}`).join(', ')} FROM ${old} ORDER BY rowid`,
  );
  database.exec(`DROP TABLE ${old}`);
}

function indexPart(collection: CollectionDefinition, index: IndexDefinition): Part {
  const name = indexName(collection.name, index.name);
  const keys = Object.entries(index.keys).map(([path, direction]) => `${valueSql(collection, path)}${direction === 1 ? '' : ' DESC'}`);
  const where = index.where === undefined ? '' : ` WHERE ${partialConditions(collection, index.where)}`;
  return { name, sql: `CREATE ${index.unique === true ? 'UNIQUE ' : ''}INDEX "${name}" ON ${tableName(collection.name)} (${keys.join(', ')})${where}` };
}

/** The table of a list's elements and the triggers that keep it: they run inside the statement that changes the document. */
function elementParts(collection: CollectionDefinition, index: IndexDefinition): { parts: Part[]; fill: string } {
  const paths = Object.keys(index.keys);
  const path = paths[0];
  if (path === undefined || paths.length > 1 || index.unique === true) {
    throw new RangeError(`The index "${index.name}" of "${collection.name}" finds elements, so it has one key and no more.`);
  }
  const table = elementTableName(collection.name, index.name);
  if (collection.markers?.some((marker) => Object.hasOwn(index.where ?? {}, marker)))
    throw new RangeError(`The index "${index.name}" of "${collection.name}" finds elements, so no marker decides what it holds.`);
  const json = jsonPath(path);
  const on = tableName(collection.name);
  const held = (document: string): string => (index.where === undefined ? '1' : partialConditions(collection, index.where).replaceAll('body ->>', `${document}.body ->>`));
  const add = `INSERT OR IGNORE INTO "${table}" (value, id) SELECT value, new.id FROM json_each(new.body, '${json}') WHERE type = 'text' AND ${held('new')}`;
  const drop = `DELETE FROM "${table}" WHERE id = old.id AND value IN (SELECT value FROM json_each(old.body, '${json}'))`;
  const changed = `old.body ->> '${json}' IS NOT new.body ->> '${json}' OR (${held('old')}) IS NOT (${held('new')})`;
  return {
    parts: [
      { name: table, sql: `CREATE TABLE "${table}" (value TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (value, id)) STRICT, WITHOUT ROWID` },
      { name: `${table}.insert`, sql: `CREATE TRIGGER "${table}.insert" AFTER INSERT ON ${on} BEGIN ${add}; END` },
      { name: `${table}.update`, sql: `CREATE TRIGGER "${table}.update" AFTER UPDATE OF body ON ${on} WHEN ${changed} BEGIN ${drop}; ${add}; END` },
      { name: `${table}.delete`, sql: `CREATE TRIGGER "${table}.delete" AFTER DELETE ON ${on} BEGIN ${drop}; END` },
    ],
    fill: `INSERT OR IGNORE INTO "${table}" (value, id) SELECT element.value, document.id FROM ${on} AS document, json_each(document.body, '${json}') AS element WHERE element.type = 'text' AND ${held('document')}`,
  };
}

type Present = ReadonlyMap<string, { type: string; sql: string }>;

function presentParts(database: DatabaseSync): Present {
  const rows = database.prepare('SELECT name, type, sql FROM sqlite_schema WHERE sql IS NOT NULL').all();
  return new Map(rows.map((row) => [String(row.name), { type: String(row.type), sql: String(row.sql) }]));
}

function requireSame(collection: CollectionDefinition, part: Part, found: { sql: string }): void {
  if (found.sql === part.sql) return;
  throw new StartRefused(
    `"${part.name}" of the collection "${collection.name}" differs from what this program defines; start the program that made it, or drop it so that it is built again.`,
  );
}

function buildIndex(database: DatabaseSync, collection: CollectionDefinition, index: IndexDefinition, part: Part): void {
  try {
    database.exec(part.sql);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    throw new StartRefused(`The unique index "${index.name}" of the collection "${collection.name}" cannot be built: two documents have the same key.`, { cause: error });
  }
}

/** With one piece missing, or made by another version, the element table may lack something. It holds nothing of its own, so all of it is built again. */
function buildElements(database: DatabaseSync, collection: CollectionDefinition, index: IndexDefinition, present: Present): void {
  const { parts, fill } = elementParts(collection, index);
  if (parts.every((part) => present.get(part.name)?.sql === part.sql)) return;
  for (const part of parts.toReversed()) database.exec(`DROP ${part.sql.startsWith('CREATE TRIGGER') ? 'TRIGGER' : 'TABLE'} IF EXISTS "${part.name}"`);
  for (const part of parts) database.exec(part.sql);
  database.exec(fill);
}

/** A unique index that nobody defines would refuse good documents. */
function refuseUnknownUnique(collection: CollectionDefinition, present: Present): void {
  const known = new Set(collection.indexes.map((index) => indexName(collection.name, index.name)));
  for (const [name, { type, sql }] of present) {
    if (type === 'index' && name.startsWith(indexName(collection.name, 'x').slice(0, -1)) && sql.startsWith('CREATE UNIQUE') && !known.has(name)) {
      throw new StartRefused(`The collection "${collection.name}" has the unique index "${name}", which this program does not define; drop it or start the program that made it.`);
    }
  }
}

/** Unique indexes that were there once. One of them that is gone later was dropped by somebody, and until then it held; since then nobody knows. */
const guardsTable = 'CREATE TABLE IF NOT EXISTS guards (name TEXT PRIMARY KEY NOT NULL) STRICT, WITHOUT ROWID';

function refuseDropped(built: ReadonlySet<string>, collection: CollectionDefinition, present: Present): void {
  for (const index of collection.indexes) {
    const name = indexName(collection.name, index.name);
    if (index.unique !== true || !built.has(name) || present.has(name)) continue;
    throw new StartRefused(
      `The unique index "${index.name}" of the collection "${collection.name}" was dropped, and what it guards may have been written twice since: bring the data back from a backup.`,
    );
  }
}

function buildCollection(database: DatabaseSync, collection: CollectionDefinition, present: Present): void {
  const table = tablePart(collection);
  const found = present.get(table.name);
  if (found === undefined) database.exec(table.sql);
  else requireSame(collection, table, found);
  for (const index of collection.indexes) {
    checkedName(index.name);
    if (index.eachElement === true) {
      buildElements(database, collection, index, present);
      continue;
    }
    const part = indexPart(collection, index);
    const same = present.get(part.name);
    if (same === undefined) buildIndex(database, collection, index, part);
    else requireSame(collection, part, same);
  }
  refuseUnknownUnique(collection, present);
}

/**
 * Builds what is missing of the collections, in one transaction, and compares the rest with the definitions.
 * Throws StartRefused naming the first part that differs or cannot be built.
 */
export function buildCollections(database: DatabaseSync, collections: readonly CollectionDefinition[]): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    database.exec(guardsTable);
    const guards = database.prepare('SELECT name FROM guards').all();
    const built = new Set(guards.map(({ name }) => String(name)));
    for (const collection of collections) {
      const found = presentParts(database);
      refuseDropped(built, collection, found);
      moveMarkers(database, collection, found);
      buildCollection(database, collection, presentParts(database));
    }
    const remember = database.prepare('INSERT OR IGNORE INTO guards (name) VALUES (?)');
    for (const collection of collections) for (const index of collection.indexes) if (index.unique === true) remember.run(indexName(collection.name, index.name));
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
  const present = presentParts(database);
  for (const collection of collections) {
    const parts = collection.indexes.flatMap((index) => (index.eachElement === true ? elementParts(collection, index).parts : [indexPart(collection, index)]));
    const lost = [tablePart(collection), ...parts].find((part) => present.get(part.name)?.sql !== part.sql);
    if (lost !== undefined) throw new StartRefused(`"${lost.name}" of the collection "${collection.name}" is missing after it was built.`);
  }
}
