import { nextEntry } from '../../services/funds/src/append.ts';
import { checkAmounts, exactPaise, isPlain } from '../model/amounts.ts';
import { Book } from '../model/book.ts';
import { compareWithModel } from '../model/compare.ts';
import { checkInvariants } from '../model/invariants.ts';
import { pastFailures } from '../model/past-failures.ts';
import { type TestPlatform, testPlatform } from '../support/platform.ts';

// Another seed each day; the name of a failed test says which.
const seedOfTheDay = Number(new Date().toISOString().slice(0, 10).replaceAll('-', ''));

describe('When random commands are put to the real funds and to a model of one account', () => {
  test(`then both say the same, one command after the other (seed ${seedOfTheDay})`, async () => {
    const { failure, commands } = await compareWithModel({ how: 'one by one', seed: seedOfTheDay, runs: 20, commands: 60 });
    expect(failure).toBeUndefined();
    expect(commands).toBeGreaterThan(100);
  }, 60_000);

  test(`then an order explains all answers of commands that are sent at once to two replicas (seed ${seedOfTheDay})`, async () => {
    const { failure, commands } = await compareWithModel({ how: 'at once', seed: seedOfTheDay, runs: 15, commands: 40 });
    expect(failure).toBeUndefined();
    expect(commands).toBeGreaterThan(50);
  }, 60_000);

  test.each(pastFailures)(
    'then what failed once does not fail again: $bug',
    async (past) => {
      expect((await compareWithModel(past)).failure).toBeUndefined();
    },
    60_000,
  );

  test('then the model itself knows a repeated key, a changed request and a second decision', () => {
    const book = new Book();
    expect(book.ask({ kind: 'deposit', amountPaise: 500, key: 'a' })).toEqual({ status: 200, postedPaise: 500 });
    expect(book.ask({ kind: 'deposit', amountPaise: 500, key: 'a' })).toEqual({ status: 200, postedPaise: 500 });
    expect(book.ask({ kind: 'deposit', amountPaise: 501, key: 'a' })).toEqual({ status: 422, code: 'key-reused' });
    expect(book.ask({ kind: 'withdraw', amountPaise: 501, key: 'b' })).toEqual({ status: 409, code: 'insufficient-funds' });
    expect(book.ask({ kind: 'withdraw', amountPaise: 500, key: 'c' })).toEqual({ status: 201, withdrawal: 'pending' });
    expect(book.ask({ kind: 'approve', amountPaise: 0, key: 'd', of: 'c' })).toEqual({ status: 200, withdrawal: 'approved' });
    expect(book.ask({ kind: 'reject', amountPaise: 0, key: 'e', of: 'c' })).toEqual({ status: 409, code: 'already-decided' });
    expect(book).toMatchObject({ posted: 0, held: 0, entries: 5 });
  });
});

describe('When twenty thousand random bookings go through the rules', () => {
  test(`then six invariants hold after each (seed ${seedOfTheDay})`, () => {
    const result = checkInvariants({ seed: seedOfTheDay, operations: 20_000 });
    expect(result.failure).toBeUndefined();
    expect(result.refused).toBeGreaterThan(100);
  }, 60_000);

  type Changed = (entry: ReturnType<typeof nextEntry>) => ReturnType<typeof nextEntry>;
  const bugs: readonly [string, Changed][] = [
    ['conservation', (entry) => (entry.t === 'deposit' ? { ...entry, contra: 'none' } : entry)],
    ['holds', (entry) => (entry.t === 'void' ? { ...entry, after: { ...entry.after, held: entry.after.posted } } : entry)],
    ['refusal', (entry) => (entry.t === 'refused' && entry.after.held > 0 ? { ...entry, after: { posted: entry.after.held, held: entry.after.held }, contra: 'payout' } : entry)],
  ];
  test.each(bugs)('then a rule that breaks %s is found', (_name, change) => {
    const { failure } = checkInvariants({ seed: 7, operations: 20_000, decide: (...asked) => change(nextEntry(...asked)) });
    expect(failure).toMatch(/^(conservation|holds|refusal|parts):/);
  });
});

describe('When amounts are written in every way', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await testPlatform();
  }, 30_000);
  afterAll(() => platform.stop(), 30_000);

  test(`then 300 of them are booked to the paisa or refused (seed ${seedOfTheDay})`, async () => {
    const { faults, booked } = await checkAmounts(platform, { seed: seedOfTheDay, count: 300 });
    expect(faults).toEqual([]);
    expect(booked).toBeGreaterThan(50);
  }, 60_000);

  test('then the test reads numbers as they are written', () => {
    const texts = ['0.1', '1e3', '0.005', '12.345e1', '-0.01', '1.0000000000000001', '"1"', '9007199254740993'];
    expect(texts.map(exactPaise)).toEqual([10n, 100_000n, undefined, 12_345n, -1n, undefined, undefined, 900_719_925_474_099_300n]);
    expect(['0.01', '1000000000.00', '1000000000.01', '0', '1.005', '1e3', '-1', '5.000'].map(isPlain)).toEqual([true, true, false, false, false, false, false, false]);
  });
});
