import { DuplicateKey, Unprocessable } from '@tradepost/platform/errors.ts';
import { state as stateSchema } from '@tradepost/proto/api/users/schemas.ts';
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
  const version = Number(event.version);
  const name = state.data === 'deleted' ? '' : event.name;
  const newest = { version, state: state.data, role: event.role };
  const change = { set: { ...newest, ...(name === undefined ? {} : { name }), ...(event.userId === undefined ? {} : { userId: event.userId }) } };

  if (await funds.accountDocuments.update(event.account, change, { version: { lt: version } })) return;
  const known = await funds.accountDocuments.get(event.account);
  if (!known) {
    try {
      await funds.accountDocuments.insert({ _id: event.account, userId: event.userId ?? '', name: name ?? '', ...newest });
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
      // Another replica came first, maybe with an older event.
      await funds.accountDocuments.update(event.account, change, { version: { lt: version } });
    }
  } else if (event.userId !== undefined && known.userId === '') {
    // The first event comes late: a newer one is kept and knows no user id.
    await funds.accountDocuments.update(
      event.account,
      { set: { userId: event.userId, name: known.state === 'deleted' ? '' : known.name || (name ?? '') } },
      { version: known.version },
    );
  }
}
