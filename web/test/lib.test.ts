import { aadhaarMessage, hasVerhoeffDigit } from '../src/lib/aadhaar.ts';
import { latestBirthDay } from '../src/lib/adult.ts';
import { caretFromRight, countRight } from '../src/lib/caret.ts';
import { fileMessage, formatSize, kindOf, listKinds } from '../src/lib/file-rules.ts';
import {
  formatAge,
  formatCalendarDay,
  formatDate,
  formatDateTime,
  formatFigure,
  formatGender,
  formatPhone,
  formatRupees,
  formatSignedRupees,
  initials,
  spokenMask,
} from '../src/lib/format.ts';
import { group, readPhone } from '../src/lib/grouping.ts';
import { completeDecimals, groupDigits, readTyped } from '../src/lib/money-input.ts';
import { panMessage } from '../src/lib/pan.ts';
import { passwordStrength } from '../src/lib/password.ts';
import { amountInWords } from '../src/lib/words.ts';

describe('figures', () => {
  test.each([
    [12345678.9, '₹1,23,45,678.90'],
    [-568, '-₹568.00'],
    [0, '₹0.00'],
    [null, '-'],
    [Number.NaN, '-'],
  ])('when %p is shown as rupees then it reads %s', (amount, text) => expect(formatRupees(amount)).toBe(text));

  test('when an amount is signed then the sign stands before the rupee and zero has none', () => {
    expect([1041, -568, 0].map(formatSignedRupees)).toEqual(['+₹1,041.00', '-₹568.00', '₹0.00']);
    expect(formatFigure(1307.3)).toBe('1,307.30');
  });

  test.each([
    [25_000_000, 'Two lakh fifty thousand rupees'],
    [150, 'One rupee and fifty paise'],
    [1, 'One paise'],
    [1_999_900, 'Nineteen thousand nine hundred ninety-nine rupees'],
    [100_000_000_000, 'One hundred crore rupees'],
    [12_345_678_901, 'Twelve crore thirty-four lakh fifty-six thousand seven hundred eighty-nine rupees and one paise'],
  ])('when %i paise are said in words then it is "%s"', (amountPaise, words) => expect(amountInWords(amountPaise)).toBe(words));
});

describe('days and times', () => {
  test('when an instant is shown then it is the day and the clock of India', () => {
    expect(formatDate('2026-06-02T20:00:00Z')).toBe('Jun 3, 2026');
    expect(formatDateTime('2026-06-03T08:12:00Z')).toBe('Jun 3, 2026, 13:42');
    expect(formatDate('never')).toBe('-');
  });

  test('when a birth date is shown then no time zone moves it', () => expect(formatCalendarDay('1990-02-28')).toBe('Feb 28, 1990'));

  test.each([
    ['2026-06-03T08:11:46Z', '14 s'],
    ['2026-06-03T08:06:00Z', '6 min'],
    ['2026-06-03T06:12:00Z', '2 h'],
    ['2026-06-02T06:12:00Z', 'Jun 2'],
  ])('when it was %s then the age at 08:12 is %s', (iso, text) => expect(formatAge(iso, Date.parse('2026-06-03T08:12:00Z'))).toBe(text));

  test('when somebody turns 18 today then today is still the latest birth day, and 29 February gives the 28th', () => {
    expect(latestBirthDay(Date.parse('2026-06-03T08:00:00Z'))).toBe('2008-06-03');
    expect(latestBirthDay(Date.parse('2026-06-02T20:00:00Z'))).toBe('2008-06-03');
    expect(latestBirthDay(Date.parse('2028-02-29T08:00:00Z'))).toBe('2010-02-28');
  });
});

describe('names and numbers', () => {
  test('when they are shown then they read as people write them', () => {
    expect(initials('Asha Devi Verma')).toBe('AV');
    expect(initials('Asha')).toBe('A');
    expect(formatPhone('9876543210')).toBe('+91 98765 43210');
    expect(formatGender('prefer-not-to-say')).toBe('Prefer not to say');
    expect(spokenMask('•••• •••• 7058')).toBe('ending 7058');
  });

  test('when a phone number is pasted then +91 and a leading 0 are dropped', () => {
    expect(['+91 98765 43210', '098765-43210', '919876543210', '9198765432'].map(readPhone)).toEqual(['9876543210', '9876543210', '9876543210', '9198765432']);
  });

  test('when text is grouped then the last size repeats', () => {
    expect(group('ABCPE1234F', [5, 4, 1])).toBe('ABCPE 1234 F');
    expect(group('123456789012', [4])).toBe('1234 5678 9012');
    expect(group('', [4])).toBe('');
  });
});

describe('typing money', () => {
  test.each([
    ['₹1,23,456.7', { value: '123456.7', tooFine: false, refused: false }],
    ['Rs. 500', { value: '500', tooFine: false, refused: false }],
    ['.5', { value: '0.5', tooFine: false, refused: false }],
    ['007', { value: '7', tooFine: false, refused: false }],
    ['12.345', { value: '12.34', tooFine: true, refused: false }],
    ['1 lakh', { value: '', tooFine: false, refused: true }],
    ['-5', { value: '', tooFine: false, refused: true }],
    ['1.2.3', { value: '', tooFine: false, refused: true }],
  ])('when "%s" is typed then it is read so', (text, typed) => expect(readTyped(text)).toEqual(typed));

  test('when an amount is shown then it is grouped the Indian way and completed on leaving', () => {
    expect(['1234567.8', '100', '100000', ''].map(groupDigits)).toEqual(['12,34,567.8', '100', '1,00,000', '']);
    expect(['1234.5', '7', ''].map(completeDecimals)).toEqual(['1234.50', '7.00', '']);
  });

  test('when digits stand right of the caret then they still do after regrouping', () => {
    expect(countRight('1,23,456', 4)).toBe(3);
    expect(caretFromRight('12,34,567', 3)).toBe(5);
    expect(caretFromRight('1,000', 0)).toBe(5);
  });
});

describe('PAN', () => {
  test.each([
    ['ABCPE1234F', undefined],
    ['', 'PAN card is required'],
    ['ABCCE1234F', 'The fourth letter must be P'],
    ['A1CPE1234F', 'The second character must be a letter'],
    ['ABCPE12X4F', 'The eighth character must be a digit'],
    ['ABCPE1234', 'A PAN has 10 characters; this has 9'],
  ])('when it is "%s" then the message is %p', (pan, message) => expect(panMessage(pan)).toBe(message));

  test('when it is only half typed then its length is not held against it', () => expect(panMessage('ABCP', false)).toBeUndefined());
});

describe('Aadhaar', () => {
  // Published example of Verhoeff's scheme: the check digit of 236 is 3.
  test('when the check digit is right then it passes, and every single wrong digit is found', () => {
    expect(hasVerhoeffDigit('2363')).toBe(true);
    for (let place = 0; place < 4; place++)
      for (let digit = 0; digit < 10; digit++) {
        const changed = `${'2363'.slice(0, place)}${digit}${'2363'.slice(place + 1)}`;
        expect(hasVerhoeffDigit(changed)).toBe(changed === '2363');
      }
  });

  test('when the number is empty, short or wrong then the message says which', () => {
    expect(aadhaarMessage('')).toBe('Aadhar card is required');
    expect(aadhaarMessage('1234')).toBe('An Aadhar number has 12 digits; this has 4');
    const right = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => `23456789012${digit}`).filter(hasVerhoeffDigit);
    expect(right).toHaveLength(1);
    expect(aadhaarMessage(right[0] ?? '')).toBeUndefined();
    expect(aadhaarMessage((right[0] ?? '').replace('45', '54'))).toBe('Please check this number: one digit is wrong');
  });
});

describe('passwords and files', () => {
  test.each([
    ['short', 'Too short'],
    ['Password1', 'Common'],
    ['aaaaaaaaaa', 'Common'],
    ['kettle-7x', 'Fair'],
    ['river stone cap', 'Strong'],
  ])('when the password is "%s" then it is %s', (password, word) => expect(passwordStrength(password).word).toBe(word));

  test('when a file is judged then by its first bytes, and the refusal is in figures', () => {
    expect(kindOf(new Uint8Array([0x25, 0x50, 0x44, 0x46, 0x2d]))).toBe('pdf');
    expect(kindOf(new Uint8Array([0x3c, 0x73, 0x76, 0x67]))).toBeUndefined();
    expect(formatSize(862_208)).toBe('842 KB');
    expect(listKinds(['pdf', 'jpeg', 'png'])).toBe('PDF, JPEG or PNG');
    expect(fileMessage('aadhar.pdf', 7_759_462, 'pdf', ['pdf'])).toContain('aadhar.pdf is 7.4 MB. The limit is 5 MB.');
    expect(fileMessage('a.txt', 10, undefined, ['pdf', 'png'])).toBe('a.txt is not a PDF or PNG file.');
    expect(fileMessage('a.pdf', 10, 'pdf', ['pdf'])).toBeUndefined();
  });
});
