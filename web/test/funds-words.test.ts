import { entryAmount, entryDetail } from '../src/features/funds/ledger-words.ts';
import { sumRupees } from '../src/features/funds/sums.ts';
import { judgeAmount, picksFor } from '../src/features/funds/withdraw-amount.ts';
import { splitRequests, stepsOf, whatHappened } from '../src/features/funds/withdrawal-words.ts';

type Request = Parameters<typeof stepsOf>[0];
const request = (id: string, status: Request['status'], more: Partial<Request> = {}): Request => ({ _id: id, amount: 100, status, createdAt: '2026-06-03T05:38:00Z', ...more });

describe('the amount of a withdrawal', () => {
  test.each(['', '0', '0.00', '.', 'abc', '-5', '1000000000.01'])('when %p is typed, then the sentence of the specification is shown', (typed) => {
    expect(judgeAmount(typed, 500).problem).toBe('Please enter a valid positive amount');
  });
  test('when it is one paisa above what is available, then it is refused with the figure', () => {
    expect(judgeAmount('280000.01', 280000).problem).toBe('Insufficient funds. Available: ₹2,80,000.00.');
  });
  test('when it is exactly what is available, then it is taken as whole paise', () => {
    expect(judgeAmount('120.5', 120.5)).toEqual({ amountPaise: 12050 });
  });
  test('when the balance is not known, then only the amount itself is judged', () => {
    expect(judgeAmount('99999', null)).toEqual({ amountPaise: 9999900 });
  });
  test('when ₹30,000 are available, then nothing above is offered', () => {
    expect(picksFor(30000).map((pick) => pick.label)).toEqual(['₹10,000', '₹25,000', 'All ₹30,000.00']);
  });
  test('when nothing is available or known, then nothing is offered', () => {
    expect([...picksFor(0), ...picksFor(null)]).toEqual([]);
  });
});

describe('the way of a request', () => {
  test('when it is pending, then the second of three posts is the current one', () => {
    expect(stepsOf(request('a', 'pending')).map((step) => [step.title, step.state])).toEqual([
      ['Requested', 'done'],
      ['In review', 'now'],
      ['Approved', 'next'],
    ]);
  });
  test('when it was rejected, then the last post is stopped and carries the reason', () => {
    const last = stepsOf(request('a', 'rejected', { reason: 'Name differs.' })).at(-1);
    expect(last).toMatchObject({ title: 'Rejected', state: 'stopped', detail: 'Name differs.' });
  });
  test('when it was rejected without a reason, then that is said', () => {
    expect(whatHappened(request('a', 'rejected'))).toBe('Reason: No reason was given.');
  });
  test('when some are pending, then those are followed and the others are earlier', () => {
    const rows = [request('a', 'approved'), request('b', 'pending'), request('c', 'rejected'), request('d', 'pending')];
    const { followed, earlier } = splitRequests(rows);
    expect([followed.map((row) => row._id), earlier.map((row) => row._id)]).toEqual([
      ['b', 'd'],
      ['a', 'c'],
    ]);
  });
  test('when none is pending and the newest was cancelled, then none is followed', () => {
    expect(splitRequests([request('a', 'cancelled'), request('b', 'approved')]).followed).toEqual([]);
  });
});

describe('the ledger in words', () => {
  test('when the booked balance changed, then the amount has a sign; a hold has none', () => {
    expect([entryAmount({ kind: 'deposit', amount: 50 }), entryAmount({ kind: 'post', amount: 50 }), entryAmount({ kind: 'hold', amount: 50 })]).toEqual([
      '+₹50.00',
      '-₹50.00',
      '₹50.00',
    ]);
  });
  test('when the reader entered it himself, then it says so, and the note follows', () => {
    const by = { _id: 'me', role: '2', name: 'Asha Verma' };
    expect([entryDetail({ by }, 'me'), entryDetail({ by, note: 'Bank transfer' }, 'other')]).toEqual(['by you', 'by Asha Verma: Bank transfer']);
  });
  test('when fractions of rupees are added, then no paisa is invented', () => {
    expect(sumRupees([0.1, 0.2, 1.13])).toBe(1.43);
  });
});
