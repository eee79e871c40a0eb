import { removeTemporaryFolders } from '@tradepost/platform/testing/temporary-folder.ts';
import { clientWithFunds, type Platform, startFunds, stopAll, until } from './support/front-door.ts';

afterEach(stopAll);
afterAll(removeTemporaryFolders);

type Caller = ReturnType<Platform['caller']>;

const request = async (client: Caller, amount: number): Promise<string> => (await client.post(`/${client.id}/withdrawals`, { amount })).body.withdrawal._id;

/** The amounts of a list, page by page of `limit` rows along the links; every page tells the same total. */
async function amounts(caller: Caller, path: string, limit = 2): Promise<number[]> {
  const seen: number[] = [];
  const totals = new Set<string | null>();
  let next: string | undefined = `${path}${path.includes('?') ? '&' : '?'}limit=${limit}`;
  while (next !== undefined) {
    const page = await caller.get(next);
    expect(page.status).toBe(200);
    totals.add(page.headers.get('x-total-count'));
    seen.push(...page.body.map(({ amount }: { amount: number }) => amount));
    next = /<\/api([^>]*)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
  }
  expect([...totals]).toEqual([String(seen.length)]);
  return seen;
}

const everyOrder = ['-createdAt', 'createdAt', '-amount', 'amount'];

describe('When a history is searched', () => {
  test.each(['deposits', 'ledger'])('then %s whose note has words that begin so are found, in each order and page by page', async (list) => {
    const platform = await startFunds();
    const { admin, client } = await clientWithFunds(platform, 0);
    const other = (await clientWithFunds(platform, 0)).client;
    const notes: readonly [number, string?][] = [[5, 'Cheque No. 4711/22'], [3, 'Cash'], [9, 'CHEQUE नमस्ते'], [7], [8, 'cheque 22 returned']];
    for (const [amount, note] of notes) await admin.put(`/users/${client.id}/totalfund`, { amount, note });
    await admin.put(`/users/${other.id}/totalfund`, { amount: 1, note: 'Cheque' });
    const path = `/${client.id}/${list}`;
    for (const sort of everyOrder) {
      const rightOrder = sort.endsWith('amount') ? [5, 8, 9] : [5, 9, 8];
      expect(await amounts(client, `${path}?q=cheq&sort=${sort}`)).toEqual(sort.startsWith('-') ? rightOrder.toReversed() : rightOrder);
    }
    expect(await amounts(admin, `${path}?q=22%20CH`)).toEqual([8, 5]);
    expect(await amounts(admin, `${path}?q=4711/2`)).toEqual([5]);
    expect(await amounts(admin, `${path}?q=${encodeURIComponent('नमस')}`)).toEqual([9]);
    expect(await amounts(client, `${path}?q=heque`)).toEqual([]);
    expect(await amounts(client, `${path}?q=${other.id}`)).toEqual([]);
    expect(await amounts(client, `${path}?q=%20`, 200)).toEqual([8, 7, 9, 3, 5]);
    expect((await client.get(`${path}?q=${'x'.repeat(101)}`)).status).toBe(422);
    expect((await other.get(`${path}?q=cheque`)).status).toBe(404);
  });

  test('then a refusal in the ledger is found by the sentence that it shows, not by the note it was asked with', async () => {
    const platform = await startFunds();
    const { admin, client } = await clientWithFunds(platform, 0);
    await admin.patch(`/${client.id}/reduce-fund`, { amount: 6, note: 'Correction' });
    expect((await admin.get(`/${client.id}/ledger?q=insuff`)).body).toMatchObject([{ kind: 'refused', amount: 6, note: 'Insufficient funds' }]);
    expect(await amounts(admin, `/${client.id}/ledger?q=correction`)).toEqual([]);
  });

  test('then withdrawals are found by the reason of their decision, as they stand', async () => {
    const platform = await startFunds();
    const { admin, client } = await clientWithFunds(platform, 500);
    const decided: readonly [number, 'approve' | 'reject', string][] = [
      [30, 'reject', 'Wrong bank'],
      [10, 'approve', 'Bank checked'],
      [20, 'reject', 'Asked by phone'],
      [40, 'reject', 'Bank is closed'],
    ];
    const ids: string[] = [];
    for (const [amount] of decided) {
      const before = Date.now();
      ids.push(await request(client, amount));
      // The order of these is by the millisecond.
      await until(async () => Date.now() > before + 1);
    }
    for (const [index, [, action, reason]] of [...decided.entries()].toReversed()) await admin.patch(`/${client.id}/withdrawals/${ids[index]}`, { action, reason });
    await request(client, 50);
    const path = `/${client.id}/withdrawals?q=bank`;
    expect((await client.get(path)).body).toMatchObject([
      { _id: ids[3], amount: 40, status: 'rejected', reason: 'Bank is closed' },
      { _id: ids[1], amount: 10, status: 'approved', reason: 'Bank checked' },
      { _id: ids[0], amount: 30, status: 'rejected', reason: 'Wrong bank' },
    ]);
    expect(await Promise.all(everyOrder.map((sort) => amounts(client, `${path}&sort=${sort}`)))).toEqual([
      [40, 10, 30],
      [30, 10, 40],
      [40, 30, 10],
      [10, 30, 40],
    ]);
    expect(await amounts(client, `${path}%20cl`)).toEqual([40]);
    expect(await amounts(client, `/${client.id}/withdrawals?q=nothing`)).toEqual([]);
    expect((await platform.internal('GET', `/accounts/${client.id}/summary`)).body.withdrawals).toHaveLength(5);
  });
});

describe('When the queue is searched or sorted', () => {
  /** Three clients; their withdrawals by status: pending 30, 10, 20, approved 3, 1, 2, rejected 6. */
  async function queueOfThree() {
    const platform = await startFunds();
    const admin = await platform.newAccount('active', '1', 'Meera Nair');
    const clients = [
      await platform.newAccount('active', '2', 'Asha Rao'),
      await platform.newAccount('active', '2', 'Ravi Ashok'),
      await platform.newAccount('active', '2', 'Zubin Rao'),
    ];
    for (const { id } of clients) await admin.put(`/users/${id}/totalfund`, { amount: 100 });
    const [asha, ravi, zubin] = clients;
    if (!asha || !ravi || !zubin) throw new Error('nobody');
    const asked: readonly [Caller, number, ('approve' | 'reject')?][] = [
      [asha, 30],
      [ravi, 3, 'approve'],
      [ravi, 10],
      [asha, 1, 'approve'],
      [zubin, 20],
      [zubin, 2, 'approve'],
      [asha, 6, 'reject'],
    ];
    for (const [client, amount, action] of asked) {
      const before = Date.now();
      const id = await request(client, amount);
      if (action) await admin.patch(`/${client.id}/withdrawals/${id}`, { action });
      await until(async () => Date.now() > before + 1);
    }
    await until(async () => (await platform.entries.count({ filter: { open: 1 }, limit: 9 })) === 3);
    return { platform, admin, clients, userIds: clients.map(({ id }) => platform.users.people.get(id)?.userId ?? '') };
  }

  test('then each status comes newest first by default and in the order that is asked for, page by page', async () => {
    const { admin } = await queueOfThree();
    const read = (status: string) => Promise.all(['', ...everyOrder].map((sort) => amounts(admin, `/withdrawals?${status}${sort && `&sort=${sort}`}`)));
    expect(await read('status=pending')).toEqual([
      [20, 10, 30],
      [20, 10, 30],
      [30, 10, 20],
      [30, 20, 10],
      [10, 20, 30],
    ]);
    expect(await read('status=approved')).toEqual([
      [2, 1, 3],
      [2, 1, 3],
      [3, 1, 2],
      [3, 2, 1],
      [1, 2, 3],
    ]);
    expect((await read(''))[3]).toEqual([30, 20, 10, 6, 3, 2, 1]);
    expect(await admin.get('/withdrawals?sort=name')).toMatchObject({ status: 422, body: { errors: [{ field: 'sort' }] } });
  });

  test('then beginnings of words of the name or the user id find, whatever the status and order', async () => {
    const { admin, clients, userIds } = await queueOfThree();
    expect(await amounts(admin, '/withdrawals?q=rao')).toEqual([6, 2, 20, 1, 30]);
    expect(await amounts(admin, '/withdrawals?q=ash&sort=amount')).toEqual([1, 3, 6, 10, 30]);
    expect(await amounts(admin, '/withdrawals?q=ASH&status=pending&sort=amount')).toEqual([10, 30]);
    expect(await amounts(admin, '/withdrawals?q=ash&status=approved')).toEqual([1, 3]);
    expect(await amounts(admin, '/withdrawals?q=ash&status=rejected&sort=-amount')).toEqual([6]);
    expect(await amounts(admin, '/withdrawals?q=ash&status=cancelled')).toEqual([]);
    expect(await amounts(admin, '/withdrawals?q=rao%20as&status=pending')).toEqual([30]);
    expect(await amounts(admin, `/withdrawals?q=${userIds[2]?.toLowerCase()}&status=pending`)).toEqual([20]);
    expect(await amounts(admin, '/withdrawals?q=nobody&status=pending')).toEqual([]);
    expect(await clients[0]?.get('/withdrawals?q=ash')).toMatchObject({ status: 403 });
  });

  test('then a search that finds more than 1,000 accounts is refused rather than cut', async () => {
    const { platform, admin } = await queueOfThree();
    const many = Array.from({ length: 999 }, (_, number) => ({ _id: `a${number}`, userId: '', name: 'Rao', role: '2', state: 'active', version: 1, words: ['rao'] }) as const);
    await Promise.all(many.map((account) => platform.accounts.insert(account)));
    expect(await admin.get('/withdrawals?q=rao')).toMatchObject({ status: 422, body: { errors: [{ field: 'q', message: expect.stringContaining('type more letters') }] } });
    expect(await amounts(admin, '/withdrawals?q=rao%20zub')).toEqual([2, 20]);
    await platform.accounts.remove('a0');
    expect(await amounts(admin, '/withdrawals?q=rao')).toHaveLength(5);
  });
});

describe('When a cursor comes from a list in another order', () => {
  test.each(['/withdrawals?status=pending', '/withdrawals?status=approved', 'ledger', 'deposits', 'withdrawals'])('then %s refuses it', async (list) => {
    const platform = await startFunds();
    const { admin, client } = await clientWithFunds(platform, 100);
    for (const amount of [1, 2]) {
      await admin.put(`/users/${client.id}/totalfund`, { amount });
      await request(client, amount);
      await admin.patch(`/${client.id}/withdrawals/${await request(client, amount)}`, { action: 'approve' });
    }
    const path = list.startsWith('/') ? `${list}&` : `/${client.id}/${list}?`;
    const first = await admin.get(`${path}limit=1&sort=-amount`);
    const cursor = /after=([^&>]+)/.exec(first.headers.get('link') ?? '')?.[1];
    expect((await admin.get(`${path}limit=1&sort=-amount&after=${cursor}`)).body).toHaveLength(1);
    for (const sort of ['amount', 'createdAt', '-createdAt'])
      expect(await admin.get(`${path}sort=${sort}&after=${cursor}`)).toMatchObject({ status: 422, body: { code: 'invalid-fields', errors: [{ field: 'after' }] } });
  });
});
