import type { DeadLetter, EventBus, StoredEvent } from '../ports.ts';
import { openReader, type Reader } from '../sqlite/reader.ts';
import { deadLetterOf, eventOf } from './embedded-tables.ts';

/** Reads events beside the consumers, oldest first. Throws a RangeError when `limit` is not between 1 and 1,000. */
export function readEvents(reader: Reader, options: Parameters<EventBus['read']>[0]): StoredEvent[] {
  if (!Number.isInteger(options.limit) || options.limit < 1 || options.limit > 1000) throw new RangeError('Between 1 and 1,000 events are read at once.');
  const topic = options.topic === undefined ? '' : ' AND topic = ?';
  const params = options.topic === undefined ? [] : [options.topic];
  return reader.all(`SELECT * FROM events WHERE offset > ?${topic} ORDER BY offset LIMIT ?`, [options.after ?? 0, ...params, options.limit]).map(eventOf);
}

/** All dead letters, or those of one group. */
export function readDeadLetters(reader: Reader, options: { readonly group?: string } = {}): DeadLetter[] {
  const where = options.group === undefined ? '' : ' WHERE consumer = ?';
  return reader.all(`SELECT * FROM dead_letters${where} ORDER BY offset, consumer`, options.group === undefined ? [] : [options.group]).map(deadLetterOf);
}

/** Events of a topic that a group has not read yet. */
function countWaiting(reader: Reader, group: string, topic: string): number {
  const row = reader.get(
    `SELECT count(*) AS waiting FROM events JOIN positions ON positions.topic = events.topic AND positions.partition = events.partition
      WHERE positions.consumer = ? AND events.topic = ? AND events.offset > positions.offset`,
    [group, topic],
  );
  return Number(row?.waiting ?? 0);
}

/** What a group has not handled, and since when: events that it has not read, and those among its dead letters. `since` is the earliest time of them, ISO 8601 UTC. */
export interface Unhandled {
  readonly group: string;
  readonly events: number;
  readonly since: string;
}

function readUnhandled(reader: Reader): Unhandled[] {
  const rows = reader.all(
    `SELECT consumer, count(*) AS events, min(time) AS since FROM (
        SELECT positions.consumer, events.time FROM positions JOIN events
          ON positions.topic = events.topic AND positions.partition = events.partition AND events.offset > positions.offset
        UNION ALL SELECT consumer, time FROM dead_letters)
      GROUP BY consumer ORDER BY consumer`,
    [],
  );
  return rows.map((row) => ({ group: String(row.consumer), events: Number(row.events), since: String(row.since) }));
}

/** Opens bus.db for reading alone, beside a platform that runs. Throws StoreUnavailable or a file error when there is none. */
export function openBusReader(file: string): Pick<EventBus, 'read' | 'deadLetters' | 'close'> & { waiting(group: string, topic: string): number; unhandled(): Unhandled[] } {
  const reader = openReader(file);
  return {
    read: async (options) => readEvents(reader, options),
    deadLetters: async (options) => readDeadLetters(reader, options),
    waiting: (group, topic) => countWaiting(reader, group, topic),
    unhandled: () => readUnhandled(reader),
    close: async () => reader.close(),
  };
}
