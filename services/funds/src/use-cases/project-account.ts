import { DuplicateKey, Unprocessable } from '@tradepost/platform/errors.ts';
import { wordsOf } from '@tradepost/platform/list.ts';
import { type State, state as stateSchema } from '@tradepost/proto/api/users/schemas.ts';
import type { Funds } from '../funds.ts';

/** What the events of users have in common; the first one also says who it is. */
interface AccountChanged {
  readonly account: string;
  readonly version: bigint;
  readonly state: string;
  readonly role: string;
  readonly userId?: string;
  readonly name?: string;
}

/** Keeps what the newest event says of an account; safe to repeat and in any order. The name of a deleted account is erased. Throws Unprocessable for an unknown state. */
export async function projectAccount(funds: Funds, event: AccountChanged): Promise<void> {
  const state = stateSchema.safeParse(event.state);
  if (!state.success) throw new Unprocessable(`There is no state ${JSON.stringify(event.state)} of an account.`);
  // Another replica may come in between with another event; it can do so once for each event of the account.
  while (!(await project(funds, event, state.data)));
}

/** One try; false when somebody else changed the account meanwhile. */
async function project({ accountDocuments }: Funds, event: AccountChanged, state: State): Promise<boolean> {
  const version = Number(event.version);
  const known = await accountDocuments.get(event.account);
  if (known && known.version >= version && (event.userId === undefined || known.userId !== '')) return true;
  // The first event may come late: a newer one is kept and knows no user id.
  const newest = known && known.version >= version ? known : { version, state, role: event.role, name: event.name };
  const userId = event.userId ?? known?.userId ?? '';
  const name = newest.state === 'deleted' ? '' : newest.name || known?.name || (event.name ?? '');
  const account = { _id: event.account, userId, name, role: newest.role, state: newest.state, version: newest.version, words: wordsOf(name, userId) };
  if (known) return accountDocuments.replace(account, { version: known.version, userId: known.userId });
  try {
    await accountDocuments.insert(account);
    return true;
  } catch (error) {
    if (error instanceof DuplicateKey) return false;
    throw error;
  }
}
