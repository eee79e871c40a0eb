import { removeTemporaryFolders } from '@tradepost/platform/testing/temporary-folder.ts';
import { clientWithFunds, startFunds, stopAll, until } from './support/front-door.ts';

afterEach(stopAll);
afterAll(removeTemporaryFolders);

const money = async (platform: Awaited<ReturnType<typeof startFunds>>, account: string) => {
  const { totalfund, heldFund, availableFund } = (await platform.internal('GET', `/accounts/${account}/summary`)).body;
  return { totalfund, heldFund, availableFund };
};

describe('When a client asks for a withdrawal', () => {
  test('then the amount is on hold, the answer says pending, and one event tells of it', async () => {
    const platform = await startFunds();
    const { client } = await clientWithFunds(platform, 500);

    const answer = await client.post(`/${client.id}/withdrawals`, { amount: 120.5 });

    expect(answer).toMatchObject({ status: 201, body: { message: 'Withdrawal request submitted successfully!', withdrawal: { amount: 120.5, status: 'pending' } } });
    expect(await money(platform, client.id)).toEqual({ totalfund: 500, heldFund: 120.5, availableFund: 379.5 });
    expect((await platform.ledger(client.id)).at(-1)).toMatchObject({ _id: answer.body.withdrawal._id, t: 'hold', amt: 12_050, after: { posted: 50_000, held: 12_050 }, open: 1 });
    expect((await platform.events(client.id)).slice(1)).toMatchObject([
      { name: 'WithdrawalRequested', message: { withdrawalId: answer.body.withdrawal._id, amountPaise: 12_050n, heldPaise: 12_050n } },
    ]);
    expect(platform.logText()).not.toContain(client.token);
  });

  test('then more than what is available is refused in the words of the contract, recorded, and holds nothing', async () => {
    const platform = await startFunds();
    const { client } = await clientWithFunds(platform, 100);
    expect(await client.post(`/${client.id}/withdrawals`, { amount: 100.01 })).toMatchObject({ status: 409, body: { code: 'insufficient-funds', message: 'Insufficient funds' } });
    expect(await money(platform, client.id)).toEqual({ totalfund: 100, heldFund: 0, availableFund: 100 });
    expect((await platform.ledger(client.id)).at(-1)).toMatchObject({ t: 'refused', amt: 10_001, refused: { code: 'insufficient-funds', tried: 'hold' } });
    expect((await platform.events(client.id)).at(-1)).toMatchObject({ name: 'FundsRefused', message: { attempted: 'hold', reason: 'insufficient-funds', seq: 2n } });
  });

  test.each([
    ['pending', 403, 'Your account is not approved yet'],
    ['disabled', 403, 'Your account is disabled. Please contact support.'],
    ['deleted', 404, 'There is nothing here.'],
  ] as const)('then a %s account is refused with %i and nothing is written', async (state, status, message) => {
    const platform = await startFunds();
    const client = await platform.newAccount(state);
    expect(await client.post(`/${client.id}/withdrawals`, { amount: 1 })).toMatchObject({ status, body: { message } });
    expect(await platform.entries.count({ limit: 10 })).toBe(0);
  });

  test('then nobody else may ask for it, not even an administrator', async () => {
    const platform = await startFunds();
    const { admin, client } = await clientWithFunds(platform, 100);
    const other = await platform.newAccount('active');
    for (const caller of [admin, other]) expect(await caller.post(`/${client.id}/withdrawals`, { amount: 1 })).toMatchObject({ status: 404 });
    expect(await platform.ledger(client.id)).toHaveLength(1);
  });

  test('then the 1,001st refusal of a minute is 429 and not written, while good calls pass', async () => {
    let nowMs = Date.now();
    const platform = await startFunds({ clock: { now: () => nowMs } });
    const { admin, client } = await clientWithFunds(platform, 1);
    for (let times = 0; times < 50; times += 1) await Promise.all(Array.from({ length: 20 }, () => client.post(`/${client.id}/withdrawals`, { amount: 2 })));
    const answer = await client.post(`/${client.id}/withdrawals`, { amount: 2 });
    expect(answer).toMatchObject({ status: 429 });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await platform.entries.count({ filter: { a: client.id }, limit: 2000 })).toBe(1001);
    expect(await admin.put(`/users/${client.id}/totalfund`, { amount: 1 })).toMatchObject({ status: 200 });
    nowMs += 61_000;
    expect(await client.post(`/${client.id}/withdrawals`, { amount: 3 })).toMatchObject({ status: 409 });
  }, 30_000);
});

describe('When an administrator decides', () => {
  test('then approval lowers the total and frees the hold', async () => {
    const platform = await startFunds();
    const { admin, client } = await clientWithFunds(platform, 500);
    const asked = (await client.post(`/${client.id}/withdrawals`, { amount: 120 })).body.withdrawal;
    const answer = await admin.patch(`/${client.id}/withdrawals/${asked._id}`, { action: 'approve' });
    expect(answer).toMatchObject({ status: 200, body: { message: 'Withdrawal approved', withdrawal: { ...asked, status: 'approved', decidedAt: expect.any(String) } } });
    expect(await money(platform, client.id)).toEqual({ totalfund: 380, heldFund: 0, availableFund: 380 });
    expect((await platform.ledger(client.id)).at(-1)).toMatchObject({ t: 'post', settles: asked._id, outcome: 'approved', contra: 'payout', who: { id: admin.id } });
    expect((await platform.events(client.id)).at(-1)).toMatchObject({ name: 'WithdrawalApproved', message: { withdrawalId: asked._id, postedPaise: 38_000n, heldPaise: 0n } });
    await until(async () => (await platform.entries.get(asked._id))?.open === undefined);
  });

  test('then rejection only frees the hold and keeps the reason', async () => {
    const platform = await startFunds();
    const { admin, client } = await clientWithFunds(platform, 500);
    const asked = (await client.post(`/${client.id}/withdrawals`, { amount: 120 })).body.withdrawal;
    const answer = await admin.patch(`/${client.id}/withdrawals/${asked._id}`, { action: 'reject', reason: 'Bank details differ' });
    expect(answer).toMatchObject({ status: 200, body: { message: 'Withdrawal rejected', withdrawal: { status: 'rejected', reason: 'Bank details differ' } } });
    expect(await money(platform, client.id)).toEqual({ totalfund: 500, heldFund: 0, availableFund: 500 });
    expect((await platform.events(client.id)).at(-1)).toMatchObject({ name: 'WithdrawalRejected', message: { reason: 'Bank details differ' } });
  });

  test('then the same decision again is the same answer without an entry, and the other one is refused and recorded', async () => {
    const platform = await startFunds();
    const { admin, client } = await clientWithFunds(platform, 500);
    const path = `/${client.id}/withdrawals/${(await client.post(`/${client.id}/withdrawals`, { amount: 120 })).body.withdrawal._id}`;
    const first = await admin.patch(path, { action: 'approve' }, 'one');
    const again = await admin.patch(path, { action: 'approve' }, 'two');
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(await platform.ledger(client.id)).toHaveLength(3);
    for (const key of ['three', 'three'])
      expect(await admin.patch(path, { action: 'reject' }, key)).toMatchObject({ status: 409, body: { code: 'already-decided', message: 'This withdrawal is already decided.' } });
    expect(await client.delete(path)).toMatchObject({ status: 409, body: { code: 'already-decided' } });
    expect((await platform.ledger(client.id)).map((entry) => entry.t)).toEqual(['deposit', 'hold', 'post', 'refused', 'refused']);
    expect(await money(platform, client.id)).toEqual({ totalfund: 380, heldFund: 0, availableFund: 380 });
  });

  test('then nobody decides his own, and what is not there or of another account is 404', async () => {
    const platform = await startFunds();
    const { admin, client } = await clientWithFunds(platform, 500);
    const boss = await platform.newAccount('active', '0');
    await boss.put(`/users/${admin.id}/totalfund`, { amount: 50 });
    const own = (await admin.post(`/${admin.id}/withdrawals`, { amount: 20 })).body.withdrawal._id;
    const deposit = (await platform.ledger(client.id))[0]?._id;
    expect(await admin.patch(`/${admin.id}/withdrawals/${own}`, { action: 'approve' })).toMatchObject({ status: 403, body: { message: 'Another administrator must decide.' } });
    expect(await admin.patch(`/${client.id}/withdrawals/${own}`, { action: 'approve' })).toMatchObject({ status: 404 });
    expect(await admin.patch(`/${client.id}/withdrawals/${deposit}`, { action: 'approve' })).toMatchObject({ status: 404 });
    expect(await admin.patch(`/${client.id}/withdrawals/none`, { action: 'approve' })).toMatchObject({ status: 404 });
    expect(await client.patch(`/${client.id}/withdrawals/none`, { action: 'approve' })).toMatchObject({ status: 403 });
    expect(await admin.patch(`/${client.id}/withdrawals/none`, { action: 'maybe' })).toMatchObject({ status: 422 });
    expect(await platform.entries.count({ limit: 10 })).toBe(3);
    expect(await boss.patch(`/${admin.id}/withdrawals/${own}`, { action: 'approve' })).toMatchObject({ status: 200 });
  });
});

describe('When a client cancels a withdrawal', () => {
  test('then the hold is freed, once more answers the same, and nobody can approve it any more', async () => {
    const platform = await startFunds();
    const { admin, client } = await clientWithFunds(platform, 500);
    const path = `/${client.id}/withdrawals/${(await client.post(`/${client.id}/withdrawals`, { amount: 120 })).body.withdrawal._id}`;
    const first = await client.delete(path);
    expect(first).toMatchObject({ status: 200, body: { message: 'Withdrawal cancelled', withdrawal: { status: 'cancelled', amount: 120 } } });
    expect(await client.delete(path, 'again')).toMatchObject({ status: 200, body: first.body });
    expect(await admin.patch(path, { action: 'approve' })).toMatchObject({ status: 409 });
    expect(await admin.patch(path, { action: 'reject' })).toMatchObject({ status: 409 });
    expect(await money(platform, client.id)).toEqual({ totalfund: 500, heldFund: 0, availableFund: 500 });
    expect((await platform.events(client.id)).map((event) => event.name)).toEqual(['FundsAdded', 'WithdrawalRequested', 'WithdrawalCancelled', 'FundsRefused', 'FundsRefused']);
    const other = await platform.newAccount('active');
    expect(await other.delete(path)).toMatchObject({ status: 404 });
    expect(await client.delete(`/${client.id}/withdrawals/none`)).toMatchObject({ status: 404 });
  });
});
