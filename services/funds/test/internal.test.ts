import { removeTemporaryFolders } from '@tradepost/platform/testing/temporary-folder.ts';
import { clientWithFunds, startFunds, stopAll } from './support/front-door.ts';

afterEach(stopAll);
afterAll(removeTemporaryFolders);

const by = { id: 'admin', role: '0' };

describe('When an account is closed', () => {
  test('then an empty one is closed for good, twice answers the same, and everything else is refused', async () => {
    const platform = await startFunds();
    const { admin, client } = await clientWithFunds(platform, 10);
    await admin.patch(`/${client.id}/reduce-fund`, { amount: 10 });
    for (const key of ['one', 'one', 'two'])
      expect(await platform.internal('POST', `/accounts/${client.id}/close`, { key, by })).toMatchObject({ status: 200, body: { closed: true, reasons: [] } });
    expect((await platform.ledger(client.id)).at(-1)).toMatchObject({ s: 3, t: 'close', amt: 0, after: { posted: 0, held: 0 }, who: by });
    for (let times = 0; times < 2; times += 1)
      expect(await admin.put(`/users/${client.id}/totalfund`, { amount: 5 })).toMatchObject({ status: 409, body: { code: 'account-closed' } });
    expect(await client.post(`/${client.id}/withdrawals`, { amount: 5 })).toMatchObject({ status: 409, body: { code: 'account-closed' } });
    expect(await platform.internal('POST', `/accounts/${client.id}/close`, { key: 'three', by })).toMatchObject({ body: { closed: true, reasons: [] } });
    const events = await platform.events(client.id);
    expect(events.map((event) => event.name)).toEqual(['FundsAdded', 'FundsReduced', 'AccountClosed', 'FundsRefused', 'FundsRefused', 'FundsRefused']);
    expect(events[2]?.message).toMatchObject({ account: client.id, seq: 3n, amountPaise: 0n, postedPaise: 0n });
  });

  test('then money or holds stand in the way, and a new key may try again', async () => {
    const platform = await startFunds();
    const { admin, client } = await clientWithFunds(platform, 10);
    const close = (key: string) => platform.internal('POST', `/accounts/${client.id}/close`, { key, by });
    expect((await close('one')).body).toEqual({ closed: false, reasons: ['balance'] });
    const path = `/${client.id}/withdrawals/${(await client.post(`/${client.id}/withdrawals`, { amount: 10 })).body.withdrawal._id}`;
    expect((await close('two')).body).toEqual({ closed: false, reasons: ['balance', 'holds'] });
    expect((await platform.ledger(client.id)).at(-1)).toMatchObject({ t: 'refused', refused: { code: 'account-not-empty', tried: 'close' } });
    await admin.patch(path, { action: 'approve' });
    expect((await close('two')).body).toEqual({ closed: false, reasons: ['balance', 'holds'] });
    expect((await close('three')).body).toEqual({ closed: true, reasons: [] });
    expect(await admin.patch(path, { action: 'approve' })).toMatchObject({ status: 200 });
    expect(await admin.patch(path, { action: 'reject' })).toMatchObject({ status: 409, body: { code: 'already-decided' } });
  });

  test('then a deposit at the same moment comes before or after, never in between', async () => {
    const platform = await startFunds();
    const admin = await platform.newAccount('active', '1');
    for (let round = 0; round < 10; round += 1) {
      const client = await platform.newAccount('active');
      const [deposit, closing] = await Promise.all([
        admin.put(`/users/${client.id}/totalfund`, { amount: 5 }),
        platform.internal('POST', `/accounts/${client.id}/close`, { key: 'one', by }),
      ]);
      expect(closing.body.closed).toBe(deposit.status === 409);
    }
  });
});

describe('When other services ask', () => {
  test('then the summary has the money and the newest fifty of each', async () => {
    const platform = await startFunds();
    const { admin, client } = await clientWithFunds(platform, 100);
    for (let times = 0; times < 51; times += 1) await admin.put(`/users/${client.id}/totalfund`, { amount: 1 });
    await client.post(`/${client.id}/withdrawals`, { amount: 20 });
    const { body } = await platform.internal('GET', `/accounts/${client.id}/summary`);
    expect(body).toMatchObject({ totalfund: 151, heldFund: 20, availableFund: 131, withdrawals: [{ amount: 20, status: 'pending' }] });
    expect(body.deposits).toHaveLength(50);
    expect(await platform.internal('GET', '/accounts/nobody/summary')).toMatchObject({
      status: 200,
      body: { totalfund: 0, heldFund: 0, availableFund: 0, withdrawals: [], deposits: [] },
    });
  });

  test('then balances come by account, page by page', async () => {
    const platform = await startFunds();
    const expected: unknown[] = [];
    for (const amount of [10, 20, 30]) {
      const { client } = await clientWithFunds(platform, amount);
      await client.post(`/${client.id}/withdrawals`, { amount: 4 });
      expected.push({ account: client.id, epoch: 0, seq: 2, postedPaise: amount * 100, heldPaise: 400 });
    }
    const sorted = expected.toSorted((one, two) => (JSON.stringify(one) < JSON.stringify(two) ? -1 : 1));
    const first = (await platform.internal('GET', '/balances?limit=2')).body;
    expect(first).toEqual(sorted.slice(0, 2));
    expect((await platform.internal('GET', `/balances?limit=2&after=${first[1].account}`)).body).toEqual(sorted.slice(2));
  });

  test('then nothing is answered without the internal key', async () => {
    const platform = await startFunds();
    expect(await platform.send('GET', '/internal/balances', undefined, { 'x-internal-key': 'no' })).toMatchObject({ status: 401 });
  });
});
