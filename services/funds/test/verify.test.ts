import { DamagedDocument } from '@tradepost/platform/errors.ts';
import type { Query } from '@tradepost/platform/ports.ts';
import { removeTemporaryFolders } from '@tradepost/platform/testing/temporary-folder.ts';
import type { Entry } from '../src/collections.ts';
import { everyEntry, verifyLedger } from '../src/verify.ts';
import { clientWithFunds, type Platform, startFunds, stopAll } from './support/front-door.ts';

afterEach(stopAll);
afterAll(removeTemporaryFolders);

async function platformWithHistory() {
  const platform = await startFunds();
  const { admin, client } = await clientWithFunds(platform, 100);
  const other = await platform.newAccount('active');
  await admin.put(`/users/${other.id}/totalfund`, { amount: 7 });
  const id = (await client.post(`/${client.id}/withdrawals`, { amount: 10 })).body.withdrawal._id;
  await client.post(`/${client.id}/withdrawals`, { amount: 1000 });
  await admin.patch(`/${client.id}/withdrawals/${id}`, { action: 'approve' });
  await admin.patch(`/${client.id}/reduce-fund`, { amount: 5 });
  await platform.events(client.id);
  return { platform, client };
}

const verdict = (platform: Platform) => verifyLedger(everyEntry(platform.entries), 'funds');

/** An entry whose hash was made anew by somebody who knows how. */
const { hashOf } = await import('../src/chain.ts');
const resealed = (entry: Entry): Entry => ({ ...entry, hash: hashOf(entry) });

describe('When the ledger is verified', () => {
  test('then a sound one is found sound, and counted', async () => {
    const { platform } = await platformWithHistory();
    expect(await verdict(platform)).toEqual({ ok: true, accounts: 2, entries: 6, first: null });
  });

  test('then a closed one, too, with what was refused afterwards', async () => {
    const { platform } = await platformWithHistory();
    const client = await platform.newAccount('active');
    await platform.internal('POST', `/accounts/${client.id}/close`, { key: 'k', by: { id: 'a', role: '0' } });
    await client.post(`/${client.id}/withdrawals`, { amount: 1 });
    expect(await verdict(platform)).toMatchObject({ ok: true, accounts: 3, entries: 8 });
  });

  test.each<[string, (entry: Entry) => Entry]>([
    ['amount', (entry) => ({ ...entry, amt: (entry.amt + 1) as Entry['amt'] })],
    ['balance', (entry) => ({ ...entry, after: { ...entry.after, posted: (entry.after.posted + 1) as Entry['amt'] } })],
    ['key', (entry) => ({ ...entry, ik: `${entry.ik}x` })],
    ['person', (entry) => ({ ...entry, who: { ...entry.who, id: 'somebody' } })],
    ['time', (entry) => ({ ...entry, at: entry.at + 1 })],
    ['hash', (entry) => ({ ...entry, hash: entry.hash.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) })],
    ['balance, sealed anew', (entry) => resealed({ ...entry, after: { ...entry.after, posted: (entry.after.posted + 1) as Entry['amt'] } })],
    ['note, sealed anew', (entry) => resealed({ ...entry, note: 'forged' })],
  ])('then a changed %s in the middle is found', async (_, forge) => {
    const { platform, client } = await platformWithHistory();
    const entry = (await platform.ledger(client.id))[1];
    if (!entry) throw new Error('no entry');
    await platform.entries.replace(forge(entry), {});
    const found = await verdict(platform);
    expect(found).toMatchObject({ ok: false, first: { store: 'funds', account: client.id } });
    expect(found.first?.seq).toBeGreaterThanOrEqual(2);
    expect(found.first?.seq).toBeLessThanOrEqual(3);
  });

  test('then a missing entry is found', async () => {
    const { platform, client } = await platformWithHistory();
    await platform.entries.remove((await platform.ledger(client.id))[2]?._id ?? '');
    expect(await verdict(platform)).toMatchObject({ ok: false, first: { store: 'funds', account: client.id, seq: 4, reason: 'Number 3 is missing.' } });
  });

  test.each([1, 3])('then entry %i is named when its bytes are damaged, or what stands before it', async (seq) => {
    const { platform } = await platformWithHistory();
    const [first] = await platform.entries.find({ sort: { a: 1, s: 1 }, limit: 1 });
    const [account] = (await platform.entries.find({ filter: { s: 3 }, limit: 1 })).map(({ a }) => a);
    const before = seq === 1 ? { account: first?.a === account ? '' : first?.a, seq: first?.a === account ? 0 : 1 } : { account, seq };
    const find = async (query: Query): Promise<Entry[]> => {
      const found = await platform.entries.find(query);
      if (found.some((entry) => entry.a === account && entry.s === seq)) throw new DamagedDocument('The bytes are damaged.');
      return found;
    };
    expect(await verifyLedger(everyEntry({ find }), 'funds')).toMatchObject({ ok: false, first: { ...before, reason: expect.stringContaining('cannot be read') } });
  });

  test('then two entries that changed places are found', async () => {
    const { platform, client } = await platformWithHistory();
    const [, second, third] = await platform.ledger(client.id);
    if (!second || !third) throw new Error('no entries');
    for (const entry of [second, third]) await platform.entries.remove(entry._id);
    await platform.entries.insert({ ...second, s: 3 });
    await platform.entries.insert({ ...third, s: 2 });
    expect(await verdict(platform)).toMatchObject({ ok: false, first: { account: client.id, seq: 2 } });
  });

  test('then a hold that was settled twice is found, even with good hashes', async () => {
    const { platform, client } = await platformWithHistory();
    const ledger = await platform.ledger(client.id);
    const post = ledger.find((entry) => entry.t === 'post');
    const last = ledger.at(-1);
    if (!post || !last) throw new Error('no entries');
    const { settles, ...rest } = post;
    const twice = resealed({ ...rest, settles: settles ?? '', _id: 'forged', ik: 'forged', s: last.s + 1, at: last.at, prev: last.hash });
    const judged = await verifyLedger(
      (async function* () {
        yield* ledger;
        yield twice;
      })(),
      'funds',
    );
    expect(judged).toMatchObject({ ok: false, first: { seq: last.s + 1, reason: 'It settles a hold that is not there or is settled already.' } });
  });
});
