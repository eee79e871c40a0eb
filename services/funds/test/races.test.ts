import { join } from 'node:path';
import { openEmbeddedBus } from '@tradepost/platform/bus/embedded.ts';
import { DuplicateKey } from '@tradepost/platform/errors.ts';
import { removeTemporaryFolders, temporaryFolder } from '@tradepost/platform/testing/temporary-folder.ts';
import { everyEntry, verifyLedger } from '../src/verify.ts';
import { clientWithFunds, fakeUsers, type Platform, startFunds, stopAll } from './support/front-door.ts';

afterEach(stopAll);
afterAll(removeTemporaryFolders);

/** Two processes' worth of funds on one store: each keeps its own heads, so each is stale whenever the other has written. */
async function twoReplicas(): Promise<[Platform, Platform]> {
  const folder = temporaryFolder();
  const users = fakeUsers();
  const bus = await openEmbeddedBus({ file: join(folder, 'bus.db'), minimumFreeBytes: 1 });
  const first = await startFunds({ folder, users, bus });
  return [first, await startFunds({ folder, users, bus })];
}

const statuses = (answers: readonly { status: number }[], status: number): number => answers.filter((answer) => answer.status === status).length;

async function expectSound(platform: Platform): Promise<void> {
  expect(await verifyLedger(everyEntry(platform.entries), 'funds')).toMatchObject({ ok: true, first: null });
}

describe('When many ask at once', () => {
  test('then of 300 withdrawals on money for one, one is held and 299 are refused', async () => {
    const platform = await startFunds();
    const { client } = await clientWithFunds(platform, 100);
    const answers = await Promise.all(Array.from({ length: 300 }, () => client.post(`/${client.id}/withdrawals`, { amount: 100 })));
    expect([statuses(answers, 201), statuses(answers, 409)]).toEqual([1, 299]);
    const ledger = await platform.ledger(client.id);
    expect(ledger.at(-1)?.after).toEqual({ posted: 10_000, held: 10_000 });
    expect(ledger.filter((entry) => entry.t === 'hold')).toHaveLength(1);
    expect(ledger.map((entry) => entry.s)).toEqual(ledger.map((_, index) => index + 1));
    await expectSound(platform);
    const events = await platform.events(client.id);
    expect(events.map((event) => event.id)).toEqual(ledger.map((entry) => entry._id));
  }, 30_000);

  test('then two replicas give away no rupee twice either', async () => {
    const [first, second] = await twoReplicas();
    const { client } = await clientWithFunds(first, 100);
    const there = second.caller(client.id, '2');
    const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => (index % 2 ? client : there).post(`/${client.id}/withdrawals`, { amount: 10 })));
    expect(statuses(answers, 201)).toBe(10);
    expect(answers.filter(({ status }) => status !== 201 && status !== 409 && status !== 503)).toEqual([]);
    const ledger = await first.ledger(client.id);
    expect(ledger.at(-1)?.after).toEqual({ posted: 10_000, held: 10_000 });
    await expectSound(first);
  }, 30_000);

  test('then approve and reject at once settle a withdrawal once', async () => {
    const [first, second] = await twoReplicas();
    const { admin, client } = await clientWithFunds(first, 100);
    const there = second.caller(admin.id, '1');
    for (let round = 0; round < 5; round += 1) {
      const id = (await client.post(`/${client.id}/withdrawals`, { amount: 10 })).body.withdrawal._id;
      const path = `/${client.id}/withdrawals/${id}`;
      const answers = await Promise.all([
        admin.patch(path, { action: 'approve' }),
        there.patch(path, { action: 'reject' }),
        there.patch(path, { action: 'approve' }),
        admin.patch(path, { action: 'reject' }),
        client.delete(path),
      ]);
      const settling = (await first.ledger(client.id)).filter((entry) => entry.settles === id);
      expect(settling).toHaveLength(1);
      // The decision that came first is answered to everybody who made the same one.
      expect(statuses(answers, 200)).toBe(settling[0]?.outcome === 'cancelled' ? 1 : 2);
      expect(statuses(answers, 409)).toBe(5 - statuses(answers, 200));
    }
    await expectSound(first);
  }, 30_000);

  test('then the store itself takes no second number, key or settlement', async () => {
    const platform = await startFunds();
    const { admin, client } = await clientWithFunds(platform, 100);
    const id = (await client.post(`/${client.id}/withdrawals`, { amount: 10 })).body.withdrawal._id;
    await admin.patch(`/${client.id}/withdrawals/${id}`, { action: 'approve' });
    const last = (await platform.ledger(client.id)).at(-1);
    if (!last) throw new Error('no entry');
    for (const other of [
      { _id: 'x', ik: 'x', settles: 'x' },
      { _id: 'x', s: 99, settles: 'x' },
      { _id: 'x', s: 99, ik: 'x' },
    ])
      await expect(platform.entries.insert({ ...last, ...other })).rejects.toThrow(DuplicateKey);
  });

  test('then one key five times at once, on two replicas, has one effect and one answer', async () => {
    const [first, second] = await twoReplicas();
    const { client } = await clientWithFunds(first, 100);
    const there = second.caller(client.id, '2');
    const answers = await Promise.all([client, there, client, there, client].map((caller) => caller.post(`/${client.id}/withdrawals`, { amount: 10 }, 'the-key')));
    for (const answer of answers) expect(answer).toMatchObject({ status: 201, body: answers[0]?.body });
    expect(await first.ledger(client.id)).toHaveLength(2);
  });

  test('then more than 500 on one account are busy, and none of those is written', async () => {
    const platform = await startFunds();
    const { client } = await clientWithFunds(platform, 1000);
    const answers = await Promise.all(Array.from({ length: 700 }, () => client.post(`/${client.id}/withdrawals`, { amount: 0.01 })));
    const done = statuses(answers, 201);
    expect(done + statuses(answers, 503)).toBe(700);
    expect(await platform.entries.count({ filter: { a: client.id }, limit: 2000 })).toBe(done + 1);
  }, 30_000);
});

describe('When another replica has written in between', () => {
  test('then a head that is stale collides, is read again, and the decision is made on what is there', async () => {
    const [first, second] = await twoReplicas();
    const { admin, client } = await clientWithFunds(first, 100);
    const there = second.caller(admin.id, '1');
    expect(await there.patch(`/${client.id}/reduce-fund`, { amount: 90 })).toMatchObject({ status: 200, body: { totalfund: 10 } });
    // The first still believes in 100 rupees.
    expect(await client.post(`/${client.id}/withdrawals`, { amount: 50 })).toMatchObject({ status: 409 });
    expect(await there.put(`/users/${client.id}/totalfund`, { amount: 90 })).toMatchObject({ status: 200, body: { totalfund: 100 } });
    // And now it believes in 10: the refusal would be wrong.
    expect(await client.post(`/${client.id}/withdrawals`, { amount: 50 })).toMatchObject({ status: 201 });
    await expectSound(first);
  });

  test('then a withdrawal that was asked for there is decided here', async () => {
    const [first, second] = await twoReplicas();
    const { admin, client } = await clientWithFunds(first, 100);
    const asked = await second.caller(client.id, '2').post(`/${client.id}/withdrawals`, { amount: 50 });
    // The first has never seen the hold.
    expect(await admin.patch(`/${client.id}/withdrawals/${asked.body.withdrawal._id}`, { action: 'approve' })).toMatchObject({ status: 200 });
    expect((await first.ledger(client.id)).at(-1)?.after).toEqual({ posted: 5_000, held: 0 });
  });
});
