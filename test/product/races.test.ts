import { randomUUID } from 'node:crypto';
import { type TestPlatform, testPlatform } from '../support/platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
}, 30_000);
afterAll(() => platform.stop(), 30_000);

const statuses = (answers: readonly { status: number }[]): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

describe('When many want the same money at once', () => {
  test('then of 300 withdrawals of 60.00 on 100.00 exactly one is held', async () => {
    const client = await platform.client({ rupees: 100 });
    const answers = await Promise.all(Array.from({ length: 300 }, () => client.post(`/api/${client.id}/withdrawals`, { amount: 60 })));
    expect(statuses(answers)).toEqual({ 201: 1, 409: 299 });
    expect((await client.get(`/api/user/${client.id}`)).body).toMatchObject({ totalfund: 100, heldFund: 60, availableFund: 40 });
  }, 60_000);

  test('then of approvals and rejections at once one settles', async () => {
    const owner = await platform.owner();
    const client = await platform.client({ rupees: 50 });
    const { withdrawal } = (await client.post(`/api/${client.id}/withdrawals`, { amount: 50 })).body;
    const path = `/api/${client.id}/withdrawals/${withdrawal._id}`;
    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => owner.patch(path, { action: index % 2 === 0 ? 'approve' : 'reject' })));
    const counts = statuses(answers);
    expect(counts).toEqual({ 200: 20, 409: 20 });
    const kinds: string[] = (await owner.get(`/api/${client.id}/ledger?limit=200`)).body.map((row: { kind: string }) => row.kind);
    expect(kinds.filter((kind) => kind === 'post' || kind === 'void')).toHaveLength(1);
  }, 60_000);

  test('then the same call five times at once with one key has one effect and equal bodies', async () => {
    const client = await platform.client({ rupees: 100 });
    const key = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(Array.from({ length: 5 }, () => client.post(`/api/${client.id}/withdrawals`, { amount: 10 }, key)));
    expect(statuses(answers)).toEqual({ 201: 5 });
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect((await client.get(`/api/user/${client.id}`)).body).toMatchObject({ heldFund: 10 });
    expect(await client.post(`/api/${client.id}/withdrawals`, { amount: 11 }, key)).toMatchObject({ status: 422, body: { code: 'key-reused' } });
  }, 60_000);

  test('then money in five equal bookings with one key is added once', async () => {
    const owner = await platform.owner();
    const client = await platform.client();
    const key = { 'idempotency-key': 'one-booking' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => owner.put(`/api/users/${client.id}/totalfund`, { amount: 25.5 }, key)));
    expect(statuses(answers)).toEqual({ 200: 5 });
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect((await client.get(`/api/user/${client.id}`)).body).toMatchObject({ totalfund: 25.5 });
  }, 60_000);
});

describe('When an amount is not an amount', () => {
  const refused: readonly [string, number][] = [
    ['0', 422],
    ['-1', 422],
    ['0.005', 422],
    ['1e3', 422],
    ['100.001', 422],
    ['9007199254740993', 422],
    ['1000000000.01', 422],
    ['"100"', 400],
    ['null', 422],
    ['true', 422],
    ['[1]', 422],
    ['{"$gt":0}', 422],
  ];

  test.each(refused)(
    'then %s is answered %i and nothing changes',
    async (text, status) => {
      const client = await platform.client({ rupees: 10 });
      const answer = await client.post(`/api/${client.id}/withdrawals`, `{"amount":${text}}`);
      expect(answer.status).toBe(status);
      if (status === 422) expect(answer.body.errors).toEqual([{ field: 'amount', message: 'Please enter a valid positive amount' }]);
      expect((await client.get(`/api/user/${client.id}`)).body).toMatchObject({ totalfund: 10, heldFund: 0 });
    },
    60_000,
  );
});
