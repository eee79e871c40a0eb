import { OutcomeUnknown, StoreUnavailable } from '@tradepost/platform/errors.ts';
import type { Collection } from '@tradepost/platform/ports.ts';
import { removeTemporaryFolders } from '@tradepost/platform/testing/temporary-folder.ts';
import type { Entry } from '../src/collections.ts';
import { clientWithFunds, startFunds, stopAll } from './support/front-door.ts';

afterEach(stopAll);
afterAll(removeTemporaryFolders);

/** Entries whose next inserts fail as told: each of `plan` is used once. */
function faulty() {
  const plan: ((insert: () => Promise<void>) => Promise<void>)[] = [];
  const inserted: string[] = [];
  const finds = { failing: 0, stale: 0 };
  const disturb = (entries: Collection<Entry>): Collection<Entry> => ({
    get: (id) => entries.get(id),
    count: (query) => entries.count(query),
    replace: (entry, where) => entries.replace(entry, where),
    update: (id, change, where) => entries.update(id, change, where),
    updateAll: (ids, change) => entries.updateAll(ids, change),
    apply: (id, change, whereAny) => entries.apply(id, change, whereAny),
    remove: (id, where) => entries.remove(id, where),
    async find(query) {
      if (finds.failing > 0 && query.filter?.pub === undefined) {
        finds.failing -= 1;
        throw new StoreUnavailable('away');
      }
      const found = await entries.find(query);
      if (finds.stale > 0 && query.sort?.s === -1 && query.limit === 1 && found[0]) {
        // A replica that lags behind: the newest entry is not there yet.
        finds.stale -= 1;
        return entries.find({ ...query, filter: { ...query.filter, s: { lt: found[0].s } } });
      }
      return found;
    },
    insert(entry) {
      inserted.push(entry._id);
      const fault = plan.shift();
      return fault ? fault(() => entries.insert(entry)) : entries.insert(entry);
    },
  });
  return { plan, inserted, finds, disturb };
}

const unknown = () => Promise.reject(new OutcomeUnknown('no answer'));

describe('When nobody knows whether an entry has arrived', () => {
  test('then one that had arrived is found by its key and booked once', async () => {
    const faults = faulty();
    const platform = await startFunds({ disturb: faults.disturb });
    const { client } = await clientWithFunds(platform, 100);
    faults.plan.push((insert) => insert().then(unknown));
    expect(await client.post(`/${client.id}/withdrawals`, { amount: 10 })).toMatchObject({ status: 201 });
    expect(await platform.ledger(client.id)).toHaveLength(2);
    expect(faults.inserted).toHaveLength(2);
  });

  test('then one that had not arrived is sent again as the very same entry', async () => {
    const faults = faulty();
    const platform = await startFunds({ disturb: faults.disturb });
    const { client } = await clientWithFunds(platform, 100);
    faults.plan.push(unknown, unknown);
    const answer = await client.post(`/${client.id}/withdrawals`, { amount: 10 });
    expect(answer).toMatchObject({ status: 201 });
    expect(new Set(faults.inserted.slice(1))).toEqual(new Set([answer.body.withdrawal._id]));
    expect(await platform.ledger(client.id)).toHaveLength(2);
  });

  test('then a store that stays away makes it unknown, never refused, and the same key finds out', async () => {
    const faults = faulty();
    const platform = await startFunds({ disturb: faults.disturb });
    const { client } = await clientWithFunds(platform, 100);
    faults.plan.push((insert) => {
      faults.finds.failing = 1;
      return insert().then(unknown);
    });
    const answer = await client.post(`/${client.id}/withdrawals`, { amount: 10 }, 'key');
    expect(answer).toMatchObject({ status: 503, body: { code: 'unknown-outcome' } });
    expect(answer.headers.get('retry-after')).toBeTruthy();
    expect(await client.post(`/${client.id}/withdrawals`, { amount: 10 }, 'key')).toMatchObject({ status: 201 });
    expect(await platform.ledger(client.id)).toHaveLength(2);
  });
});

describe('When the store does not answer', () => {
  test('then the call is 503, nothing is written, and the next one goes on', async () => {
    const faults = faulty();
    const platform = await startFunds({ disturb: faults.disturb });
    const { client } = await clientWithFunds(platform, 100);
    faults.plan.push(() => Promise.reject(new StoreUnavailable('disk full')));
    expect(await client.post(`/${client.id}/withdrawals`, { amount: 10 })).toMatchObject({ status: 503, body: { code: 'storage-unavailable' } });
    expect(await platform.ledger(client.id)).toHaveLength(1);
    expect(await client.post(`/${client.id}/withdrawals`, { amount: 10 })).toMatchObject({ status: 201 });
  });

  test('then reading a lagging replica only costs another try', async () => {
    const faults = faulty();
    const platform = await startFunds({ disturb: faults.disturb });
    const { admin, client } = await clientWithFunds(platform, 100);
    await admin.put(`/users/${client.id}/totalfund`, { amount: 1 });
    await platform.stop();
    const again = await startFunds({ folder: platform.folder, users: platform.users, disturb: faults.disturb });
    faults.finds.stale = 3;
    const before = faults.inserted.length;
    expect(await again.caller(client.id, '2').post(`/${client.id}/withdrawals`, { amount: 101 })).toMatchObject({ status: 201 });
    expect(faults.inserted.length - before).toBe(4);
    expect((await again.ledger(client.id)).map((entry) => entry.s)).toEqual([1, 2, 3]);
  });
});
