import { DamagedDocument, StoreUnavailable } from '../errors.ts';
import type { Change, Collection, CollectionDefinition, DocumentStore, Filter, Query, Stored } from '../ports.ts';
import { openReader, prepareFile, type Reader } from '../sqlite/reader.ts';
import { openWriter, type Writer } from '../sqlite/writer.ts';
import type { SqlValue, Statement } from '../sqlite/writer-messages.ts';
import { checkedIds, filtersOf } from './query.ts';
import { countElementsSql, planElements } from './sqlite-elements.ts';
import { bodySql, filterSql, findSql, jsonPath, markerColumn, type Sql, sourceSql, tableName } from './sqlite-query.ts';
import { buildCollections } from './sqlite-schema.ts';

/** What a collection needs of its open store. */
interface Connections {
  reader(): Reader;
  writer(): Writer;
}

function jsonOf(value: unknown): string {
  const text = JSON.stringify(value);
  if (typeof text !== 'string') throw new TypeError('A document holds JSON values only.');
  return text;
}

/** The list without the elements whose id is one of the bound ids; anything but a list stays as it is. */
function pullSql(body: Sql, pull: NonNullable<Change['pull']>): Sql {
  const path = jsonPath(pull.path);
  const kept = `SELECT json_group_array(json(body -> element.fullkey)) FROM json_each(body, '${path}') AS element
    WHERE element.type <> 'object' OR coalesce(element.value ->> '$.id' IN (SELECT value FROM json_each(?)), 0) = 0`;
  return {
    text: `json_set(${body.text}, CASE json_type(body, '${path}') WHEN 'array' THEN '${path}' END, json((${kept})))`,
    params: [...body.params, JSON.stringify(pull.ids)],
  };
}

/** What a marker's column holds. */
function markerValue(marker: string, value: unknown): number | null {
  if (value === undefined) return null;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw new TypeError(`The marker "${marker}" holds a whole number.`);
}

/** A change as assignments: of the markers that it names, and of the body where anything else is changed. */
function assignments(change: Change, markers: readonly string[]): Sql {
  const isMarker = (path: string): boolean => markers.includes(path);
  const set = Object.entries(change.set ?? {});
  const marked = [...set, ...(change.unset ?? []).map((path) => [path, undefined] as const)].filter(([path]) => isMarker(path));
  const body = changedBody({ ...change, set: Object.fromEntries(set.filter(([path]) => !isMarker(path))), unset: change.unset?.filter((path) => !isMarker(path)) ?? [] });
  const parts = [...(body.text === 'body' ? [] : [`body = ${body.text}`]), ...marked.map(([marker]) => `${markerColumn(marker)} = ?`)];
  // A change that changes nothing still says whether the document matches.
  return { text: parts.length === 0 ? 'id = id' : parts.join(', '), params: [...body.params, ...marked.map(([marker, value]) => markerValue(marker, value))] };
}

/** The new body as an expression on the old one, so that the change is made where the document is. */
function changedBody(change: Change): Sql {
  let body: Sql = { text: 'body', params: [] };
  if (change.pull !== undefined) body = pullSql(body, change.pull);
  const set = Object.entries(change.set ?? {});
  if (set.length > 0) {
    const pairs = set.map(([path]) => `, '${jsonPath(path)}', json(?)`).join('');
    body = { text: `json_set(${body.text}${pairs})`, params: [...body.params, ...set.map(([, value]) => jsonOf(value))] };
  }
  const unset = (change.unset ?? []).map((path) => `, '${jsonPath(path)}'`).join('');
  return unset === '' ? body : { text: `json_remove(${body.text}${unset})`, params: body.params };
}

class SqliteCollection<T extends Stored> implements Collection<T> {
  readonly #definition: CollectionDefinition;
  readonly #connections: Connections;
  readonly #table: string;

  constructor(definition: CollectionDefinition, connections: Connections) {
    this.#definition = definition;
    this.#connections = connections;
    this.#table = tableName(definition.name);
  }

  async get(id: string): Promise<T | undefined> {
    const row = this.#connections.reader().get(`SELECT ${bodySql(this.#definition)} AS body FROM ${this.#table} WHERE id = ?`, [id]);
    return row === undefined ? undefined : this.#parse(row.body);
  }

  async find(query: Query): Promise<T[]> {
    const reader = this.#connections.reader();
    const { text, params } = findSql(this.#definition, query, planElements(this.#definition, filtersOf(query), reader));
    return reader.all(text, params).map((row) => this.#parse(row.body));
  }

  async count(query: { readonly filter?: Filter; readonly all?: readonly Filter[]; readonly limit: number }): Promise<number> {
    const reader = this.#connections.reader();
    const filters = filtersOf(query);
    const { text, params } = countElementsSql(this.#definition, filters, query.limit) ?? this.#countSql(filters, reader, query.limit);
    return Number(reader.get(text, params)?.found ?? 0);
  }

  async insert(document: T): Promise<void> {
    const columns = this.#columns(document);
    await this.#write({ sql: `INSERT INTO ${this.#table} VALUES (?${', ?'.repeat(columns.length)})`, params: [document._id, ...columns] });
  }

  async replace(document: T, where: Filter): Promise<boolean> {
    const marked = this.#markers.map((marker) => `, ${markerColumn(marker)} = ?`).join('');
    return this.#write(this.#guarded(`UPDATE ${this.#table} SET body = ?${marked}`, this.#columns(document), document._id, where));
  }

  async update(id: string, change: Change, where: Filter = {}): Promise<boolean> {
    const changed = assignments(change, this.#markers);
    return this.#write(this.#guarded(`UPDATE ${this.#table} SET ${changed.text}`, changed.params, id, where));
  }

  async updateAll(ids: readonly string[], change: Change): Promise<number> {
    const changed = assignments(change, this.#markers);
    const sql = `UPDATE ${this.#table} SET ${changed.text} WHERE id IN (SELECT value FROM json_each(?))`;
    const [changes = 0] = await this.#connections.writer().write([{ sql, params: [...changed.params, jsonOf(checkedIds(ids))] }]);
    return changes;
  }

  async apply(id: string, change: Change, whereAny: readonly Filter[]): Promise<void> {
    const changed = assignments(change, this.#markers);
    const guards = whereAny.map((where) => filterSql(this.#definition, [where]));
    const params = [...changed.params, id, ...guards.flatMap((guard) => guard.params)];
    const either = guards.map(({ text }) => `(${text})`).join(' OR ');
    await this.#write({ sql: `UPDATE ${this.#table} SET ${changed.text} WHERE id = ? AND (${either || 'FALSE'})`, params });
  }

  async remove(id: string, where: Filter = {}): Promise<boolean> {
    return this.#write(this.#guarded(`DELETE FROM ${this.#table}`, [], id, where));
  }

  #parse(body: unknown): T {
    try {
      return JSON.parse(String(body));
    } catch (cause) {
      throw new DamagedDocument(`A document of ${this.#definition.name} cannot be read: its bytes are damaged.`, { cause });
    }
  }

  get #markers(): readonly string[] {
    return this.#definition.markers ?? [];
  }

  /** The document as its row holds it: the body without the markers, and their columns. */
  #columns(document: T): SqlValue[] {
    if (this.#markers.length === 0) return [jsonOf(document)];
    const fields = new Map<string, unknown>(Object.entries(document));
    const marks = this.#markers.map((marker) => markerValue(marker, fields.get(marker)));
    for (const marker of this.#markers) fields.delete(marker);
    return [jsonOf(Object.fromEntries(fields)), ...marks];
  }

  #countSql(filters: readonly Filter[], reader: Reader, limit: number): Sql {
    const elements = planElements(this.#definition, filters, reader, 'count');
    const where = filterSql(this.#definition, filters, elements);
    return { text: `SELECT count(*) AS found FROM (SELECT 1 FROM ${sourceSql(this.#definition, elements)} WHERE ${where.text} LIMIT ?)`, params: [...where.params, limit] };
  }

  #guarded(sql: string, params: readonly SqlValue[], id: string, where: Filter): Statement {
    const guard = filterSql(this.#definition, [where]);
    return { sql: `${sql} WHERE id = ? AND ${guard.text}`, params: [...params, id, ...guard.params] };
  }

  async #write(statement: Statement): Promise<boolean> {
    const [changes] = await this.#connections.writer().write([statement]);
    return changes === 1;
  }
}

/**
 * Documents in one SQLite file: a table a collection, JSON bodies, indexes on expressions. Reads run in the calling thread, writes in the file's worker.
 * A path holds values of one kind, and paths of `sort` hold one in every document that is paged through.
 * `minimumFreeBytes` of disk (500 MB) must be free for writes; `schemaVersion` (1) is the newest version of data this code reads.
 */
export function openSqliteDocuments(options: { file: string; minimumFreeBytes?: number; schemaVersion?: number }): DocumentStore {
  const definitions = new Map<string, CollectionDefinition>();
  let open: { reader: Reader; writer: Writer } | undefined;
  const opened = (): { reader: Reader; writer: Writer } => {
    if (open === undefined) throw new StoreUnavailable('The document store is not open.');
    return open;
  };
  const connections: Connections = { reader: () => opened().reader, writer: () => opened().writer };
  return {
    collection: (definition) => {
      if (open !== undefined) throw new Error(`The collection "${definition.name}" was named after the store was opened.`);
      if (definitions.has(definition.name)) throw new Error(`The collection "${definition.name}" is named twice.`);
      definitions.set(definition.name, definition);
      return new SqliteCollection(definition, connections);
    },
    open: async () => {
      prepareFile(options.file, options.schemaVersion ?? 1, (database) => buildCollections(database, [...definitions.values()]));
      const writer = await openWriter({ file: options.file, minimumFreeBytes: options.minimumFreeBytes });
      open = { reader: openReader(options.file), writer };
    },
    ping: async () => {
      opened().reader.get('SELECT 1 AS one', []);
      opened().writer.check();
    },
    close: async () => {
      const closing = open;
      open = undefined;
      if (closing === undefined) return;
      // The writer is the last to leave: it folds the log back into the file.
      closing.reader.close();
      await closing.writer.close();
    },
  };
}

/** Opens the documents of a file for reading alone, beside a platform that runs: nothing is built and every write throws StoreUnavailable. */
export function openSqliteDocumentsForReading(options: { file: string }): Omit<DocumentStore, 'ping'> {
  const reader = openReader(options.file);
  const connections: Connections = {
    reader: () => reader,
    writer: () => {
      throw new StoreUnavailable('This store is open for reading alone.');
    },
  };
  return {
    collection: (definition) => new SqliteCollection(definition, connections),
    open: async () => undefined,
    close: async () => reader.close(),
  };
}
