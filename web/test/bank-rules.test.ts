import { ifscHint, ifscParts, judgeBank, readAccountNumber, readIfsc } from '../src/features/profile/bank-rules.ts';
import { photoProblem } from '../src/features/profile/photo-rules.ts';

const right = { bankName: 'Sample Bank', accountNumber: '123456789', ifsc: 'SMPL0001234' };

describe('bank details', () => {
  test('when all three are right, then nothing is wrong', () => {
    expect(judgeBank(right)).toEqual({});
  });
  test('when nothing is typed, then each field is asked for', () => {
    expect(judgeBank({ bankName: ' ', accountNumber: '', ifsc: '' })).toEqual({
      bankName: 'Bank name is required',
      accountNumber: 'Account number is required',
      ifsc: 'IFSC is required',
    });
  });
  test.each(['12345678', '1234567890123456789'])('when the account number is %s, then its length is refused', (accountNumber) => {
    expect(judgeBank({ ...right, accountNumber }).accountNumber).toBe('An account number has 9 to 18 digits');
  });
  test.each(['SMP10001234', 'SMPL1001234', 'SMPL000123'])('when the IFSC is %s, then the hint of the specification is the error', (ifsc) => {
    expect(judgeBank({ ...right, ifsc }).ifsc).toBe(ifscHint);
  });
  test('when four letters and the zero are typed, then two parts are ticked', () => {
    expect(ifscParts('SMPL0').map((part) => part.right)).toEqual([true, true, false]);
  });
  test('when text with spaces and small letters is pasted, then only what belongs is kept', () => {
    expect([readIfsc('smpl 0001234 '), readAccountNumber('1234 5678-9')]).toEqual(['SMPL0001234', '123456789']);
  });
});

describe('a photo', () => {
  test('when it is above 5 MB, then the refusal has its size', () => {
    expect(photoProblem({ name: 'me.jpg', type: 'image/jpeg', size: 7.4 * 1024 * 1024 })).toBe('me.jpg is 7.4 MB. The limit is 5 MB.');
  });
  test('when it is of another kind, then it is refused by name', () => {
    expect(photoProblem({ name: 'me.pdf', type: 'application/pdf', size: 10 })).toBe('me.pdf is no JPEG, PNG or WebP picture.');
  });
  test('when it is a small WebP, then it is taken', () => {
    expect(photoProblem({ name: 'me.webp', type: 'image/webp', size: 10 })).toBeUndefined();
  });
});
