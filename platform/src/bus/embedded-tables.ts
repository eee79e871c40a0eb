import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { DeadLetter, EventRecord, StoredEvent } from '../ports.ts';
import type { Row } from '../sqlite/reader.ts';
import type { Statement } from '../sqlite/writer-messages.ts';

/** Version of bus.db that this code reads and writes. */
export const busVersion = 1;

const columns = 'topic, partition, id, type, source, subject, time, data';

/** Builds the tables of bus.db. The number of partitions belongs to the data: a key must stay in its partition. Gives the number that holds. */
export function buildBusTables(database: DatabaseSync, partitions: number): number {
  database.exec(`
    BEGIN IMMEDIATE;
    CREATE TABLE IF NOT EXISTS events (
      offset INTEGER PRIMARY KEY AUTOINCREMENT, topic TEXT NOT NULL, partition INTEGER NOT NULL, id TEXT NOT NULL, type TEXT NOT NULL,
      source TEXT NOT NULL, subject TEXT NOT NULL, time TEXT NOT NULL, data BLOB NOT NULL, stored_at_ms INTEGER NOT NULL) STRICT;
    CREATE INDEX IF NOT EXISTS events_by_partition ON events (topic, partition, offset);
    CREATE TABLE IF NOT EXISTS positions (
      consumer TEXT NOT NULL, topic TEXT NOT NULL, partition INTEGER NOT NULL, offset INTEGER NOT NULL,
      PRIMARY KEY (consumer, topic, partition)) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS dead_letters (
      letter TEXT PRIMARY KEY NOT NULL, consumer TEXT NOT NULL, error TEXT NOT NULL, at TEXT NOT NULL, offset INTEGER NOT NULL,
      topic TEXT NOT NULL, partition INTEGER NOT NULL, id TEXT NOT NULL, type TEXT NOT NULL, source TEXT NOT NULL, subject TEXT NOT NULL,
      time TEXT NOT NULL, data BLOB NOT NULL) STRICT;
    CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY NOT NULL, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    COMMIT`);
  database.prepare("INSERT OR IGNORE INTO settings (name, value) VALUES ('partitions', ?)").run(partitions);
  return Number(database.prepare("SELECT value FROM settings WHERE name = 'partitions'").get()?.value ?? partitions);
}

/** The partition of a key: the same key always comes to the same one. */
export const partitionOf = (key: string, partitions: number): number => createHash('sha256').update(key).digest().readUInt32BE(0) % partitions;

/** Stores one event. The data are copied, since a piece of a larger buffer would travel to the worker whole. */
export const insertEvent = (topic: string, partition: number, event: EventRecord, nowMs: number): Statement => ({
  sql: `INSERT INTO events (${columns}, stored_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  params: [topic, partition, event.id, event.type, event.source, event.subject, event.time, new Uint8Array(event.data), nowMs],
});

/** Makes the group known, from the beginning or from now, unless it is known already. */
export const registerGroup = (group: string, topic: string, partition: number, from: 'beginning' | 'now'): Statement => ({
  sql: `INSERT OR IGNORE INTO positions (consumer, topic, partition, offset)
    VALUES (?, ?, ?, ${from === 'now' ? 'coalesce((SELECT max(offset) FROM events WHERE topic = ? AND partition = ?), 0)' : '0'})`,
  params: from === 'now' ? [group, topic, partition, topic, partition] : [group, topic, partition],
});

/** Records how far the group has come. It never goes back. */
export const savePosition = (group: string, topic: string, partition: number, offset: number): Statement => ({
  sql: 'UPDATE positions SET offset = ? WHERE consumer = ? AND topic = ? AND partition = ? AND offset < ?',
  params: [offset, group, topic, partition, offset],
});

/** Keeps an event that the group could not handle. Its id is made of group and offset, so that a second time makes no second letter. */
export const insertDeadLetter = (group: string, event: StoredEvent, error: string, at: string): Statement => ({
  sql: `INSERT OR REPLACE INTO dead_letters (letter, consumer, error, at, offset, ${columns}) SELECT ?, ?, ?, ?, offset, ${columns} FROM events WHERE offset = ?`,
  params: [`${group}:${event.offset}`, group, error, at, event.offset],
});

const bytes = (value: unknown): Uint8Array => (ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : new Uint8Array());

const recordOf = (row: Row): EventRecord => ({
  id: String(row.id),
  type: String(row.type),
  source: String(row.source),
  subject: String(row.subject),
  time: String(row.time),
  data: bytes(row.data),
});

/** An event as it is handed out. */
export const eventOf = (row: Row): StoredEvent => ({ ...recordOf(row), topic: String(row.topic), offset: Number(row.offset) });

/** A dead letter; its topic is named after the event's topic and the group. */
export const deadLetterOf = (row: Row): DeadLetter => ({
  id: String(row.letter),
  topic: `${String(row.topic)}.${String(row.consumer)}.dead`,
  group: String(row.consumer),
  offset: Number(row.offset),
  error: String(row.error),
  at: String(row.at),
  event: recordOf(row),
});
