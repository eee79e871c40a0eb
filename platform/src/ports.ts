/**
 * What the product stands on, one page. Each port has an embedded and a distributed adapter with one contract suite for both;
 * nothing outside platform/ imports a driver.
 */

export type Scalar = string | number | boolean | null;

/** Every document has an id that the caller makes. Values are JSON: no Date, no bigint, no undefined. */
export interface Stored {
  readonly _id: string;
}

/** A condition on one path. A bare value means "equal"; `prefix` looks for the beginning of a text, or of any element where the path holds a list. */
export type Condition =
  | Scalar
  | { readonly in: readonly Scalar[] }
  | { readonly lt?: Scalar; readonly lte?: Scalar; readonly gt?: Scalar; readonly gte?: Scalar }
  | { readonly exists: boolean }
  | { readonly prefix: string };

/** All conditions hold. Paths are dotted (`bank.sealed`, `outbox.0.id`). To name a path twice, use `all`. */
export type Filter = Readonly<Record<string, Condition>>;

/** 1 ascending, -1 descending. */
export type Direction = 1 | -1;

export interface IndexDefinition {
  readonly name: string;
  readonly keys: Readonly<Record<string, Direction>>;
  readonly unique?: boolean;
  /** The index holds only documents that match. A query is served by it when its filter names the same conditions. */
  readonly where?: Readonly<Record<string, Scalar | { readonly exists: true }>>;
  /** The one key holds a list of texts, each of which is found by `prefix`. With `where` it serves queries that name the same conditions. */
  readonly eachElement?: boolean;
}

export interface CollectionDefinition {
  readonly name: string;
  readonly indexes: readonly IndexDefinition[];
  /** Fields of the document itself that hold a whole number for a while and are then unset: a store may keep them apart, so that this touches only the indexes that name them. */
  readonly markers?: readonly string[];
}

export interface Query {
  readonly filter?: Filter;
  /** Further filters that all hold as well (several prefixes on one list, for example). */
  readonly all?: readonly Filter[];
  /** In the order of the keys; all in one direction. End with `_id` for a stable order. */
  readonly sort?: Readonly<Record<string, Direction>>;
  /** Starts behind this position: one value for each path of `sort`. */
  readonly after?: readonly Scalar[];
  /** At most 1,000. */
  readonly limit: number;
}

export interface Change {
  readonly set?: Readonly<Record<string, unknown>>;
  readonly unset?: readonly string[];
  /** Removes from the list at `path` the elements whose `id` is one of `ids`. */
  readonly pull?: { readonly path: string; readonly ids: readonly string[] };
}

/** Each call is one atomic step; an answered write is on disk. Throws StoreUnavailable when the store cannot answer, OutcomeUnknown when a write may or may not have happened. */
export interface Collection<T extends Stored> {
  get(id: string): Promise<T | undefined>;
  find(query: Query): Promise<T[]>;
  /** Counts at most `limit` documents. */
  count(query: { readonly filter?: Filter; readonly all?: readonly Filter[]; readonly limit: number }): Promise<number>;
  /** Throws DuplicateKey when the id or a unique index has it already. */
  insert(document: T): Promise<void>;
  /** Replaces the document with `document._id` when it matches `where`; false when none does. Throws DuplicateKey like insert. The compare-and-set of every aggregate. */
  replace(document: T, where: Filter): Promise<boolean>;
  /** Changes fields of one document when it matches `where`; false when it does not. */
  update(id: string, change: Change, where?: Filter): Promise<boolean>;
  /** Makes the same change in each of these documents (at most 1,000) that is there, each on its own, and gives their number. After a fault some may be changed: for changes that may be made twice. */
  updateAll(ids: readonly string[], change: Change): Promise<number>;
  /** Changes fields of one document when it matches one of `whereAny`. Nobody hears whether it did, so that the changes of many may share a command: for changes that may be made twice. */
  apply(id: string, change: Change, whereAny: readonly Filter[]): Promise<void>;
  /** Removes one document; false when there is none that matches. */
  remove(id: string, where?: Filter): Promise<boolean>;
}

/** What a ledger may do: no replace, no remove. */
export type AppendOnly<T extends Stored> = Omit<Collection<T>, 'replace' | 'remove'>;

export interface DocumentStore {
  /** Names the collection; nothing is written before `open`. */
  collection<T extends Stored>(definition: CollectionDefinition): Collection<T>;
  /** Builds what is missing, then lists the indexes and compares them with the definitions. Throws with one sentence when they differ or the store is newer than the code. */
  open(): Promise<void>;
  /** Resolves when the store answers; throws StoreUnavailable otherwise. For readiness. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** An event as it travels: CloudEvents attributes and protobuf bytes. */
export interface EventRecord {
  /** Unique; a second delivery has the same. */
  readonly id: string;
  /** `tradepost.WithdrawalRequested.v1` */
  readonly type: string;
  /** The service that owns it. */
  readonly source: string;
  /** The aggregate's id: the key that orders events. */
  readonly subject: string;
  /** ISO 8601 UTC. */
  readonly time: string;
  readonly data: Uint8Array;
}

export interface StoredEvent extends EventRecord {
  readonly topic: string;
  /** Names the event's place, always the same, higher for a later event of the same subject. One file counts all events; Kafka counts in each partition, so there it says nothing about subjects of two partitions. */
  readonly offset: number;
}

export interface DeadLetter {
  readonly id: string;
  readonly topic: string;
  readonly group: string;
  readonly offset: number;
  readonly error: string;
  readonly at: string;
  readonly event: EventRecord;
}

export interface SubscriptionOptions {
  /** The consumer's name. All processes of one group share the work; each event is handled at least once. */
  readonly group: string;
  readonly topics: readonly string[];
  /** `beginning` (default) or `now` for a group that has not read before. */
  readonly from?: 'beginning' | 'now';
  /** One event at a time for each partition, in order. Throws Unprocessable to send the event to the dead letters at once; any other error is tried five times with growing pauses. */
  handle(event: StoredEvent): Promise<void>;
  /** True for an event that says all that those before it under its key have said: of several that wait together, the bus may pass over all but the newest. For absolute values. */
  supersedes?(event: StoredEvent): boolean;
}

export interface Subscription {
  /** Ends after the event in hand. */
  close(): Promise<void>;
  /** Events that wait for this group. */
  lag(): Promise<number>;
}

export interface EventBus {
  /** Resolves when all are on disk, in the order given. At least once: a retry may publish twice. Throws StoreUnavailable or OutcomeUnknown within 10 s. */
  publish(topic: string, events: readonly EventRecord[]): Promise<void>;
  subscribe(options: SubscriptionOptions): Promise<Subscription>;
  /** Reads beside the consumers, for the operator and tests, in the order of `offset`. At most 1,000. */
  read(options: { readonly topic?: string; readonly after?: number; readonly limit: number }): Promise<StoredEvent[]>;
  deadLetters(options?: { readonly group?: string }): Promise<DeadLetter[]>;
  /** Hands the event to its group again, once; false when there is no such dead letter. */
  replay(id: string): Promise<boolean>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Values that may vanish at any time. Never money, sessions or locks. */
export interface Cache {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string, ttlMs: number): Promise<void>;
  remove(key: string): Promise<void>;
  /** Gives the cached value or loads it: one load at a time for each key, whoever asks. A failed load is not kept. */
  load(key: string, ttlMs: number, loader: () => Promise<string>): Promise<string>;
  /** Adds one to a counter that starts again after `windowMs`. */
  increment(key: string, windowMs: number): Promise<{ count: number; resetMs: number }>;
  /** Throws StoreUnavailable while this process falls back on a cache of its own. For readiness, where it only degrades. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface StoredObject {
  readonly contentType: string;
  readonly sizeBytes: number;
  /** Fails when the content does not match its checksum or seal. */
  readonly content: AsyncIterable<Uint8Array>;
}

/** Files, sealed before they are stored. A key has segments of `a-z A-Z 0-9 - _` joined by `/`. */
export interface ObjectStore {
  /** Streams the content; the object appears whole or not at all. */
  put(key: string, content: AsyncIterable<Uint8Array> | Uint8Array, options: { readonly contentType: string }): Promise<{ sizeBytes: number; sha256: string }>;
  get(key: string): Promise<StoredObject | undefined>;
  /** No error when there is none. */
  remove(key: string): Promise<void>;
  list(prefix: string): AsyncIterable<{ key: string; modifiedAtMs: number }>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
}

/** Milliseconds since 1970. Time never decides money or order. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
