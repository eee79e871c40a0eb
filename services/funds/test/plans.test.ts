// Which index serves each list: the queries are those that the front door asks of the store.
import { join } from 'node:path';
import { filtersOf } from '@tradepost/platform/documents/query.ts';
import { planElements } from '@tradepost/platform/documents/sqlite-elements.ts';
import { findSql } from '@tradepost/platform/documents/sqlite-query.ts';
import type { Collection, Query } from '@tradepost/platform/ports.ts';
import { openReader } from '@tradepost/platform/sqlite/reader.ts';
import { removeTemporaryFolders } from '@tradepost/platform/testing/temporary-folder.ts';
import { paise } from '@tradepost/proto/api/money.ts';
import { type Entry, entriesDefinition } from '../src/collections.ts';
import { clientWithFunds, type Platform, startFunds, stopAll } from './support/front-door.ts';

const asked: Query[] = [];

const noted = (entries: Collection<Entry>): Collection<Entry> => ({
  get: (id) => entries.get(id),
  find: (query) => {
    asked.push(query);
    return entries.find(query);
  },
  count: (query) => entries.count(query),
  insert: (document) => entries.insert(document),
  update: (id, change, where) => entries.update(id, change, where),
  updateAll: (ids, change) => entries.updateAll(ids, change),
  apply: (id, change, whereAny) => entries.apply(id, change, whereAny),
  replace: (document, where) => entries.replace(document, where),
  remove: (id, where) => entries.remove(id, where),
});

let platform: Platform;
let admin: ReturnType<Platform['caller']>;
let client: typeof admin;

beforeAll(async () => {
  // The plans are those of SQLite, whatever store the other tests stand on.
  delete process.env.MONGODB_URI;
  platform = await startFunds({ disturb: noted });
  ({ admin, client } = await clientWithFunds(platform, 100));
  await client.post(`/${client.id}/withdrawals`, { amount: 1 });
});
afterAll(async () => {
  await stopAll();
  removeTemporaryFolders();
});

/** The plan of the page that a call reads: of its sorted query. Relay and verifier read beside it. */
async function planOf(path: string): Promise<string> {
  asked.length = 0;
  expect(await admin.get(path.replace(':id', client.id))).toMatchObject({ status: 200 });
  const page = asked.find(({ filter, sort, limit }) => sort && limit > 1 && filter !== undefined && filter.pub === undefined);
  if (!page) throw new Error('No page was read.');
  const reader = openReader(join(platform.folder, 'funds.db'));
  const { text, params } = findSql(entriesDefinition, page, planElements(entriesDefinition, filtersOf(page), reader));
  const plan = reader.all(`EXPLAIN QUERY PLAN ${text}`, params).map(({ detail }) => String(detail).replaceAll('i_entries.', ''));
  reader.close();
  return plan.join('\n');
}

describe('When a list is read', () => {
  test.each([
    ['/:id/ledger', 'SEARCH c_entries USING INDEX account_seq (<expr>=?)'],
    ['/:id/ledger?sort=-amount', 'SEARCH c_entries USING INDEX account_amount (<expr>=?)'],
    ['/:id/deposits', 'SEARCH c_entries USING INDEX account_kind (<expr>=? AND <expr>=?)'],
    ['/:id/deposits?sort=amount', 'SEARCH c_entries USING INDEX account_kind_amount (<expr>=? AND <expr>=?)'],
    ['/:id/withdrawals', 'SEARCH c_entries USING INDEX account_kind (<expr>=? AND <expr>=?)'],
    ['/:id/withdrawals?sort=-amount', 'SEARCH c_entries USING INDEX account_kind_amount (<expr>=? AND <expr>=?)'],
    ['/withdrawals', 'SCAN c_entries USING INDEX holds'],
    ['/withdrawals?sort=-amount', 'SCAN c_entries USING INDEX holds_amount'],
    ['/withdrawals?status=pending&sort=createdAt', 'SCAN c_entries USING INDEX open_holds'],
    ['/withdrawals?status=pending&sort=amount', 'SCAN c_entries USING INDEX open_holds_amount'],
    ['/withdrawals?status=approved', 'SEARCH c_entries USING INDEX settled (<expr>=?)'],
    ['/withdrawals?status=rejected&sort=amount', 'SEARCH c_entries USING INDEX settled_amount (<expr>=?)'],
  ])('then %s walks an index in its order', async (path, plan) => {
    expect(await planOf(path)).toBe(plan);
  });
});

describe('When a list is searched', () => {
  const orders = ['createdAt', '-amount'];

  test.each(['ledger', 'deposits', 'withdrawals'].flatMap((list) => orders.map((sort) => `/:id/${list}?q=cheque&sort=${sort}`)))(
    'then %s fetches the few entries with the words, however long the history is',
    async (path) => {
      const plan = await planOf(path);
      expect(plan).toContain('SEARCH c_entries USING INDEX sqlite_autoindex_c_entries_1 (id=?)');
      expect(plan).toContain('SEARCH e_entries.words USING PRIMARY KEY (value>? AND value<?)');
      expect(plan).not.toContain('SCAN c_entries');
    },
  );

  test.each(['', 'status=pending&', 'status=approved&', 'status=cancelled&'].flatMap((status) => orders.map((sort) => `/withdrawals?${status}q=asha&sort=${sort}`)))(
    'then %s reads the withdrawals of the accounts that it finds, not those of everybody',
    async (path) => {
      expect(await planOf(path)).toContain('SEARCH c_entries USING INDEX account_kind_amount (<expr>=? AND <expr>=?)');
    },
  );
});

describe('When many entries of an account have the words', () => {
  test('then its order is walked, and the pages and totals are those of few', async () => {
    const { client: busy } = await clientWithFunds(platform, 0);
    const numbers = Array.from({ length: 520 }, (_, number) => number + 1);
    await Promise.all(
      numbers.map((number) =>
        platform.entries.insert({
          _id: `busy-${number}`,
          a: busy.id,
          s: number,
          epoch: 0,
          t: 'deposit',
          amt: paise(number),
          contra: 'bank_in',
          after: { posted: paise(number), held: paise(0) },
          ik: `key-${number}`,
          ih: '',
          who: { id: admin.id, role: '1' },
          note: 'Salary',
          words: [`${busy.id} salary`],
          at: number,
          prev: '',
          hash: '',
        }),
      ),
    );
    client = busy;
    expect(await planOf('/:id/ledger?q=sal')).toContain('SEARCH c_entries USING INDEX account_seq (<expr>=?)');
    const { body, headers } = await admin.get(`/${busy.id}/deposits?q=sal&sort=-amount&limit=2`);
    expect(body).toMatchObject([{ amount: 5.2 }, { amount: 5.19 }]);
    expect(headers.get('x-total-count')).toBe('520');
  });
});
