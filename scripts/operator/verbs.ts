// Every verb of the operator's tool: what it takes, its line in the help, and what it prints.
import { backupVerbs } from './backup-verbs.ts';
import { sentencesOf } from './migrate-report.ts';
import { listDeadLetters, listEvents, verifyAll } from './reading.ts';
import { storesOf } from './stores.ts';
import { runWriting } from './writing.ts';

/** What a verb is given: the data folder, what stands behind the verb, and its options. */
export interface Given {
  readonly dataDir: string;
  readonly rest: readonly string[];
  readonly json: boolean;
  readonly options: Readonly<Record<string, string | undefined>>;
}

export interface Verb {
  /** What stands behind the verb, for the help: `[ID]`. */
  readonly takes: string;
  /** How many words may stand there: least and most. */
  readonly words: readonly [number, number];
  readonly options: readonly string[];
  readonly help: string;
  /** Prints and gives the exit code. */
  run(given: Given): Promise<number>;
}

type Fields = Readonly<Record<string, unknown>>;

/** Prints an answer: as one line of JSON, or the sentence made of it. */
export function print(given: Pick<Given, 'json'>, answer: unknown, sentence: string): void {
  console.log(given.json ? JSON.stringify(answer) : sentence);
}

/** The time of `--since`: ISO 8601, or milliseconds since 1970. Throws an Error with one sentence. */
function timeOf(text: string | undefined): number {
  if (text === undefined) throw new Error('relay resend needs --since TIME: ISO 8601 or milliseconds since 1970.');
  const atMs = /^\d+$/.test(text) ? Number(text) : Date.parse(text);
  if (!Number.isSafeInteger(atMs) || atMs > 8.64e15) throw new Error('--since takes a time in ISO 8601 or milliseconds since 1970.');
  return atMs;
}

const fieldsOf = (result: unknown): Fields => (typeof result === 'object' && result !== null ? { ...result } : {});

async function verify(given: Given): Promise<number> {
  const verdict = await verifyAll(storesOf(given.dataDir, process.env));
  const { ok, entries, accounts, first } = verdict;
  print(
    given,
    verdict,
    ok ? `${entries} entries of ${accounts} accounts, unbroken.` : `Damaged (${first?.store}): account ${first?.account}, entry ${first?.seq}: ${first?.reason}`,
  );
  return ok ? 0 : 1;
}

async function events(given: Given): Promise<number> {
  const after = Number(given.options.after ?? '0');
  if (!Number.isInteger(after) || after < 0) throw new Error('--after takes the offset of an event, a whole number.');
  for await (const row of listEvents(storesOf(given.dataDir, process.env), { topic: given.options.topic, after }))
    print(given, row, `${String(row.offset).padStart(8)}  ${row.time}  ${row.type}  ${row.key}`);
  return 0;
}

async function letters(given: Given): Promise<number> {
  const found = await listDeadLetters(storesOf(given.dataDir, process.env));
  for (const letter of found) print(given, letter, `${letter.id}  ${letter.at}  ${letter.type}  ${letter.error}`);
  if (!given.json && found.length === 0) console.log('No dead letters.');
  return 0;
}

async function replay(given: Given): Promise<number> {
  const [id] = given.rest;
  const result = fieldsOf(await runWriting(given.dataDir, 'dead-letters replay', id === undefined ? {} : { id }));
  const failed = Array.isArray(result.failed) ? result.failed : [];
  print(given, result, [`${result.replayed} replayed, ${failed.length} failed again.`, ...failed.map((letter) => `${letter.id}  ${letter.error}`)].join('\n'));
  return failed.length > 0 ? 1 : 0;
}

async function rebuild(given: Given): Promise<number> {
  const result = fieldsOf(await runWriting(given.dataDir, 'projections rebuild', {}));
  const ahead = Array.isArray(result.ahead) ? result.ahead : [];
  const alarm = ahead.length > 0 ? ` Of ${ahead.length} more was told than the ledger holds, entries are missing: ${ahead.join(', ')}` : '';
  print(given, result, `${result.accounts} balances compared with the ledger, ${result.corrected} corrected.${alarm}`);
  return ahead.length > 0 ? 1 : 0;
}

async function resend(given: Given): Promise<number> {
  const result = fieldsOf(await runWriting(given.dataDir, 'relay resend', { sinceMs: String(timeOf(given.options.since)) }));
  const sent = Object.entries(fieldsOf(result.events)).map(([service, count]) => `${count} of ${service}`);
  print(given, result, `Published again since ${result.since}: ${sent.join(', ')}.`);
  return 0;
}

async function unlock(given: Given): Promise<number> {
  const result = fieldsOf(await runWriting(given.dataDir, 'users unlock', { id: given.rest[0] ?? '' }));
  print(given, result, `${result.userId} (${result.account}) can sign in again without waiting.`);
  return 0;
}

async function rotate(given: Given): Promise<number> {
  const result = await runWriting(given.dataDir, 'secrets rotate', {});
  print(given, result, 'New secrets are in use, and everything sealed before is sealed with the new key.');
  return 0;
}

async function prepareStores(given: Given): Promise<number> {
  // Read only where it is needed: every other verb is quick to start.
  const { prepare } = await import('../prepare.ts');
  const result = await prepare(process.env);
  print(given, result, `The stores are ready, ${result.owner} is there${result.demo ? ', and the demonstration is told' : ''}.`);
  return 0;
}

async function migrateStores(given: Given): Promise<number> {
  const { from } = given.options;
  if (from === undefined) throw new Error('migrate needs --from DIR: the DATA_DIR of a platform that does not run.');
  const { migrate } = await import('./migrate.ts');
  const moved = await migrate(from, process.env, (line) => console.error(line));
  print(given, moved, sentencesOf(from, moved).join('\n'));
  return (moved.balances?.ahead.length ?? 0) > 0 ? 1 : 0;
}

/** The verbs by what is typed. */
export const verbs: Readonly<Record<string, Verb>> = {
  'ledger verify': { takes: '', words: [0, 0], options: [], help: 'replays every account; exit 1 and the first differing entry on any damage', run: verify },
  'events list': { takes: '[--topic T] [--after N]', words: [0, 0], options: ['topic', 'after'], help: 'events on the bus, oldest first', run: events },
  'dead-letters list': { takes: '', words: [0, 0], options: [], help: 'events that a consumer could not handle', run: letters },
  'dead-letters replay': { takes: '[ID]', words: [0, 1], options: [], help: 'hands one of them, or all, to its consumer again', run: replay },
  'projections rebuild': { takes: '', words: [0, 0], options: [], help: 'takes the balances in the lists from the ledger anew', run: rebuild },
  'relay resend': { takes: '--since TIME', words: [0, 0], options: ['since'], help: 'publishes what was committed since a time again', run: resend },
  'users unlock': { takes: 'ID', words: [1, 1], options: [], help: 'ends the waiting after wrong passwords; ID, user id or e-mail', run: unlock },
  'secrets rotate': { takes: '', words: [0, 0], options: [], help: 'makes new secrets and seals everything anew', run: rotate },
  ...backupVerbs,
  prepare: { takes: '', words: [0, 0], options: [], help: "makes shared stores ready for processes of their own, with the owner's account", run: prepareStores },
  migrate: { takes: '--from DIR', words: [0, 0], options: ['from'], help: 'copies the embedded data of DIR to the engines that are named', run: migrateStores },
};
