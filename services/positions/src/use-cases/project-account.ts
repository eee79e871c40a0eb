import { DuplicateKey, Unprocessable } from '@tradepost/platform/errors.ts';
import { state as stateSchema } from '@tradepost/proto/api/users/schemas.ts';
import type { Positions } from '../positions.ts';

/** What the events of users have in common; some also say what the person is called. */
interface AccountChanged {
  readonly account: string;
  readonly version: bigint;
  readonly state: string;
  readonly name?: string;
}

/** Keeps name and state of an account as the newest event tells them; safe to repeat and in any order. The name of a deleted account is erased. Throws Unprocessable for an unknown state. */
export async function projectAccount({ accountDocuments }: Positions, event: AccountChanged): Promise<void> {
  const state = stateSchema.safeParse(event.state);
  if (!state.success) throw new Unprocessable(`There is no state ${JSON.stringify(event.state)} of an account.`);
  const version = Number(event.version);
  const name = state.data === 'deleted' ? '' : event.name;
  const change = { set: { version, state: state.data, ...(name === undefined ? {} : { name }) } };

  if (await accountDocuments.update(event.account, change, { version: { lt: version } })) return;
  try {
    await accountDocuments.insert({ _id: event.account, version, state: state.data, name: name ?? '' });
  } catch (error) {
    if (!(error instanceof DuplicateKey)) throw error;
    // It is there: newer, or made by another replica a moment ago. An older event may still bring the name that a newer one lacks.
    if (await accountDocuments.update(event.account, change, { version: { lt: version } })) return;
    if (name !== undefined && name !== '') await accountDocuments.update(event.account, { set: { name } }, { name: '', state: { in: ['pending', 'active', 'disabled'] } });
  }
}
