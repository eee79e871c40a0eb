// `npm run ops -- NOUN VERB`: the operator's tool. Verbs that read open the stores beside a running platform.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Entry, entriesDefinition } from '@tradepost/funds/collections.ts';
import { everyEntry, verifyLedger } from '@tradepost/funds/verify.ts';
import { openBusReader } from '@tradepost/platform/bus/embedded-read.ts';
import { openSqliteDocumentsForReading } from '@tradepost/platform/documents/sqlite.ts';
import { decodeEvent } from '@tradepost/proto/events/catalog.ts';

const help = `npm run ops -- NOUN VERB [--json]

  ledger verify                          replays every account; exit 1 and the first differing entry on any damage
  events list [--topic T] [--after N]    events on the bus, oldest first
  dead-letters list                      events that a consumer could not handle

DATA_DIR names the data folder [./data].`;

interface Flags {
  readonly json: boolean;
  readonly topic: string | undefined;
  readonly after: number;
}

const dataDir = process.env.DATA_DIR?.trim() || './data';

/** Path of a store's file. Throws an Error with one sentence when there is none. */
function storeFile(name: string): string {
  const file = join(dataDir, name);
  if (!existsSync(file)) throw new Error(`There is no ${name} in ${dataDir}: set DATA_DIR to the folder of a platform that was started once.`);
  return file;
}

async function verify(flags: Flags): Promise<number> {
  const documents = openSqliteDocumentsForReading({ file: storeFile('funds.db') });
  try {
    const verdict = await verifyLedger(everyEntry(documents.collection<Entry>(entriesDefinition)), 'funds');
    if (flags.json) console.log(JSON.stringify(verdict));
    else if (verdict.ok) console.log(`${verdict.entries} entries of ${verdict.accounts} accounts, unbroken.`);
    else console.log(`Damaged: account ${verdict.first?.account}, entry ${verdict.first?.seq}: ${verdict.first?.reason}`);
    return verdict.ok ? 0 : 1;
  } finally {
    await documents.close();
  }
}

/** What an event says, as JSON: 64-bit numbers become text. */
function readable(event: { type: string; data: Uint8Array }): unknown {
  try {
    const { $typeName: _, ...fields } = decodeEvent(event).message;
    return JSON.parse(JSON.stringify(fields, (_name, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)));
  } catch (error) {
    return { unreadable: error instanceof Error ? error.message : String(error) };
  }
}

async function listEvents(flags: Flags): Promise<number> {
  const bus = openBusReader(storeFile('bus.db'));
  try {
    let after = flags.after;
    for (;;) {
      const events = await bus.read({ after, limit: 500, ...(flags.topic === undefined ? {} : { topic: flags.topic }) });
      for (const event of events) {
        const row = { offset: event.offset, topic: event.topic, key: event.subject, id: event.id, type: event.type, time: event.time, data: readable(event) };
        console.log(flags.json ? JSON.stringify(row) : `${String(row.offset).padStart(8)}  ${row.time}  ${row.type}  ${row.key}`);
      }
      const last = events.at(-1);
      if (!last || events.length < 500) return 0;
      after = last.offset;
    }
  } finally {
    await bus.close();
  }
}

async function listDeadLetters(flags: Flags): Promise<number> {
  const bus = openBusReader(storeFile('bus.db'));
  try {
    const letters = await bus.deadLetters();
    for (const { event, ...letter } of letters)
      console.log(flags.json ? JSON.stringify({ ...letter, type: event.type, key: event.subject }) : `${letter.id}  ${letter.at}  ${event.type}  ${letter.error}`);
    if (!flags.json && letters.length === 0) console.log('No dead letters.');
    return 0;
  } finally {
    await bus.close();
  }
}

const verbs: Readonly<Record<string, (flags: Flags) => Promise<number>>> = { 'ledger verify': verify, 'events list': listEvents, 'dead-letters list': listDeadLetters };

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
      topic: { type: 'string' },
      after: { type: 'string', default: '0' },
    },
  });
  const verb = verbs[positionals.join(' ')];
  if (values.help || !verb) {
    console.log(help);
    return values.help ? 0 : 2;
  }
  const after = Number(values.after);
  if (!Number.isInteger(after) || after < 0) throw new Error('--after takes the offset of an event, a whole number.');
  return verb({ json: values.json, topic: values.topic, after });
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  },
);
