import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqliteDocuments } from '@tradepost/platform/documents/sqlite.ts';
import { type MoneyProjection, usersCollections } from '../../services/users/src/collections.ts';
import { chainOf } from '../bench/history.ts';
import { person } from '../bench/user-list.ts';
import { ownerPassword } from '../support/platform.ts';
import { startProcess } from '../support/process.ts';

const insertedAtOnce = 500;

/** What every platform of a check is started with; `DATA_DIR` is missing. */
export const checkEnvironment = { DEMO_DATA: '0', OWNER_PASSWORD: ownerPassword, RATE_LIMIT_FACTOR: '1000000', LOG_LEVEL: 'fatal' };

/** Puts the chains into the ledger; gives where each account ends. */
function fillLedger(file: string, ids: readonly string[], entriesEach: number, untold: boolean): Map<string, MoneyProjection> {
  const database = new DatabaseSync(file);
  // Nothing is lost that matters when the machine stops while a check is prepared.
  database.exec('PRAGMA synchronous = OFF');
  const insert = database.prepare('INSERT INTO c_entries (id, body, m_pub) VALUES (?, ?, ?)');
  const heads = new Map<string, MoneyProjection>();
  for (const [index, id] of ids.entries()) {
    if (index % insertedAtOnce === 0) database.exec('BEGIN');
    for (const entry of chainOf(id, entriesEach)) {
      insert.run(entry._id, JSON.stringify(entry), untold ? 0 : null);
      heads.set(id, { epoch: entry.epoch, seq: entry.s, postedPaise: entry.after.posted, heldPaise: entry.after.held });
    }
    if (index % insertedAtOnce === insertedAtOnce - 1 || index === ids.length - 1) database.exec('COMMIT');
  }
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  return heads;
}

/**
 * Makes the data folder of a platform that has `accounts` clients with `entriesEach` ledger entries each; gives their ids. Nothing runs on it afterwards.
 * With `untold` the entries still wait to be published, and nobody has heard of the money; without, users knows the balances.
 */
export async function fillFolder(dataDir: string, { accounts, entriesEach, untold = false }: { accounts: number; entriesEach: number; untold?: boolean }): Promise<string[]> {
  await (await startProcess({ ...checkEnvironment, DATA_DIR: dataDir })).stop();
  const people = Array.from({ length: accounts }, (_, number) => person(number));
  const ids = people.map(({ _id }) => _id);
  const heads = fillLedger(join(dataDir, 'funds.db'), ids, entriesEach, untold);
  const documents = openSqliteDocuments({ file: join(dataDir, 'users.db') });
  const { users } = usersCollections(documents);
  await documents.open();
  const nothing: MoneyProjection = { epoch: 0, seq: 0, postedPaise: 0, heldPaise: 0 };
  for (let from = 0; from < accounts; from += insertedAtOnce)
    await Promise.all(
      people.slice(from, from + insertedAtOnce).map((one) => users.insert({ ...one, state: 'active', money: (untold ? undefined : heads.get(one._id)) ?? nothing })),
    );
  await documents.close();
  return ids;
}
