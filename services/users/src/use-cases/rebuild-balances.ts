import type { AnswerIn, Call } from '@tradepost/platform/call.ts';
import type * as fundsInternal from '@tradepost/proto/api/funds/internal.ts';
import type * as internal from '@tradepost/proto/api/users/internal.ts';
import { untold } from '../collections.ts';
import type { Users } from '../users.ts';

const pageSize = 500;
const atOnce = 32;
const mostNamed = 100;

type Rebuilt = AnswerIn<typeof internal.rebuildBalances>;
type Balance = AnswerIn<typeof fundsInternal.listBalances>[number];

/**
 * Takes the balance of every account from the ledger, under the same (epoch, seq) rule as the events, so that it may run while money moves.
 * What stands under the same number is written anew: there is one balance for each number, and the ledger knows it.
 */
export async function rebuildBalances(state: Users, call: Call<typeof internal.rebuildBalances>): Promise<Rebuilt> {
  const counted: Rebuilt = { accounts: 0, corrected: 0, ahead: [] };
  let after: string | undefined;
  for (;;) {
    const query = { limit: pageSize, ...(after === undefined ? {} : { after }) };
    const page = await state.funds.listBalances({ query, requestId: call.requestId });
    const suspects: Balance[] = [];
    for (let from = 0; from < page.length; from += atOnce) {
      const taken = await Promise.all(page.slice(from, from + atOnce).map((balance) => take(state, balance)));
      counted.accounts += taken.length;
      counted.corrected += taken.filter((outcome) => outcome === 'corrected').length;
      suspects.push(...taken.filter((outcome) => typeof outcome === 'object'));
    }
    if (suspects.length > 0) {
      // Events may have told of entries that were booked after the page was read; a second look tells them from entries that are gone.
      const now = new Map((await state.funds.listBalances({ query, requestId: call.requestId })).map((balance) => [balance.account, balance.seq]));
      counted.ahead.push(...suspects.filter(({ account, seq }) => (now.get(account) ?? seq) < seq).map(({ account }) => account));
    }
    after = page.at(-1)?.account;
    if (page.length < pageSize) break;
  }
  return { accounts: counted.accounts, corrected: counted.corrected + (await emptyUntold(state)), ahead: counted.ahead.slice(0, mostNamed) };
}

/** The ledger does not name accounts that never had an entry: of those nothing was told, so the list shows nothing. Gives how many showed something. */
async function emptyUntold({ users }: Users): Promise<number> {
  let corrected = 0;
  for (let last: string | undefined; ; ) {
    const page = await users.find({ sort: { _id: 1 }, limit: pageSize, ...(last === undefined ? {} : { after: [last] }) });
    for (const { _id, money } of page) {
      if (money.epoch > 0 || money.seq > 0 || (money.postedPaise === 0 && money.heldPaise === 0)) continue;
      if (await users.update(_id, { set: { money: untold } }, { 'money.epoch': 0, 'money.seq': 0 })) corrected += 1;
    }
    last = page.at(-1)?._id;
    if (page.length < pageSize) return corrected;
  }
}

/** Writes one balance. Gives what was told of the account when that is more than the ledger has. */
async function take({ users }: Users, { account, ...money }: Balance): Promise<'same' | 'corrected' | Balance> {
  const before = (await users.get(account))?.money;
  if (!before || before.epoch > money.epoch) return 'same';
  if (before.epoch === money.epoch && before.seq > money.seq) return { account, ...before };
  const same = before.epoch === money.epoch && before.seq === money.seq && before.postedPaise === money.postedPaise && before.heldPaise === money.heldPaise;
  // When it is not written, an event was faster, which knows more.
  return !same && (await users.update(account, { set: { money } }, { 'money.epoch': before.epoch, 'money.seq': before.seq })) ? 'corrected' : 'same';
}
