import type { Call } from '@tradepost/platform/call.ts';
import { type Decision, deedOf } from '@tradepost/platform/deeds.ts';
import { Refused } from '@tradepost/platform/errors.ts';
import type * as api from '@tradepost/proto/api/site-content/schemas.ts';
import { changeRecord } from '../changes.ts';
import type { StoredMessage } from '../collections.ts';
import type { Site } from '../site.ts';
import { messageView } from '../views.ts';

type Mark = Pick<api.ContactMessage, 'status' | 'answeredAt'>;

/** Marks a message as answered, or as new again; the same status again changes nothing. Throws Refused 404 when there is no such message. */
export async function markContactMessage(state: Site, call: Call<typeof api.markContactMessage>): Promise<api.ContactMessage> {
  const mark = await changeRecord(state, state.messages, call.params.id, call, (current) => decide(state, call, current));
  const message = await state.messages.get(call.params.id);
  if (!message) throw new Refused('not-found');
  return { ...messageView(message), ...mark };
}

/** The deed keeps the mark alone: what a visitor wrote stands in one place. */
function decide({ clock }: Site, call: Call<typeof api.markContactMessage>, current: StoredMessage): Decision<StoredMessage, Mark> {
  const { status } = call.body;
  const markOf = (message: StoredMessage): Mark => ({ status: message.status, answeredAt: messageView(message).answeredAt });
  if (status === current.status) return { answer: markOf(current) };
  const { answeredAtMs: _before, ...rest } = current;
  const next: StoredMessage = { ...rest, status, ...(status === 'answered' ? { answeredAtMs: clock.now() } : {}), version: current.version + 1 };
  const answer = markOf(next);
  return { next, deed: deedOf(call, clock, { scope: current._id, deed: status === 'answered' ? 'answered' : 'reopened', fields: ['status'], answer }), answer };
}
