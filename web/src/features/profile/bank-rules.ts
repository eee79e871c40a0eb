import type { BankDetails } from '@tradepost/proto/api/users/paths.ts';

/** The specification's hint, which is also what the server answers. */
export const ifscHint = '4 letters, then 0, then 6 alphanumeric characters';

/** The three parts of an IFSC (RBI), each with whether it is right so far. */
export function ifscParts(ifsc: string): { words: string; right: boolean }[] {
  return [
    { words: '4 letters', right: /^[A-Z]{4}/.test(ifsc) },
    { words: 'then 0', right: /^.{4}0/.test(ifsc) },
    { words: 'then 6 alphanumeric characters', right: /^.{5}[A-Z0-9]{6}$/.test(ifsc) },
  ];
}

export const readIfsc = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, 11);
export const readAccountNumber = (typed: string): string => typed.replace(/\D/g, '').slice(0, 18);

/** What is wrong with bank details, by field; empty when nothing is. */
export function judgeBank({ bankName, accountNumber, ifsc }: BankDetails): Partial<Record<keyof BankDetails, string>> {
  return {
    ...(bankName.trim() === '' ? { bankName: 'Bank name is required' } : {}),
    ...(accountNumber === '' ? { accountNumber: 'Account number is required' } : /^\d{9,18}$/.test(accountNumber) ? {} : { accountNumber: 'An account number has 9 to 18 digits' }),
    ...(ifsc === '' ? { ifsc: 'IFSC is required' } : ifscParts(ifsc).every((part) => part.right) ? {} : { ifsc: ifscHint }),
  };
}
