import { removeTemporaryFolders } from '@tradepost/platform/testing/temporary-folder.ts';
import { eventually, newClient } from './support/people.ts';
import { usersWorld, type World } from './support/world.ts';

let world: World;
beforeAll(async () => {
  world = await usersWorld();
});
afterAll(async () => {
  await world.stop();
  removeTemporaryFolders();
});

describe('When funds tells of balances', () => {
  test('then the totals follow its events of funds, the newest wins, and an edit in between loses none', async () => {
    const [client, marker] = [await newClient(world), await newClient(world)];
    const told = (epoch: bigint, seq: bigint, postedPaise: bigint) => world.publish('FundsAdded', { account: client._id, epoch, seq, postedPaise, heldPaise: 0n, amountPaise: 1n });
    const total = async ({ userId } = client): Promise<number> => (await world.call('GET', `/api/users?q=${userId}`, { as: world.admin })).rows[0]?.totalfund ?? -1;
    await told(0n, 2n, 12_050n);
    await eventually(async () => (await total()) === 120.5);
    await told(0n, 1n, 99n);
    await told(0n, 2n, 77n);
    await world.publish('FundsAdded', { account: marker._id, epoch: 0n, seq: 1n, postedPaise: 100n, heldPaise: 0n, amountPaise: 1n });
    await eventually(async () => (await total(marker)) === 1);
    expect(await total(client)).toBe(120.5);
    const edits = Promise.all(Array.from({ length: 10 }, (_, n) => world.call('PATCH', `/api/users/${client._id}`, { as: client, body: { address: `Street ${n}` } })));
    for (const seq of [3n, 4n, 5n]) await told(0n, seq, seq * 100n);
    await edits;
    await eventually(async () => (await total()) === 5);
    await told(1n, 1n, 4_200n);
    await eventually(async () => (await total()) === 42);
    expect((await world.call('GET', `/api/user/${client._id}`, { as: client })).body.version).toBe(12);
  });

  test('then an event that cannot be true changes none, is kept, and replaces no good one', async () => {
    const client = await newClient(world);
    const good = { account: client._id, epoch: 0n, seq: 3n, postedPaise: 500n, heldPaise: 100n };
    const bad = [
      { ...good, account: '' },
      { ...good, seq: 0n },
      { ...good, seq: 2n ** 63n - 1n },
      { ...good, seq: 4n, postedPaise: -1n, heldPaise: -1n },
      { ...good, seq: 4n, heldPaise: 501n },
    ];
    const letters = async (): Promise<number> => (await world.deadLetters()).length;
    const before = await letters();
    await world.publish('FundsAdded', good, ...bad);
    await eventually(async () => (await letters()) === before + bad.length);
    expect((await world.call('GET', `/api/users?q=${client.userId}`, { as: world.admin })).rows[0]?.totalfund).toBe(5);
  });
});
