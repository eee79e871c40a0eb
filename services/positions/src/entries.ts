import type { Actor, Call } from '@tradepost/platform/call.ts';
import { changeAggregate, type Decision, type Deed, deedOf, findDeed, oncePerKey, recordDeed, replay } from '@tradepost/platform/deeds.ts';
import { Refused } from '@tradepost/platform/errors.ts';
import type { Closing, Entry, Position } from './collections.ts';
import type { Positions } from './positions.ts';

/** What of a call a deed needs. */
export type KeyedCall = Pick<Call<unknown>, 'idempotencyKey' | 'requestHash' | 'keyGiven' | 'requestId'> & { readonly actor: Actor };

/** A closing stands until it was refused or taken back. */
export const stands = (closing: Closing): boolean => closing.outcome === undefined || closing.outcome === 'closed';

/** The entry with the highest number of an account. */
export async function headOf({ entries }: Positions, account: string): Promise<Entry | undefined> {
  const [head] = await entries.find({ filter: { account }, sort: { number: -1 }, limit: 1 });
  return head;
}

/** What a key did on this account before: in the documents whose deeds still wait first, then among the moved ones; the relay moves in that order. */
async function deedOfKey({ entries, deeds }: Positions, account: string, key: string): Promise<Deed | undefined> {
  const waiting = await entries.find({ filter: { account, 'outbox.0.id': { exists: true } }, limit: 200 });
  const deed = waiting.flatMap(({ outbox }) => outbox).find((one) => one.key === key);
  return deed ?? findDeed(deeds, account, key);
}

/** Runs a write on an account once for each key; a second time gives the recorded answer. */
export function onceOnAccount<Answer>(state: Positions, account: string, call: KeyedCall, run: () => Promise<Answer>): Promise<Answer> {
  return oncePerKey(state.deeds, state.clock, account, call, async () => {
    const before = call.keyGiven ? await deedOfKey(state, account, call.idempotencyKey) : undefined;
    return before ? replay<Answer>(before, call) : run();
  });
}

/** Gives the position that is there in this account. Throws Refused 404 for none, a foreign and a deleted one, without a difference. */
function ownPosition(entry: Entry, account: string): Position {
  if (entry.kind !== 'position' || entry.account !== account || !entry.listed) throw new Refused('not-found');
  return entry;
}

/** Throws Refused 409 when the closing that sealed a position stands; otherwise takes the seal off. */
async function unsealed(state: Positions, position: Position): Promise<Position> {
  const { sealedBy, ...free } = position;
  if (sealedBy === undefined) return position;
  const closing = await state.entries.get(sealedBy);
  if (closing?.kind === 'closing' && stands(closing)) throw new Refused('account-closed');
  await state.entries.update(position._id, { unset: ['sealedBy'] }, { sealedBy });
  return free;
}

/**
 * Changes one position, once for each key, and commits the deed with it. A key whose call changed nothing is kept as well, so that a late retry does not act on a newer state.
 * Throws Refused 404 for none, foreign, deleted, and 409 when its account is closed.
 */
export async function changePosition<Answer>(
  state: Positions,
  at: { readonly account: string; readonly position: string },
  call: KeyedCall,
  decide: (current: Position) => Promise<Decision<Entry, Answer>>,
): Promise<Answer> {
  const answer = await onceOnAccount(state, at.account, call, async () => {
    let unchanged = false;
    // The key is looked up for the whole account, not for the one position.
    const keyless = { ...call, keyGiven: false };
    const decided = await changeAggregate<Entry, Answer>({ aggregates: state.entries, deeds: state.deeds }, at.position, keyless, async (current) => {
      const decision = await decide(await unsealed(state, ownPosition(current, at.account)));
      unchanged = !('next' in decision);
      return decision;
    });
    if (unchanged && call.keyGiven) await recordDeed(state.deeds, deedOf(call, state.clock, { scope: at.account, deed: 'unchanged', answer: decided }), false);
    return decided;
  });
  state.wake();
  return answer;
}

/** What every event of a position carries: the whole row after the change. */
export const eventRow = ({ clock }: Positions, next: Position, by: Actor) => ({
  account: next.account,
  position: next._id,
  version: BigInt(next.version),
  atMs: BigInt(clock.now()),
  by: by.id,
  symbol: next.symbol,
  type: next.type,
  quantityTenThousandths: BigInt(next.quantity),
  openPricePaise: BigInt(next.openPricePaise),
  closePricePaise: BigInt(next.closePricePaise),
  profitPaise: BigInt(next.profitPaise),
  profitSource: next.profitSource,
  active: next.active,
});
