import { removeTemporaryFolders } from '@tradepost/platform/testing/temporary-folder.ts';
import { clientWithFunds, startFunds, stopAll } from './support/front-door.ts';

afterEach(stopAll);
afterAll(removeTemporaryFolders);

describe('When a call comes again with its key', () => {
  test('then it is answered as before, also after a restart and after the withdrawal was decided', async () => {
    const platform = await startFunds();
    const { admin, client } = await clientWithFunds(platform, 100);
    const deposit = await admin.put(`/users/${client.id}/totalfund`, { amount: 5, note: 'gift' }, 'deposit-key');
    const debit = await admin.patch(`/${client.id}/reduce-fund`, { amount: 1 }, 'debit-key');
    const asked = await client.post(`/${client.id}/withdrawals`, { amount: 10 }, 'hold-key');
    const path = `/${client.id}/withdrawals/${asked.body.withdrawal._id}`;
    const decided = await admin.patch(path, { action: 'reject', reason: 'no' }, 'decide-key');
    const refused = await client.post(`/${client.id}/withdrawals`, { amount: 1_000 }, 'refused-key');
    await admin.put(`/users/${client.id}/totalfund`, { amount: 5_000 });
    const before = await platform.ledger(client.id);
    await platform.stop();

    const again = await startFunds({ folder: platform.folder, users: platform.users });
    const [sameAdmin, sameClient] = [again.caller(admin.id, '1'), again.caller(client.id, '2')];
    expect(await sameAdmin.put(`/users/${client.id}/totalfund`, { amount: 5, note: 'gift' }, 'deposit-key')).toMatchObject({ status: 200, body: deposit.body });
    expect(await sameAdmin.patch(`/${client.id}/reduce-fund`, { amount: 1 }, 'debit-key')).toMatchObject({ status: 200, body: debit.body });
    expect(await sameClient.post(`/${client.id}/withdrawals`, { amount: 10 }, 'hold-key')).toMatchObject({ status: 201, body: asked.body });
    expect(await sameAdmin.patch(path, { action: 'reject', reason: 'no' }, 'decide-key')).toMatchObject({ status: 200, body: decided.body });
    // There is money by now; the answer of this key stays what it was.
    expect(refused.status).toBe(409);
    expect(await sameClient.post(`/${client.id}/withdrawals`, { amount: 1_000 }, 'refused-key')).toMatchObject({ status: 409, body: { code: 'insufficient-funds' } });
    expect((await again.ledger(client.id)).map((entry) => entry.hash)).toEqual(before.map((entry) => entry.hash));
  });

  test('then another body, path or actor is 422 and writes nothing', async () => {
    const platform = await startFunds();
    const { admin, client } = await clientWithFunds(platform, 100);
    const other = await platform.newAccount('active', '1');
    await admin.put(`/users/${client.id}/totalfund`, { amount: 5 }, 'key');
    for (const answer of [
      await admin.put(`/users/${client.id}/totalfund`, { amount: 6 }, 'key'),
      await admin.put(`/users/${client.id}/totalfund`, { amount: 5, note: 'x' }, 'key'),
      await admin.patch(`/${client.id}/reduce-fund`, { amount: 5 }, 'key'),
      await other.put(`/users/${client.id}/totalfund`, { amount: 5 }, 'key'),
      await client.post(`/${client.id}/withdrawals`, { amount: 5 }, 'key'),
    ])
      expect(answer).toMatchObject({ status: 422, body: { code: 'key-reused' } });
    expect(await platform.ledger(client.id)).toHaveLength(2);
    // The key belongs to the account in the path.
    expect(await admin.put(`/users/${other.id}/totalfund`, { amount: 5 }, 'key')).toMatchObject({ status: 200 });
  });

  test.each(['', 'a b', 'x'.repeat(129), 'clé'])('then the key %j is refused', async (key) => {
    const platform = await startFunds();
    const { client } = await clientWithFunds(platform, 100);
    expect(await client.post(`/${client.id}/withdrawals`, { amount: 5 }, key)).toMatchObject({ status: 400, body: { code: 'invalid-key' } });
  });
});
