import { removeTemporaryFolders } from '@tradepost/platform/testing/temporary-folder.ts';
import { clientWithFunds, startFunds, stopAll } from './support/front-door.ts';

afterEach(stopAll);
afterAll(removeTemporaryFolders);

describe('When an administrator adds funds', () => {
  test('then the answer, the entry, the event and the log tell of it, and no secret is in the log', async () => {
    const platform = await startFunds();
    const { admin, client } = await clientWithFunds(platform, 0);

    const answer = await admin.put(`/users/${client.id}/totalfund`, { amount: 120.5, note: 'by cheque' });

    expect(answer).toMatchObject({ status: 200, body: { message: 'Funds added successfully', totalfund: 120.5, deposit: { amount: 120.5, note: 'by cheque' } } });
    const [entry] = await platform.ledger(client.id);
    expect(entry).toMatchObject({
      _id: answer.body.deposit._id,
      s: 1,
      t: 'deposit',
      amt: 12_050,
      contra: 'bank_in',
      after: { posted: 12_050, held: 0 },
      who: { id: admin.id, role: '1' },
    });
    expect(answer.body.deposit.createdAt).toBe(new Date(entry?.at ?? 0).toISOString());
    expect(await platform.events(client.id)).toMatchObject([
      { id: entry?._id, name: 'FundsAdded', message: { account: client.id, epoch: 0n, seq: 1n, amountPaise: 12_050n, postedPaise: 12_050n } },
    ]);
    expect(platform.logText()).toContain('answered');
    for (const token of platform.tokens) expect(platform.logText()).not.toContain(token);
    expect(platform.logText()).not.toContain('by cheque');
  });

  test.each(['0.005', '1e3', '-1', '0', '0.00', '100.000', '9e15', '1000000000.01', '10000000000', 'null', '-0', '1E2', '0.1e1', 'true', '[1]', '{}'])(
    'then the amount %s is refused on the field and nothing is written',
    async (amount) => {
      const platform = await startFunds();
      const { admin, client } = await clientWithFunds(platform, 0);
      const answer = await admin.put(`/users/${client.id}/totalfund`, `{"amount":${amount}}`);
      expect(answer).toMatchObject({ status: 422, body: { message: 'Please enter a valid positive amount', errors: [{ field: 'amount' }] } });
      expect(await platform.ledger(client.id)).toEqual([]);
    },
  );

  test('then an amount that is a text has the wrong type', async () => {
    const platform = await startFunds();
    const { admin, client } = await clientWithFunds(platform, 0);
    expect(await admin.put(`/users/${client.id}/totalfund`, '{"amount":"100"}')).toMatchObject({ status: 400, body: { code: 'wrong-type' } });
    expect(await platform.ledger(client.id)).toEqual([]);
  });

  test.each([
    ['100.00', 10_000],
    ['0.01', 1],
    ['0.1', 10],
    ['1000000000.00', 100_000_000_000],
    ['8.2', 820],
  ])('then the amount %s is %i paise, exactly', async (amount, expected) => {
    const platform = await startFunds();
    const { admin, client } = await clientWithFunds(platform, 0);
    expect(await admin.put(`/users/${client.id}/totalfund`, `{"amount":${amount}}`)).toMatchObject({ status: 200 });
    expect(await platform.ledger(client.id)).toMatchObject([{ amt: expected, after: { posted: expected, held: 0 } }]);
  });

  test('then a balance above 1,000 crore is refused, recorded and told', async () => {
    const platform = await startFunds();
    const { admin, client } = await clientWithFunds(platform, 1_000_000_000);
    for (let times = 0; times < 9; times += 1) await admin.put(`/users/${client.id}/totalfund`, { amount: 1_000_000_000 });
    expect(await admin.put(`/users/${client.id}/totalfund`, { amount: 0.01 }, 'over')).toMatchObject({ status: 409, body: { code: 'balance-limit' } });
    expect(await admin.put(`/users/${client.id}/totalfund`, { amount: 0.01 }, 'over')).toMatchObject({ status: 409, body: { code: 'balance-limit' } });
    const ledger = await platform.ledger(client.id);
    expect(ledger).toHaveLength(11);
    expect(ledger.at(-1)).toMatchObject({ t: 'refused', refused: { code: 'balance-limit', tried: 'deposit' }, after: { posted: 1_000_000_000_000, held: 0 } });
    expect((await platform.events(client.id)).at(-1)).toMatchObject({ name: 'FundsRefused', message: { attempted: 'deposit', reason: 'balance-limit', amountPaise: 1n } });
  });

  test('then a client may not, an unknown account is 404, and neither writes anything', async () => {
    const platform = await startFunds();
    const { admin, client } = await clientWithFunds(platform, 0);
    expect(await client.put(`/users/${client.id}/totalfund`, { amount: 5 })).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(await platform.caller(client.id, '7').put(`/users/${client.id}/totalfund`, { amount: 5 })).toMatchObject({ status: 403 });
    expect(await admin.put('/users/nobody/totalfund', { amount: 5 })).toMatchObject({ status: 404 });
    expect(await platform.send('PUT', `/api/users/${client.id}/totalfund`, { amount: 5 })).toMatchObject({ status: 401 });
    expect(await admin.put(`/users/${client.id}/totalfund`, { amount: 5, more: 1 })).toMatchObject({ status: 400, body: { code: 'unknown-field' } });
    expect(await platform.entries.count({ limit: 10 })).toBe(0);
  });

  test.each(['pending', 'disabled'] as const)('then a %s account takes them', async (state) => {
    const platform = await startFunds();
    const admin = await platform.newAccount('active', '0');
    const client = await platform.newAccount(state);
    expect(await admin.put(`/users/${client.id}/totalfund`, { amount: 5 })).toMatchObject({ status: 200, body: { totalfund: 5 } });
  });

  test('then a deleted account takes nothing', async () => {
    const platform = await startFunds();
    const admin = await platform.newAccount('active', '1');
    const client = await platform.newAccount('deleted');
    expect(await admin.put(`/users/${client.id}/totalfund`, { amount: 5 })).toMatchObject({ status: 404 });
    expect(await platform.entries.count({ limit: 10 })).toBe(0);
  });
});

describe('When an administrator reduces funds', () => {
  test('then the answer, the entry and the event tell of it', async () => {
    const platform = await startFunds();
    const { admin, client } = await clientWithFunds(platform, 500);
    expect(await admin.patch(`/${client.id}/reduce-fund`, { amount: 120.25, note: 'fee' })).toMatchObject({
      status: 200,
      body: { message: 'Funds withdrawn successfully', totalfund: 379.75 },
    });
    expect((await platform.ledger(client.id)).at(-1)).toMatchObject({ t: 'debit', amt: 12_025, after: { posted: 37_975, held: 0 }, note: 'fee', contra: 'adjust' });
    expect((await platform.events(client.id)).at(-1)).toMatchObject({ name: 'FundsReduced', message: { seq: 2n, postedPaise: 37_975n } });
  });

  test('then money that a withdrawal holds is not there to be taken', async () => {
    const platform = await startFunds();
    const { admin, client } = await clientWithFunds(platform, 100);
    await client.post(`/${client.id}/withdrawals`, { amount: 60 });
    expect(await admin.patch(`/${client.id}/reduce-fund`, { amount: 40.01 })).toMatchObject({ status: 409, body: { message: 'Insufficient funds' } });
    expect(await admin.patch(`/${client.id}/reduce-fund`, { amount: 40 })).toMatchObject({ status: 200, body: { totalfund: 60 } });
    expect((await platform.events(client.id)).map((event) => event.name)).toEqual(['FundsAdded', 'WithdrawalRequested', 'FundsRefused', 'FundsReduced']);
  });
});
