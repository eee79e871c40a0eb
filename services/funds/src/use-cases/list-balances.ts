import type { AnswerIn, Call } from '@tradepost/platform/call.ts';
import type * as internal from '@tradepost/proto/api/funds/internal.ts';
import type { Funds } from '../funds.ts';

/** The newest balance of every account behind `after`, by account id. Goes from account to account by the index, whatever the length of their histories. */
export async function listBalances(funds: Funds, call: Call<typeof internal.listBalances>): Promise<AnswerIn<typeof internal.listBalances>> {
  const balances: AnswerIn<typeof internal.listBalances> = [];
  let account = call.query.after ?? '';
  while (balances.length < call.query.limit) {
    const next = (await funds.entries.find({ filter: { a: { gt: account } }, sort: { a: 1, s: 1 }, limit: 1 }))[0];
    if (!next) break;
    account = next.a;
    const head = await funds.ledger.head(account);
    // After a restore projections that were ahead take the older numbers, since they come under the new epoch.
    balances.push({ account, epoch: Math.max(head.epoch, funds.epoch()), seq: head.s, postedPaise: head.after.posted, heldPaise: head.after.held });
  }
  return balances;
}
