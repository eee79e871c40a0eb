import { removeTemporaryFolders } from '@tradepost/platform/testing/temporary-folder.ts';
import { clientWithFunds, startFunds, stopAll, until } from './support/front-door.ts';

afterEach(stopAll);
afterAll(removeTemporaryFolders);

type Client = Awaited<ReturnType<typeof clientWithFunds>>['client'];

const request = async (client: Client, amount: number): Promise<string> => (await client.post(`/${client.id}/withdrawals`, { amount })).body.withdrawal._id;

const column = (rows: readonly Record<string, unknown>[], name: string): unknown[] => rows.map((row) => row[name]);

describe('When the histories of an account are read', () => {
  test('then withdrawals show how they stand, newest first, and sort by amount', async () => {
    const platform = await startFunds();
    const { admin, client } = await clientWithFunds(platform, 500);
    const ids = [await request(client, 30), await request(client, 10), await request(client, 20)];
    await admin.patch(`/${client.id}/withdrawals/${ids[0]}`, { action: 'approve' });
    await admin.patch(`/${client.id}/withdrawals/${ids[1]}`, { action: 'reject', reason: 'No' });
    for (const caller of [client, admin]) {
      const { body, headers } = await caller.get(`/${client.id}/withdrawals`);
      expect(body).toMatchObject([
        { _id: ids[2], amount: 20, status: 'pending' },
        { _id: ids[1], amount: 10, status: 'rejected', reason: 'No' },
        { _id: ids[0], amount: 30, status: 'approved' },
      ]);
      expect(headers.get('x-total-count')).toBe('3');
    }
    expect(column((await client.get(`/${client.id}/withdrawals?sort=createdAt`)).body, 'amount')).toEqual([30, 10, 20]);
    expect(column((await client.get(`/${client.id}/withdrawals?sort=-amount`)).body, 'amount')).toEqual([30, 20, 10]);
    expect(column((await client.get(`/${client.id}/withdrawals?sort=amount`)).body, 'amount')).toEqual([10, 20, 30]);
  });

  test.each(['-createdAt', 'createdAt', '-amount', 'amount'])('then pages by %s join without a gap, by the link alone', async (sort) => {
    const platform = await startFunds();
    const { admin, client } = await clientWithFunds(platform, 0);
    for (const amount of [5, 3, 3, 3, 9, 1, 3]) await admin.put(`/users/${client.id}/totalfund`, { amount });
    const whole = (await client.get(`/${client.id}/deposits?sort=${sort}`)).body;
    const seen: unknown[] = [];
    let path: string | undefined = `/${client.id}/deposits?sort=${sort}&limit=2`;
    while (path !== undefined) {
      const page = await client.get(path);
      expect(page.headers.get('x-total-count')).toBe('7');
      seen.push(...page.body);
      path = /<\/api([^>]*)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(seen).toEqual(whole);
    expect(seen).toHaveLength(7);
  });

  test('then the ledger names who entered what, and a client sees the administrators by name', async () => {
    const platform = await startFunds();
    const { admin, client } = await clientWithFunds(platform, 100);
    const id = await request(client, 30);
    await client.post(`/${client.id}/withdrawals`, { amount: 99 });
    await admin.patch(`/${client.id}/withdrawals/${id}`, { action: 'reject', reason: 'Wrong bank' });
    const { body, headers } = await client.get(`/${client.id}/ledger`);
    const [byAdmin, byClient] = [
      { _id: admin.id, role: '1', name: 'Meera Nair' },
      { _id: client.id, role: '2', name: 'Asha Rao' },
    ];
    expect(body).toMatchObject([
      { seq: 4, kind: 'void', amount: 30, totalfund: 100, heldFund: 0, availableFund: 100, note: 'Wrong bank', by: byAdmin },
      { seq: 3, kind: 'refused', amount: 99, totalfund: 100, heldFund: 30, availableFund: 70, note: 'Insufficient funds', by: byClient },
      { seq: 2, kind: 'hold', amount: 30, heldFund: 30, by: byClient },
      { seq: 1, kind: 'deposit', amount: 100, by: byAdmin },
    ]);
    expect(Object.keys(body[3]).sort()).toEqual(['_id', 'amount', 'availableFund', 'by', 'createdAt', 'heldFund', 'kind', 'seq', 'totalfund']);
    expect(headers.get('x-total-count')).toBe('4');
    const second = await client.get(`/${client.id}/ledger?limit=2&sort=createdAt`);
    expect(column(second.body, 'seq')).toEqual([1, 2]);
  });

  test('then a stranger, an unknown account and a broken query are refused', async () => {
    const platform = await startFunds();
    const { admin, client } = await clientWithFunds(platform, 1);
    const other = await platform.newAccount('active');
    for (const list of ['withdrawals', 'deposits', 'ledger']) {
      expect(await other.get(`/${client.id}/${list}`)).toMatchObject({ status: 404 });
      expect(await admin.get(`/nobody/${list}`)).toMatchObject({ status: 404 });
      expect(await platform.send('GET', `/api/${client.id}/${list}`)).toMatchObject({ status: 401 });
      expect(await client.get(`/${client.id}/${list}?after=rubbish`)).toMatchObject({ status: 422 });
      expect(await client.get(`/${client.id}/${list}?limit=201`)).toMatchObject({ status: 422 });
      expect(await client.get(`/${client.id}/${list}?sort=hash`)).toMatchObject({ status: 422 });
      expect(await client.get(`/${client.id}/${list}?what=1`)).toMatchObject({ status: 400 });
    }
    expect(await client.get('/withdrawals')).toMatchObject({ status: 403 });
  });
});

describe('When the queue is read', () => {
  test('then each status has its rows, with the person, the masked bank account and what is available', async () => {
    const platform = await startFunds();
    const { admin, client } = await clientWithFunds(platform, 100);
    const other = (await clientWithFunds(platform, 50)).client;
    const ids = [await request(client, 10), await request(other, 20), await request(client, 30), await request(client, 40)];
    await admin.patch(`/${client.id}/withdrawals/${ids[2]}`, { action: 'approve' });
    await client.delete(`/${client.id}/withdrawals/${ids[3]}`);
    await until(async () => (await platform.entries.count({ filter: { open: 1 }, limit: 9 })) === 2);
    platform.users.asked.length = 0;

    const pending = await admin.get('/withdrawals?status=pending&sort=createdAt');
    expect(pending.body).toMatchObject([
      { _id: ids[0], amount: 10, status: 'pending', availableFund: 60, user: { _id: client.id, name: 'Asha Rao', bankDetails: { accountNumber: '••••1234' } } },
      { _id: ids[1], amount: 20, status: 'pending', availableFund: 30, user: { _id: other.id } },
    ]);
    expect(pending.headers.get('x-total-count')).toBe('2');
    expect(platform.users.asked).toEqual(['getAccounts']);
    expect(column((await admin.get('/withdrawals?status=approved')).body, '_id')).toEqual([ids[2]]);
    expect(column((await admin.get('/withdrawals?status=cancelled')).body, '_id')).toEqual([ids[3]]);
    expect((await admin.get('/withdrawals?status=rejected')).body).toEqual([]);
    expect(column((await admin.get('/withdrawals')).body, 'status')).toEqual(['cancelled', 'approved', 'pending', 'pending']);
    expect(column((await admin.get('/withdrawals?sort=createdAt')).body, '_id')).toEqual(ids);
    expect(await admin.get('/withdrawals?status=open')).toMatchObject({ status: 422 });
  });

  test('then a marker that outlived its hold is left out and mended', async () => {
    const platform = await startFunds();
    const { admin, client } = await clientWithFunds(platform, 100);
    const id = await request(client, 10);
    await admin.patch(`/${client.id}/withdrawals/${id}`, { action: 'approve' });
    await until(async () => (await platform.entries.get(id))?.open === undefined);
    await platform.entries.update(id, { set: { open: 1 } });
    expect((await admin.get('/withdrawals?status=pending')).body).toEqual([]);
    await until(async () => (await platform.entries.get(id))?.open === undefined);
  });

  test('then users away leaves the names of the projection and no bank details', async () => {
    const platform = await startFunds();
    const { admin, client } = await clientWithFunds(platform, 100);
    await request(client, 10);
    platform.users.state.away = true;
    expect((await admin.get('/withdrawals?status=pending')).body).toMatchObject([{ user: { _id: client.id, name: 'Asha Rao', bankDetails: null }, availableFund: 90 }]);
  });
});
