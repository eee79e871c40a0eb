// What a money field does with typed and pasted text. The value of the field is plain text such as `12345.6`; what is shown is grouped the Indian way.

export interface TypedMoney {
  /** Plain digits with at most one point and two decimals; empty when nothing usable was typed. */
  readonly value: string;
  /** A third decimal was dropped. */
  readonly tooFine: boolean;
  /** Nothing in the text could be an amount, or it has letters or a minus: the field keeps what it had. */
  readonly refused: boolean;
}

/** Reads typed or pasted text: `₹1,23,456.7` → `123456.7`. Words ("1 lakh") are not guessed but refused. */
export function readTyped(text: string): TypedMoney {
  const plain = text.replace(/[₹,\s\u00a0]/g, '').replace(/^(rs\.?|inr)/i, '');
  if (!/^\d*\.?\d*$/.test(plain)) return { value: '', tooFine: false, refused: true };
  const [digits = '', fraction] = plain.split('.');
  const trimmed = digits.replace(/^0+(?=\d)/, '').slice(0, 10);
  if (fraction === undefined) return { value: trimmed, tooFine: false, refused: false };
  return { value: `${trimmed || '0'}.${fraction.slice(0, 2)}`, tooFine: fraction.length > 2, refused: false };
}

/** Groups plain digits as lakh and crore: `1234567.8` → `12,34,567.8`. */
export function groupDigits(value: string): string {
  const [digits = '', fraction] = value.split('.');
  const grouped = digits.replace(/(\d)(?=(\d\d)+\d$)/g, '$1,');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** Completes the decimals when the field is left: `1234.5` → `1234.50`, `1234` → `1234.00`, empty stays empty. */
export function completeDecimals(value: string): string {
  if (value === '') return '';
  const [digits = '0', fraction = ''] = value.split('.');
  return `${digits || '0'}.${fraction.padEnd(2, '0')}`;
}
