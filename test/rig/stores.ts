// What a run leaves behind, read where it lies: the entries, the events and what users has projected.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openBusReader } from '@tradepost/platform/bus/embedded-read.ts';
import type { EventBus, StoredEvent } from '@tradepost/platform/ports.ts';

/** An entry as it lies in the store. */
export interface Line {
  readonly _id: string;
  readonly a: string;
  readonly s: number;
  readonly t: string;
  readonly amt: number;
  readonly after: { readonly posted: number; readonly held: number };
  readonly settles?: string;
  readonly outcome?: string;
  readonly ik: string;
  readonly prev: string;
  readonly hash: string;
}

/** What users says of an account's money, in paise; absent until it has heard of any. */
export interface Projected {
  readonly epoch?: number;
  readonly seq?: number;
  readonly postedPaise?: number;
  readonly heldPaise?: number;
}

/** The stores of a platform, embedded or engines. */
export interface Stores {
  /** All entries, by account and number. */
  lines(): Promise<Line[]>;
  /** All events of funds; those of one account are in its order. */
  events(): Promise<StoredEvent[]>;
  /** By account. */
  projected(): Promise<ReadonlyMap<string, Projected>>;
}

/** All events of funds that a bus holds. */
export async function fundsEvents(bus: Pick<EventBus, 'read'>): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  for (let after = 0; ; ) {
    const page = await bus.read({ topic: 'tradepost.funds', after, limit: 1_000 });
    events.push(...page);
    const last = page.at(-1);
    if (!last) return events;
    after = last.offset;
  }
}

function read<T>(file: string, sql: string): T[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database
      .prepare(sql)
      .all()
      .map((row) => row as T);
  } finally {
    database.close();
  }
}

/** The stores in a data folder, beside the platform that runs on it or after it. */
export const embeddedStores = (dataDir: string): Stores => ({
  lines: async () => read<{ body: string }>(join(dataDir, 'funds.db'), "SELECT body FROM c_entries ORDER BY body ->> '$.a', body ->> '$.s'").map(({ body }) => JSON.parse(body)),
  async events() {
    const bus = openBusReader(join(dataDir, 'bus.db'));
    try {
      return await fundsEvents(bus);
    } finally {
      await bus.close();
    }
  },
  async projected() {
    const rows = read<{ body: string }>(join(dataDir, 'users.db'), 'SELECT body FROM c_users');
    return new Map(rows.map(({ body }) => JSON.parse(body)).map(({ _id, money }) => [String(_id), money ?? {}]));
  },
});
