import type { BankDetails } from '@tradepost/proto/api/users/schemas.ts';
import type { User } from './collections.ts';

/** The last four characters behind dots, as UIDAI asks of copies that show an Aadhaar number; null where there is none. */
export const masked = (last4: string | undefined): string | null => (last4 === undefined ? null : `•••• ${last4}`);

export const lastFour = (number: string): string => number.slice(-4);

/** Bank details as everybody sees them; null where none are saved. */
export function maskedBankDetails({ bankDetails }: Pick<User, 'bankDetails'>): BankDetails | null {
  if (!bankDetails) return null;
  return { bankName: bankDetails.bankName, accountNumber: `•••• ${bankDetails.accountLast4}`, ifsc: bankDetails.ifsc };
}

export type SealedField = 'pancard' | 'aadharcard' | 'accountNumber';

/** Binds a sealed number to its account and field, so that it cannot be moved to another. */
export const sealContext = (account: string, field: SealedField): string => `${account}:${field}`;
