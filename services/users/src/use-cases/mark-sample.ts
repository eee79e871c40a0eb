import { Refused } from '@tradepost/platform/errors.ts';
import type { Users } from '../users.ts';

/**
 * Marks an account as part of the demonstration; a protected one cannot be disabled, deleted or given another password.
 * Throws in live mode, and Refused `not-found` when there is no such account.
 */
export async function markSample(state: Users, account: string, options: { readonly protectedAccount: boolean }): Promise<void> {
  if (state.mode !== 'demo') throw new Error('There are no demonstration accounts in live mode.');
  const marked = await state.users.update(account, { set: { sample: true, demo: options.protectedAccount } });
  if (!marked) throw new Refused('not-found');
}
