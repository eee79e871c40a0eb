import type { Call } from '@tradepost/platform/call.ts';
import { type Aggregate, changeAggregate, type Decision, deedOf, oncePerKey, recordDeed } from '@tradepost/platform/deeds.ts';
import type { Collection } from '@tradepost/platform/ports.ts';
import type { Site } from './site.ts';

type KeyedCall = Pick<Call<unknown>, 'idempotencyKey' | 'requestHash' | 'keyGiven' | 'actor'>;

/**
 * Changes one record, once for each key, and commits the deed with it. A key whose call changed nothing is kept as well, so that a late retry does not act on a newer state.
 * Throws Refused 404 when there is no such record, and whatever `decide` throws.
 */
export async function changeRecord<T extends Aggregate, Answer>(
  state: Site,
  aggregates: Collection<T>,
  id: string,
  call: KeyedCall,
  decide: (current: T) => Decision<T, Answer>,
): Promise<Answer> {
  const answer = await oncePerKey(state.deeds, state.clock, id, call, async () => {
    let unchanged = false;
    const decided = await changeAggregate({ aggregates, deeds: state.deeds }, id, call, (current) => {
      const decision = decide(current);
      unchanged = !('next' in decision);
      return decision;
    });
    if (unchanged && call.keyGiven) await recordDeed(state.deeds, deedOf(call, state.clock, { scope: id, deed: 'unchanged', answer: decided }), false);
    return decided;
  });
  state.wake();
  return answer;
}
