import type { Call } from '@tradepost/platform/call.ts';
import { deedOf } from '@tradepost/platform/deeds.ts';
import type * as api from '@tradepost/proto/api/positions/schemas.ts';
import type { Message } from '@tradepost/proto/api/schema.ts';
import type { Position } from '../collections.ts';
import { changePosition, eventRow } from '../entries.ts';
import type { Positions } from '../positions.ts';

/** An administrator deletes a position. A second time is 404. What was deleted stays in the store, unseen. */
export function deletePosition(state: Positions, call: Call<typeof api.deletePosition>): Promise<Message> {
  const at = { account: call.params.userId, position: call.params.positionId };
  return changePosition(state, at, call, async (current) => {
    const by = { id: call.actor.id, role: call.actor.role };
    const next: Position = { ...current, version: current.version + 1, listed: false, by, updatedAtMs: state.clock.now() };
    const answer: Message = { message: 'Position deleted' };
    const message = eventRow(state, next, call.actor);
    return { next, deed: deedOf(call, state.clock, { scope: current.account, deed: 'position-deleted', answer, event: { name: 'PositionDeleted', message } }), answer };
  });
}
