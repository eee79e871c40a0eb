import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Random, seeded } from '../rig/random.ts';
import { ops, startProcess } from '../support/process.ts';
import { type Check, part } from './check.ts';
import { checkEnvironment, fillFolder } from './filled.ts';

const entriesEach = 100;
const mostSeconds = 5;
const longestWaitMs = 300_000;

/** Somebody with access to the file changes an entry; the number that must be named as the first that does not fit. */
interface Tampering {
  readonly name: string;
  tamper(file: string, account: string, seq: number, random: Random): number;
}

function change(file: string, sql: string, ...values: (string | number)[]): void {
  const database = new DatabaseSync(file);
  const { changes } = database.prepare(sql).run(...values);
  database.close();
  if (changes === 0) throw new RangeError('Nothing was changed.');
}

const flippedFields = ['"amt":', '"at":', '"posted":', '"ik":"fill-', '"ih":"', '"hash":"', '"prev":"'];
const ofEntry = `body ->> '$.a' = ?1 AND body ->> '$.s' = ?2`;

/** Flips the lowest bit of the first digit of a field, in the bytes of the file. */
function flipByte(file: string, account: string, seq: number, random: Random): number {
  const database = new DatabaseSync(file);
  const body = String(database.prepare(`SELECT body FROM c_entries WHERE ${ofEntry}`).get(account, seq)?.body);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  const bytes = readFileSync(file);
  const at = bytes.indexOf(body);
  if (at < 0 || bytes.indexOf(body, at + 1) >= 0) throw new RangeError('The entry is not once in the file.');
  const field = random.pick(flippedFields);
  const place = body.indexOf(field) + field.length;
  if (place < field.length) throw new RangeError(`The entry has no ${field}`);
  bytes.writeUInt8(bytes.readUInt8(at + place) ^ 1, at + place);
  writeFileSync(file, bytes);
  return seq;
}

const swapped = `UPDATE c_entries SET body = (SELECT json_set(other.body, '$._id', c_entries.id, '$.ik', c_entries.body ->> '$.ik', '$.s', c_entries.body ->> '$.s') FROM c_entries AS other
  WHERE other.body ->> '$.a' = ?1 AND other.body ->> '$.s' = 2 * ?2 + 1 - (c_entries.body ->> '$.s')) WHERE body ->> '$.a' = ?1 AND body ->> '$.s' IN (?2, ?2 + 1)`;

const tamperings: readonly Tampering[] = [
  { name: 'byte flip', tamper: flipByte },
  {
    name: 'delete',
    tamper(file, account, seq) {
      change(file, `DELETE FROM c_entries WHERE ${ofEntry}`, account, seq);
      return seq + 1;
    },
  },
  {
    name: 'swap',
    tamper(file, account, seq) {
      change(file, swapped, account, seq);
      return seq;
    },
  },
  {
    name: 'tail cut',
    tamper(file, account, seq) {
      change(file, `DELETE FROM c_entries WHERE body ->> '$.a' = ?1 AND body ->> '$.s' >= ?2`, account, seq);
      return seq;
    },
  },
];

/** Lets the service verify the ledger once and write down the heads of the day. */
async function writeHeads(dataDir: string, accounts: number): Promise<void> {
  const platform = await startProcess({ ...checkEnvironment, DATA_DIR: dataDir });
  const heads = join(dataDir, 'heads');
  const lines = (): number => (existsSync(heads) ? readdirSync(heads).flatMap((name) => readFileSync(join(heads, name), 'utf8').split('\n').filter(Boolean)).length : 0);
  const deadlineMs = performance.now() + longestWaitMs;
  while (lines() < accounts && performance.now() < deadlineMs) await new Promise((resolve) => setTimeout(resolve, 250));
  await platform.stop();
  if (lines() !== accounts) throw new Error(`The heads name ${lines()} of ${accounts} accounts.`);
}

async function verified(dataDir: string): Promise<{ seconds: number; code: number | null; text: string }> {
  const beganMs = performance.now();
  const { code, text } = await ops(dataDir, 'ledger', 'verify', '--json');
  return { seconds: (performance.now() - beganMs) / 1000, code, text: text.trim() };
}

export const tamper: Check = {
  id: 'M9',
  what: '100,000 entries of 1,000 accounts; a byte flipped, an entry deleted, two swapped, a tail cut: 4 of 4 found by `ops ledger verify` at the right entry, in under 5 s per 100,000 entries',
  async run(asked) {
    const folder = mkdtempSync(join(tmpdir(), 'tradepost-tamper-'));
    try {
      const [random, accounts, dataDir] = [seeded(asked.seed), part(1_000, asked), join(folder, 'data')];
      const ids = await fillFolder(dataDir, { accounts, entriesEach });
      await writeHeads(dataDir, accounts);
      const sound = await verified(dataDir);
      asked.say(`untouched: ${sound.seconds.toFixed(1)} s, ${sound.text}`);
      let [found, longest] = [0, sound.seconds];
      for (const { name, tamper: harm } of tamperings) {
        const copy = join(folder, 'copy');
        cpSync(dataDir, copy, { recursive: true });
        const [account, seq] = [random.pick(ids), random.whole(2, entriesEach - 1)];
        const expected = harm(join(copy, 'funds.db'), account, seq, random);
        const { seconds, code, text } = await verified(copy);
        rmSync(copy, { recursive: true });
        asked.say(`${name} of entry ${seq}: ${seconds.toFixed(1)} s, ${text}`);
        const { ok, first } = JSON.parse(text);
        if (code === 1 && ok === false && first.store === 'funds' && first.account === account && first.seq === expected) found += 1;
        longest = Math.max(longest, seconds);
      }
      const wasSound = sound.code === 0 && JSON.parse(sound.text).entries === accounts * entriesEach;
      return {
        passed: wasSound && found === tamperings.length && longest < mostSeconds,
        figure: `${found} of ${tamperings.length} found in ${accounts * entriesEach} entries; the untouched ledger in ${sound.seconds.toFixed(1)} s, the longest of all ${longest.toFixed(1)} s`,
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
