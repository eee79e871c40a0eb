import type { Call } from '@tradepost/platform/call.ts';
import { deedOf } from '@tradepost/platform/deeds.ts';
import { Refused } from '@tradepost/platform/errors.ts';
import type * as api from '@tradepost/proto/api/users/schemas.ts';
import { changeUser, eventBase, existingUser } from '../accounts.ts';
import type { StoredBankDetails, User } from '../collections.ts';
import { lastFour, maskedBankDetails, sealContext } from '../masking.ts';
import type { Users } from '../users.ts';

/** Saves the own bank details, once; 409 afterwards, until an administrator clears them. */
export async function saveBankDetails(state: Users, call: Call<typeof api.saveBankDetails>): Promise<api.BankDetails> {
  const { _id: account } = await existingUser(state, call.params.userId);
  const { bankName, accountNumber, ifsc } = call.body;
  const bankDetails: StoredBankDetails = {
    bankName,
    ifsc,
    accountSealed: state.sealer.seal(accountNumber, sealContext(account, 'accountNumber')),
    accountLast4: lastFour(accountNumber),
  };
  const answer = { bankName, ifsc, accountNumber: maskedBankDetails({ bankDetails })?.accountNumber ?? '' };
  return changeUser(state, account, call, (current) => {
    if (current.bankDetails) throw new Refused('bank-details-saved');
    const next: User = { ...current, bankDetails, version: current.version + 1 };
    const event = { name: 'BankDetailsSaved', message: eventBase(state, next) } as const;
    return { next, deed: deedOf(call, state.clock, { scope: account, deed: 'bank-details-saved', fields: ['bankDetails'], answer, event }), answer };
  });
}
